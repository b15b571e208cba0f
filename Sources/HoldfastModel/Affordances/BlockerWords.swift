/// A blocker in words: one text a code.
struct BlockerWords {
    /// In a few words.
    var reason: Part
    /// What somebody has to bring, told when the blocker stands behind another; `nil` where time or the world brings it.
    var need: Part?
    /// What the person can do about it here.
    var fix: Offer?

    init(_ blocker: Blocker, _ facts: ItemFacts) {
        reason = Self.reason(blocker, facts)
        need = Self.need(blocker)
        fix = Self.fix(blocker.code, facts)
    }

    private static func reason(_ blocker: Blocker, _ facts: ItemFacts) -> Part {
        switch blocker.code {
        case .offlineMode: Part(.offlineModeOn)
        case .pausedAll: Part(.allPaused)
        case .pausedGroup: facts.groupPausedPart
        case .checking: Part(.checking)
        case .noNetwork: Part(.noInternet)
        case .localOnly: Part(.withoutInternet)
        case .captivePortal: Part(.signInToNetwork)
        case .needsUnmetered: Part(.waitingForWifi)
        case .meteredUnknown: Part(.meteredUnknown)
        case .roaming: Part(.roamingOff)
        case .lowData: Part(.lowDataMode)
        case .linkTooSlow: Part(.waitingForBetter)
        case .consentNeeded: Part(.confirmDownload)
        case .authNeeded: Part(.signIn)
        case .noSpace: Part(.notEnoughSpace)
        case .quotaFull: Part(.limitReached)
        case .volumeMissing: Part(.storageNotConnected)
        case .scheduleClosed, .notBefore: blocker.until.map { Part(.startsAt, facts.time($0)) } ?? Part(.startsLater)
        case .needsCharging: Part(.plugIn)
        case .batteryLow: Part(.batteryLow)
        case .lowPowerMode: Part(.batterySaver)
        case .backoff: Part(facts.isBackingOff ? .tryingAgain : .serverAsksToWait)
        case .removalInProgress: Part(.removing)
        case .hostSlotsFull, .slotsFull: Part(.waitsForTurn)
        }
    }

    private static func need(_ blocker: Blocker) -> Part? {
        switch blocker.code {
        case .offlineMode: nil
        case .pausedAll, .pausedGroup: Part(.needResume)
        case .captivePortal: Part(.needNetworkSignIn)
        case .needsUnmetered: Part(.needWifi)
        case .meteredUnknown: Part(.needUnmetered)
        case .roaming: Part(.needHomeNetwork)
        case .lowData: Part(.needLowDataOff)
        case .linkTooSlow: Part(.needFaster)
        case .consentNeeded: Part(.needConfirmation)
        case .authNeeded: Part(.needSignIn)
        case .noSpace: blocker.needBytes.map { Part(.needFree, .bytes($0, .up)) } ?? Part(.needSpace)
        case .quotaFull: blocker.needBytes.map { Part(.needQuota, .bytes($0, .up)) } ?? Part(.needLimit)
        case .volumeMissing: Part(.needStorage)
        case .needsCharging: Part(.needPower)
        case .batteryLow, .lowPowerMode: Part(.needBattery)
        case .checking, .noNetwork, .localOnly, .scheduleClosed, .notBefore, .backoff, .removalInProgress,
            .hostSlotsFull,
            .slotsFull:
            nil
        }
    }

    private static func fix(_ code: BlockerCode, _ facts: ItemFacts) -> Offer? {
        switch code {
        case .offlineMode: Offer(.goOnline)
        case .pausedAll: Offer(.resumeAll)
        case .pausedGroup: facts.resumesGroup
        case .captivePortal: Offer(.openSignIn)
        case .needsUnmetered: Offer(.allowMetered, facts.isMobile ? nil : .actUseMetered, asks: true)
        case .meteredUnknown: Offer(.allowMetered, .actUseMetered, asks: true)
        case .roaming: Offer(.allowRoaming, asks: true)
        case .lowData: Offer(.allowLowData, asks: true)
        case .linkTooSlow: Offer(.allowSlow)
        case .consentNeeded: Offer(.confirm)
        case .authNeeded: Offer(.signIn)
        case .noSpace: Offer(.freeSpace)
        case .quotaFull: Offer(.manageDownloads)
        case .volumeMissing: Offer(.chooseStorage)
        case .scheduleClosed: Offer(.ignoreSchedule)
        case .notBefore: Offer(.retry, .actStartNow)
        case .needsCharging, .batteryLow, .lowPowerMode: Offer(.ignorePower)
        // A host that asked for quiet is left alone: only the item's own wait can be cut short.
        case .backoff: facts.isBackingOff ? Offer(.retry, .actTryNow) : nil
        case .hostSlotsFull, .slotsFull: Offer(.downloadFirst)
        // No setting, no consent and no command lifts these: they end by themselves.
        case .checking, .noNetwork, .localOnly, .removalInProgress: nil
        }
    }
}

/// A failure in words, with the status or code that was seen where the words alone say too little.
enum FailureWords {
    static func part(_ failure: Failure) -> Part {
        let words = Part(key(failure.class))
        if let status = failure.httpStatus { return Part(.failureWithCode, .part(words), .text("\(status)")) }
        switch failure.class {
        case .known(.internal), .known(.file), .known(.tls), .known(.transient), .known(.policy), .unknown:
            return seen(failure).map { Part(.failureWithCode, .part(words), $0) } ?? words
        case .known: return words
        }
    }

    private static func seen(_ failure: Failure) -> Argument? {
        if !failure.code.isEmpty { return .text(failure.code) }
        if let number = failure.osCode { return .part(Part(.operatingSystemCode, .text("\(number)"))) }
        // A newer program's class has no word here, but a number.
        return failure.class.known == nil ? .text("\(failure.class.rawValue)") : nil
    }

    private static func key(_ kind: Open<FailureClass>) -> PhraseKey {
        switch kind.known {
        case .transient: .failureTransient
        case .offline: .failureOffline
        case .captive: .failureCaptive
        case .server: .failureServer
        case .auth: .failureAuth
        case .forbidden: .failureForbidden
        case .notFound: .failureNotFound
        case .changed: .failureChanged
        case .space: .failureSpace
        case .quota: .failureQuota
        case .file: .failureFile
        case .integrity: .failureIntegrity
        case .tls: .failureTLS
        case .policy: .failurePolicy
        case .internal: .failureInternal
        case nil: .failureOther
        }
    }
}
