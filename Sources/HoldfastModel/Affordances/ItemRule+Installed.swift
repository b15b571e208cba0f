extension ItemRule {
    /// A file stands on the device, usable or not.
    static let installed: [ItemRule] = damaged + expired + usable

    private static let damaged: [ItemRule] = [
        ItemRule(.storageAway) {
            $0.isStorageAway
        } show: {
            Presentation(
                icon: Icon(.sdCardAlert), label: Part(.storageNotConnected),
                detail: $0.volumeParts + [$0.installedPart],
                secondary: [Offer(.remove)], emphasis: .problem)
        },
        ItemRule(.repairing) {
            $0.isDamaged && ($0.phase == .finishing || $0.isMoving && $0.connection == .usable)
        } show: {
            Presentation(
                icon: Icon(.downloading, .ring), label: Part(.repairing), detail: [$0.receivedPart] + $0.timeLeft,
                progress: $0.progress, primary: $0.isMoving ? Offer(.pause) : nil, secondary: [Offer(.remove)],
                emphasis: .active)
        },
        ItemRule(.damaged) {
            $0.isDamaged && $0.connection != .offline
        } show: {
            Presentation(
                icon: Icon(.error), label: Part(.needsRepair),
                detail: [$0.damagePart, $0.sizePart] + ($0.isPursued ? [$0.reason] + $0.thenNeeds : $0.goneParts),
                primary: $0.isPursued ? $0.advance(.actDownloadAgain) : Offer(.repair), secondary: [Offer(.remove)],
                emphasis: .problem)
        },
        ItemRule(.damagedOffline) {
            $0.isDamaged
        } show: {
            Presentation(
                icon: Icon(.cloudOff), label: Part(.noInternet),
                detail: [Part(.needsRepair), $0.sizePart]
                    + ($0.isPursued ? [$0.pursuedOffline] + $0.thenNeeds : $0.goneParts),
                primary: $0.isPursued ? $0.advance(.actRepairWhenOnline) : Offer(.repair, .actRepairWhenOnline),
                secondary: [Offer(.remove)], emphasis: .problem)
        },
    ]

    private static let expired: [ItemRule] = [
        ItemRule(.expiredRenewing) {
            $0.isExpired && $0.isPursued
        } show: {
            Presentation(
                icon: Icon(.lockClock, $0.isActive ? .ring : .filled), label: Part(.expired), detail: $0.renewalParts,
                progress: $0.isMoving ? $0.progress : nil,
                primary: $0.isMoving ? Offer(.pause) : $0.advance(.actRenew),
                secondary: [Offer(.remove)], emphasis: $0.isActive ? .active : .attention)
        },
        ItemRule(.expired) {
            $0.isExpired && (!$0.isAway || !$0.isObtainable)
        } show: {
            Presentation(
                icon: Icon(.lockClock), label: Part(.expired), detail: [Part($0.isObtainable ? .renewToUse : .gone)],
                primary: Offer(.update, .actRenew), secondary: [Offer(.remove)], emphasis: .attention)
        },
        ItemRule(.expiredOffline) {
            $0.isExpired
        } show: {
            Presentation(
                icon: Icon(.lockClock), label: Part(.expired), detail: [Part(.connectToRenew)],
                primary: $0.isOfflineMode ? Offer(.goOnline) : nil, secondary: [Offer(.remove)],
                emphasis: .attention)
        },
    ]

    private static let usable: [ItemRule] = [
        ItemRule(.updating) {
            $0.isUsable && $0.isActive
        } show: {
            let isCut = $0.isMoving && $0.connection == .offline
            return Presentation(
                icon: Icon(.offlinePin, .ring), label: Part(.offline),
                detail: [Part(isCut ? .reconnecting : .updating), $0.receivedPart], progress: $0.progress,
                primary: Offer(.open),
                secondary: ($0.isMoving ? [Offer(.pause, .actPauseUpdate)] : []) + [Offer(.remove)],
                emphasis: .active)
        },
        ItemRule(.updateWaiting) {
            $0.isUsable && $0.isPursued
        } show: {
            Presentation(
                icon: Icon(.offlinePin), label: Part(.offline),
                detail: [Part(.updateWaiting, .part($0.reason))] + $0.thenNeeds + [Part(.versionKept)],
                primary: Offer(.open),
                secondary: [$0.advance(.actUpdateNow), Offer(.why), Offer(.remove)].compactMap { $0 })
        },
        ItemRule(.expiresSoon) {
            $0.expiresSoon
        } show: {
            let left = ($0.item.catalogue.expiresAt ?? $0.now).clampedDifference($0.now)
            return Presentation(
                icon: Icon(.offlinePin), label: Part(.offline), detail: [Part(.expiresIn, .duration(left, .down))],
                primary: Offer(.open), secondary: [Offer(.update, .actRenew), Offer(.remove)], emphasis: .attention)
        },
        ItemRule(.stale) {
            $0.isStale && $0.connection == .usable && !$0.isOfflineMode
        } show: {
            Presentation(
                icon: Icon(.offlinePin, .dot), label: Part(.offline), detail: [Part(.updateAvailable), $0.sizePart],
                primary: Offer(.open), secondary: [Offer(.update), Offer(.remove)])
        },
        ItemRule(.staleOffline) {
            $0.isStale
        } show: {
            Presentation(
                icon: Icon(.offlinePin), label: Part(.offline),
                detail: [Part(.saved, .date($0.item.installed?.publishedAt ?? $0.now))], primary: Offer(.open),
                secondary: [Offer(.remove)])
        },
        ItemRule(.installed) {
            $0.isUsable
        } show: {
            Presentation(
                icon: Icon(.offlinePin), label: Part(.offline), detail: [$0.installedPart], primary: Offer(.open),
                secondary: [Offer(.remove, .actRemoveDownload)], emphasis: .quiet)
        },
    ]
}

extension ItemFacts {
    fileprivate var damagePart: Part { Part(item.installed?.isMissing == true ? .fileMissing : .fileDamaged) }

    fileprivate var goneParts: [Part] { isObtainable ? [] : [Part(.gone)] }

    /// Why a wanted repair does not run while the source cannot be reached: a pause or a failure says more than the network.
    fileprivate var pursuedOffline: Part {
        switch phase {
        case .held, .failed: reason
        case .waiting where headline == .offlineMode || headline == .pausedAll || headline == .pausedGroup: reason
        default: Part(.repairsWhenConnected)
        }
    }

    fileprivate var renewalParts: [Part] {
        switch phase {
        case .connecting, .receiving: [Part(connection == .offline ? .reconnecting : .renewing), receivedPart]
        case .finishing: [Part(.renewing), Part(.checkingFile)]
        case .failed: [Part(.renewalFailed, .part(reason))]
        case .held, .waiting, .idle: [Part(.renewalWaiting, .part(reason))] + thenNeeds
        }
    }

    var volumeParts: [Part] { context.volumeName.map { [Part(.plain, .text($0))] } ?? [] }
}
