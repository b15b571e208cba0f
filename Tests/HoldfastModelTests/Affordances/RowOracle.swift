@testable import HoldfastModel

/// A second reading of the table: the row of an item worked out from its state by another way than the rules, one
/// question after the other instead of one row after the other.
enum RowOracle {
    static func row(_ scene: Scene) -> AffordanceRow {
        let (item, context) = (scene.item, scene.context)
        let view = View(item: item, context: context)
        switch item.removal {
        case .pending(_, _, let end?) where end > context.now: return .removalPending
        case .pending, .running: return view.isWanted ? .removalInProgress : .removalRunning
        case .failed: return .removalFailed
        case .none: break
        }
        if let installed = item.installed { return onDevice(installed, view) }
        return view.isWanted ? onItsWay(view) : absent(view)
    }

    struct View {
        let item: Item
        let context: AffordanceContext

        var net: ConnectivityChanged? { context.device.isConnectivityCurrent ? context.device.connectivity : nil }
        var isOfflineMode: Bool { context.device.offlineMode != nil }
        var isWanted: Bool { item.intent != nil || item.transfer != .idle }
        var isObtainable: Bool { item.catalogue.isDownloadable && !context.isWithdrawn }

        /// Whether the source answers; `nil` while nobody has looked.
        var isReachable: Bool? {
            if context.reach == .loopback { return true }
            guard let link = net?.link.known else { return nil }
            if context.reach == .link { return link != .none }
            return link == .internet && net?.isCaptive != true
        }
        /// The connection as far as it costs something.
        var cost: ConnectivityChanged? { isReachable == true && context.reach == .internet ? net : nil }
        var isSlow: Bool { cost?.quality == .known(.slow) || cost?.quality == .known(.unusable) }
    }

    private static func onDevice(_ installed: Installed, _ view: View) -> AffordanceRow {
        let (item, context) = (view.item, view.context)
        if context.device.volumes.contains(where: { $0.id == installed.volume && !$0.isAvailable }) {
            return .storageAway
        }
        let way = way(item, context.now)
        let isRunning = way == .running || way == .finishing
        if installed.isMissing || installed.isCorrupt {
            if way == .finishing || way == .running && view.isReachable == true { return .repairing }
            return view.isReachable == false ? .damagedOffline : .damaged
        }
        if let end = item.catalogue.expiresAt, end <= context.now {
            if view.isWanted { return .expiredRenewing }
            let isCut = view.isReachable == false || view.isOfflineMode
            return isCut && view.isObtainable ? .expiredOffline : .expired
        }
        if view.isWanted { return isRunning ? .updating : .updateWaiting }
        if let end = item.catalogue.expiresAt, end - context.now <= context.expiryNotice { return .expiresSoon }
        let isOutdated = item.catalogue.expectedDigest.map { $0 != installed.digest } ?? false
        guard isOutdated, view.isObtainable else { return .installed }
        return view.isReachable == true && !view.isOfflineMode ? .stale : .staleOffline
    }

    private enum Way { case none, running, finishing, held, failed, waiting }

    private static func way(_ item: Item, _ now: Int64) -> Way {
        switch item.transfer {
        case .connecting, .receiving: .running
        case .verifying, .publishing: .finishing
        case .held(_, let until?) where until <= now: .waiting
        case .held: .held
        case .failed: .failed
        case .ready, .backoff: .waiting
        case .idle: item.intent == nil ? .none : .waiting
        }
    }

    private static func onItsWay(_ view: View) -> AffordanceRow {
        switch way(view.item, view.context.now) {
        case .finishing: .finishing
        case .held: .held
        case .failed: failed(view)
        case .running: running(view)
        case .waiting: waiting(view)
        case .none: .absent
        }
    }

    private static func running(_ view: View) -> AffordanceRow {
        guard let isReachable = view.isReachable else { return .checking }
        guard isReachable else { return .reconnecting }
        if case .connecting = view.item.transfer { return .starting }
        if view.isSlow { return .receivingSlowly }
        let cost = view.cost
        return cost?.isMetered == true || cost?.isRoaming == true || cost?.isLowData == true
            ? .receivingMetered : .receiving
    }

    private static func failed(_ view: View) -> AffordanceRow {
        guard case .failed(let failure, let needs) = view.item.transfer else { return .absent }
        if view.context.isWithdrawn || failure.class == .known(.notFound) { return .failedGone }
        switch needs.known {
        case .space: if !fits(view) { return .failedSpace }
        case .auth: return .failedAuth
        case .source: return .failedSource
        case .nothing: return .failedNothing
        case .user, nil: break
        }
        return view.isReachable == false ? .failedOffline : .failed
    }

    /// Known to fit.
    private static func fits(_ view: View) -> Bool {
        guard let missing = missing(view), let free = view.context.freeBytes else { return false }
        return missing <= free && missing <= view.context.quotaLeft ?? .max
    }

    static func missing(_ view: View) -> Int64? {
        let size = view.item.staging?.total ?? view.item.catalogue.size
        return size.map { max(0, $0 - (view.item.staging?.durableBytes ?? 0)) }
    }
}
