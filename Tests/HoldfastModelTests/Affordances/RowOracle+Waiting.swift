@testable import HoldfastModel

extension RowOracle {
    static func waiting(_ view: View) -> AffordanceRow {
        let codes = Set(view.context.blockers.map(\.code))
        // What the person switched off comes before the network, the network before everything else.
        if codes.contains(.offlineMode) { return .waitingOfflineMode }
        if codes.contains(.pausedAll) || codes.contains(.pausedGroup) { return .waitingPaused }
        switch view.isReachable {
        case nil: return .checking
        case true?: return reachable(view, codes)
        case false?: return unreachable(view, codes)
        }
    }

    private static func unreachable(_ view: View, _ codes: Set<BlockerCode>) -> AffordanceRow {
        let hasBytes = view.item.staging?.durableBytes ?? 0 > 0
        let isCaptive = view.net?.isCaptive == true && view.net?.link != .known(.none)
        // The reasons given come first; without one it is what the device tells.
        let given = [BlockerCode.noNetwork, .localOnly, .captivePortal].first(where: codes.contains)
        let told: BlockerCode = view.net?.link == .known(.none) ? .noNetwork : isCaptive ? .captivePortal : .localOnly
        switch given ?? told {
        case .localOnly: return .waitingLocalOnly
        case .captivePortal: return .waitingCaptivePortal
        default: return hasBytes ? .waitingNoNetworkPartial : .waitingNoNetwork
        }
    }

    private static func reachable(_ view: View, _ codes: Set<BlockerCode>) -> AffordanceRow {
        let order: [(BlockerCode, AffordanceRow)] = [
            (.needsUnmetered, .waitingUnmetered), (.meteredUnknown, .waitingUnmetered),
            (.roaming, .waitingRoamingOrLowData), (.lowData, .waitingRoamingOrLowData),
            (.linkTooSlow, .waitingLinkTooSlow), (.consentNeeded, .waitingConsent), (.authNeeded, .waitingAuth),
            (.noSpace, .waitingSpace), (.quotaFull, .waitingQuota), (.volumeMissing, .waitingVolume),
            (.scheduleClosed, .waitingSchedule), (.notBefore, .waitingSchedule), (.needsCharging, .waitingPower),
            (.batteryLow, .waitingPower), (.lowPowerMode, .waitingPower), (.backoff, .waitingBackoff),
        ]
        return order.first { codes.contains($0.0) }?.1 ?? .queued
    }

    static func absent(_ view: View) -> AffordanceRow {
        let (item, context) = (view.item, view.context)
        if context.isWithdrawn { return .withdrawn }
        if !item.catalogue.isDownloadable { return view.isReachable == false ? .onlineOnlyOffline : .onlineOnly }
        let missing = missing(view)
        if let missing, missing > context.freeBytes ?? .max || missing > context.quotaLeft ?? .max {
            return .absentTooLarge
        }
        if view.isReachable == false || view.isOfflineMode { return .absentOffline }
        if item.staging?.durableBytes ?? 0 > 0 { return .absentPartial }
        guard let cost = view.cost else { return .absent }
        let isUnknown = cost.isMetered == nil && context.blocksUnknownMetered
        let lacksPermission =
            cost.isRoaming == true && !context.allowsRoaming || cost.isLowData == true && !context.allowsLowData
            || (cost.isMetered == true || isUnknown) && !context.allowsMetered
        if lacksPermission { return .absentUnmetered }
        let asks = context.confirmLimit.map { missing ?? .max >= $0 } ?? false
        if asks, cost.isMetered == true || cost.isRoaming == true { return .absentOverLimit }
        return view.isSlow ? .absentSlow : .absent
    }
}
