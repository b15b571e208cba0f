extension AffordanceContext {
    /// The context of an item in a state: its title, settings and source, and the room that is left for it. The caller
    /// adds what no state holds: live progress, the items ahead, and the view's cursor.
    ///
    /// - Throws: what reading the state throws.
    package init(of item: Item, in state: some StateView, blockers: [Blocker], now: Int64) throws {
        self.init(device: try state.device(), blockers: blockers, now: now)
        let policy = try ItemPolicy(of: item, over: state.generalSettings(), consents: device.consents, in: state)
        let settings = policy.settings
        func agrees(_ kind: ConsentKind) -> Bool { policy.agrees(to: kind, bytes: item.catalogue.size, at: now) }
        allowsMetered = item.intent?.allowsMetered ?? settings.allowsMetered || agrees(.metered)
        allowsRoaming = settings.allowsRoaming || agrees(.roaming)
        allowsLowData = settings.allowsLowData || agrees(.lowData)
        confirmLimit = agrees(.large) ? nil : settings.confirmBytes
        isWithdrawn = item.catalogue.isWithdrawn
        blocksUnknownMetered = settings.unknownMetered == .block
        // The sources of a log that was passed on without its personal parts are not known: most are on the internet.
        reach = try state.source(of: item)?.reach ?? .internet
        title = try state.details(of: item)?.title
        groupID = policy.group?.id
        standingConsents = Set(
            ConsentKind.allCases.filter { policy.agreesBeyondItem(to: $0, bytes: item.catalogue.size, at: now) })
        groupTitle = try policy.group.flatMap { try state.details(of: $0)?.title }
        let totals = try state.totals()
        freeBytes = device.contentVolume.freeBytes.map {
            max(0, $0.clampedDifference(settings.keepFreeBytes).clampedDifference(totals.reservedBytes))
        }
        quotaLeft = settings.quotaBytes.map { quota in
            let held = totals.usedBytes.clampedSum(totals.partialBytes).clampedSum(totals.reservedBytes)
            return max(0, quota.clampedDifference(held))
        }
    }
}
