/// What the rows ask about an item, worked out once.
struct ItemFacts: Sendable {
    let item: Item
    let context: AffordanceContext
    let situation: NetworkSituation
    let connection: Connection
    let phase: Phase
    /// What is in the way of a waiting item, most important first, without what the device's own state disproves.
    let blockers: [Blocker]
    /// Waits for the first observation of the network.
    let isChecking: Bool

    /// Where the item stands on its way to the device.
    enum Phase: Sendable, Equatable {
        case idle, waiting, held, connecting, receiving, finishing, failed
    }

    init(_ item: Item, _ context: AffordanceContext) {
        self.item = item
        self.context = context
        situation = NetworkSituation(context.device)
        connection = Connection(situation, for: context.reach)
        phase = Self.phase(of: item, at: context.now)
        (blockers, isChecking) = Self.obstacles(context, situation, connection, phase)
    }

    private static func phase(of item: Item, at now: Int64) -> Phase {
        switch item.transfer {
        case .idle: item.intent == nil ? .idle : .waiting
        case .ready, .backoff: .waiting
        case .held(_, let until): until.map { $0 <= now } ?? false ? .waiting : .held
        case .connecting: .connecting
        case .receiving: .receiving
        case .verifying, .publishing: .finishing
        case .failed: .failed
        }
    }

    var now: Int64 { context.now }
    var headline: BlockerCode? { isChecking ? nil : blockers.first?.code }
    /// Waits after a failure of its own.
    var isBackingOff: Bool { item.transfer.state == .backoff }
    var isActive: Bool { isMoving || phase == .finishing }
    var isMoving: Bool { phase == .connecting || phase == .receiving }
    var isPursued: Bool { phase != .idle }
    var isOfflineMode: Bool { context.device.offlineMode?.isOn(at: now) ?? false }
    var isAway: Bool { connection == .offline || isOfflineMode }

    func waits(for codes: BlockerCode...) -> Bool {
        guard phase == .waiting, let headline else { return false }
        return codes.contains(headline)
    }
}

// What stands on the device.
extension ItemFacts {
    var isInstalled: Bool { item.installed != nil }
    var isDamaged: Bool { item.installed.map { !$0.isSound } ?? false }
    var isUsable: Bool { item.isUsable(on: context.device, at: now) }
    var isExpired: Bool { item.isExpired(at: now) }
    var isStorageAway: Bool { item.isStorageAway(on: context.device) }

    var expiresSoon: Bool {
        guard isUsable, let end = item.catalogue.expiresAt else { return false }
        return end.clampedDifference(now) <= context.expiryNotice
    }

    var isStale: Bool {
        isUsable && isObtainable && (context.staleSince != nil || !item.isCurrent)
    }

    /// Whether asking for the content can bring it.
    var isObtainable: Bool { item.catalogue.isDownloadable && !context.isWithdrawn }

    /// Being removed, without a way back.
    var isRemoving: Bool {
        switch item.removal {
        case .none, .failed: false
        case .running: true
        case .pending: !isRemovalUndoable
        }
    }

    var isRemovalUndoable: Bool {
        if case .pending = item.removal { !isRemovalDue(item.removal, at: Now(wall: now, monotonic: 0)) } else { false }
    }
}

// What the connection costs. A source on the device or on the link costs nothing.
extension ItemFacts {
    private var usedConnectivity: ConnectivityChanged? {
        connection == .usable && context.reach == .internet ? context.device.connectivity : nil
    }

    var isMetered: Bool { usedConnectivity?.isMetered == true }
    var isRoaming: Bool { usedConnectivity?.isRoaming == true }
    var isLowData: Bool { usedConnectivity?.isLowData == true }
    var isSlow: Bool { [.slow, .unusable].contains(usedConnectivity?.quality?.known) }
    var isCostly: Bool { isMetered || isRoaming || isLowData }

    /// False for a metered connection that is known to be no mobile one.
    var isMobile: Bool {
        guard let interfaces = usedConnectivity?.interfaces, !interfaces.isEmpty else { return true }
        return interfaces.contains { $0.kind == .known(.cellular) }
    }

    /// What the person would have to permit before a download may start over this connection.
    var missingPermission: ActionCode? {
        if isRoaming && !context.allowsRoaming { return .downloadWhileRoaming }
        let isUnknown = usedConnectivity.map { $0.isMetered == nil } ?? false
        if isMetered || isUnknown && context.blocksUnknownMetered, !context.allowsMetered {
            return .downloadOverMetered
        }
        return isLowData && !context.allowsLowData ? .downloadInLowData : nil
    }
}
