extension ItemFacts {
    private static let networkCodes: [BlockerCode] = [.noNetwork, .localOnly, .captivePortal]
    private static let costCodes: [BlockerCode] = [.needsUnmetered, .meteredUnknown, .roaming, .lowData, .linkTooSlow]

    /// The blockers as a screen may tell them: what the device's own state disproves is left out ("No internet" while
    /// the internet is usable), what it proves is added (a wait without a reason), in the order in which reasons are told.
    static func obstacles(
        _ context: AffordanceContext, _ situation: NetworkSituation, _ connection: Connection,
        _ phase: Phase
    ) -> (blockers: [Blocker], isChecking: Bool) {
        guard phase == .waiting else { return ([], false) }
        var blockers = context.blockers.filter { blocker in
            switch blocker.code {
            // A removal that is under way is told by the rows of removal.
            case .removalInProgress: false
            // Told as `isChecking`, which the device itself decides.
            case .checking: false
            case let code where networkCodes.contains(code): connection == .offline
            case let code where costCodes.contains(code): connection != .checking
            default: true
            }
        }
        if connection == .offline, !blockers.contains(where: { networkCodes.contains($0.code) }) {
            blockers.append(Blocker(missingNetwork(situation)))
        }
        blockers.sort { $0.code.rawValue < $1.code.rawValue }
        let isBehindSwitch = blockers.first.map { $0.code.rawValue < BlockerCode.noNetwork.rawValue } ?? false
        return (blockers, connection == .checking && !isBehindSwitch)
    }

    private static func missingNetwork(_ situation: NetworkSituation) -> BlockerCode {
        switch situation {
        case .local: .localOnly
        case .captive: .captivePortal
        case .unknown, .offline, .internet: .noNetwork
        }
    }
}
