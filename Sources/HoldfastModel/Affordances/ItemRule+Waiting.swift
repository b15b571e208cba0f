extension ItemRule {
    /// Wanted and not running, by the first reason.
    static let waiting: [ItemRule] = switches + network + needs + times

    private static let switches: [ItemRule] = [
        ItemRule(.waitingOfflineMode) {
            $0.waits(for: .offlineMode)
        } show: {
            $0.waiting(Icon(.cloudOff), .queued, [Part(.offlineModeOn), $0.sizePart])
        },
        ItemRule(.waitingPaused) {
            $0.waits(for: .pausedAll, .pausedGroup)
        } show: {
            $0.waiting(
                Icon(.pauseCircle), .paused, [$0.headline == .pausedAll ? Part(.allPaused) : $0.groupPausedPart],
                besides: [Offer(.downloadOnlyThis)])
        },
    ]

    private static let network: [ItemRule] = [
        ItemRule(.waitingNoNetwork) {
            $0.waits(for: .noNetwork) && !$0.hasPartial
        } show: {
            $0.waiting(Icon(.cloudOff), .noInternet, [Part(.downloadStartsWhenConnected), $0.sizePart])
        },
        ItemRule(.waitingNoNetworkPartial) {
            $0.waits(for: .noNetwork)
        } show: {
            var shown = $0.waiting(
                Icon(.cloudOff), .noInternet,
                [Part(.stoppedAt, .part($0.receivedPart)), Part(.resumesByItself)])
            shown.progress = $0.progress
            return shown
        },
        ItemRule(.waitingLocalOnly) {
            $0.waits(for: .localOnly)
        } show: {
            $0.waiting(Icon(.cloudOff), .noInternet, [Part(.withoutInternet), $0.sizePart])
        },
        ItemRule(.waitingCaptivePortal) {
            $0.waits(for: .captivePortal)
        } show: {
            $0.waiting(Icon(.captivePortal), .signInToNetwork, [Part(.downloadWaits), $0.sizePart], .attention)
        },
        ItemRule(.waitingUnmetered) {
            $0.waits(for: .needsUnmetered, .meteredUnknown)
        } show: {
            $0.waiting(
                Icon(.wifi), .waitingForWifi,
                ($0.headline == .meteredUnknown ? [Part(.meteredUnknown)] : []) + [$0.sizePart])
        },
        ItemRule(.waitingRoamingOrLowData) {
            $0.waits(for: .roaming, .lowData)
        } show: {
            $0.waiting(
                Icon(.wifi), .waitingForWifi,
                [Part($0.headline == .roaming ? .roamingOff : .lowDataMode), $0.sizePart])
        },
        ItemRule(.waitingLinkTooSlow) {
            $0.waits(for: .linkTooSlow)
        } show: {
            $0.waiting(Icon(.networkCheck), .waitingForBetter, [$0.sizePart])
        },
    ]

    private static let needs: [ItemRule] = [
        ItemRule(.waitingConsent) {
            $0.waits(for: .consentNeeded)
        } show: {
            $0.waiting(
                Icon(.help), .confirmDownload, [$0.sizePart] + $0.consentParts,
                .attention)
        },
        ItemRule(.waitingAuth) {
            $0.waits(for: .authNeeded)
        } show: {
            $0.waiting(Icon(.lock), .signIn, [Part(.toContinue), $0.sizePart], .attention)
        },
        ItemRule(.waitingSpace) {
            $0.waits(for: .noSpace)
        } show: {
            $0.waiting(Icon(.sdCardAlert), .notEnoughSpace, $0.spaceParts, .problem)
        },
        ItemRule(.waitingQuota) {
            $0.waits(for: .quotaFull)
        } show: {
            $0.waiting(
                Icon(.sdCardAlert), .limitReached, $0.quotaParts, .attention, besides: [Offer(.raiseLimit)])
        },
        ItemRule(.waitingVolume) {
            $0.waits(for: .volumeMissing)
        } show: {
            $0.waiting(
                Icon(.sdCardAlert), .storageNotConnected, $0.volumeParts.isEmpty ? [$0.sizePart] : $0.volumeParts,
                .problem)
        },
    ]

    private static let times: [ItemRule] = [
        ItemRule(.waitingSchedule) {
            $0.waits(for: .scheduleClosed, .notBefore)
        } show: {
            $0.waiting(Icon(.schedule), .scheduled, [$0.reason, $0.sizePart])
        },
        ItemRule(.waitingPower) {
            $0.waits(for: .needsCharging, .batteryLow, .lowPowerMode)
        } show: {
            $0.waiting(Icon(.batteryAlert), .waiting, [$0.reason, $0.sizePart])
        },
        ItemRule(.waitingBackoff) {
            $0.waits(for: .backoff)
        } show: {
            $0.isBackingOff
                ? $0.waiting(Icon(.syncProblem), .tryingAgain, $0.backoffParts)
                : $0.waiting(Icon(.schedule), .waiting, $0.quietParts)
        },
        ItemRule(.queued) {
            $0.phase == .waiting
        } show: {
            $0.waiting(Icon(.schedule), .queued, [$0.turnPart, $0.sizePart])
        },
    ]
}

extension ItemFacts {
    /// The parts all waiting rows share: what the first reason can be met with, Cancel, and what else is needed.
    fileprivate func waiting(
        _ icon: Icon, _ label: PhraseKey, _ detail: [Part], _ emphasis: Emphasis = .normal, besides: [Offer] = []
    ) -> Presentation {
        Presentation(
            icon: icon, label: Part(label), detail: detail + thenNeeds,
            primary: firstBlocker.flatMap { BlockerWords($0, self).fix }, secondary: besides + [Offer(.cancel)],
            emphasis: emphasis)
    }

    var groupPausedPart: Part {
        context.groupTitle.map { Part(.namedGroupPaused, .text($0)) } ?? Part(.groupPaused)
    }

    /// Nothing where the group is not known.
    var resumesGroup: Offer? {
        guard context.groupID != nil else { return nil }
        return context.groupTitle.map { Offer(.resumeGroup, .actResumeNamedGroup, naming: $0) } ?? Offer(.resumeGroup)
    }

    /// "Needs 48 MB, 12 MB free".
    func spacePart(_ needed: Argument, free: Int64?) -> Part {
        free.map { Part(.needsAndFree, needed, .bytes($0, .down)) } ?? Part(.needsBytes, needed)
    }

    fileprivate var spaceParts: [Part] {
        let needs = firstBlocker?.needBytes ?? missingBytes
        let free = firstBlocker?.limitBytes ?? context.freeBytes
        return [spacePart(needs.map { .bytes($0, .up) } ?? .part(Part(.needSpace)), free: free)]
    }

    /// Why it asks.
    fileprivate var consentParts: [Part] {
        isRoaming ? [Part(.usesRoaming)] : isCostly ? costParts : [Part(.largeDownload)]
    }

    fileprivate var quotaParts: [Part] {
        guard let quota = firstBlocker?.limitBytes else { return [sizePart] }
        guard let left = context.quotaLeft else { return [Part(.quotaIs, .bytes(quota))] }
        return [Part(.usedOfQuota, .bytes(max(0, quota.clampedDifference(left))), .bytes(quota))]
    }

    fileprivate var backoffParts: [Part] {
        var until = firstBlocker?.until
        if until == nil, case .backoff(let notBefore, _, _, _) = item.transfer { until = notBefore }
        let parts = [wait(until: until).map { Part(.inTime, $0) }, failurePart].compactMap { $0 }
        return parts.isEmpty ? [sizePart] : parts
    }

    /// The host asked for quiet after another item's request.
    fileprivate var quietParts: [Part] {
        [Part(.serverAsksToWait)] + (wait(until: firstBlocker?.until).map { [Part(.goesOnIn, $0)] } ?? [sizePart])
    }

    private func wait(until: Int64?) -> Argument? {
        until.map { .duration(max(0, $0.clampedDifference(now))) }
    }

    fileprivate var turnPart: Part {
        if let ahead = context.itemsAhead, ahead > 0 {
            let isAll = ahead < AffordanceContext.itemsAheadMax
            return Part(isAll ? .itemsAhead : .manyAhead, .count(Int64(min(ahead, AffordanceContext.itemsAheadMax))))
        }
        return Part(firstBlocker == nil ? .startsNow : .waitsForTurn)
    }
}
