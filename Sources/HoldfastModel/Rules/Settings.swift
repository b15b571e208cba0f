/// The settings that stand for an item, or globally: what was set for the item, else globally, else the default.
package struct Settings: Sendable, Equatable {
    package enum UnknownMetered: String, Sendable, CaseIterable { case allow, block }
    package enum LogURLs: String, Sendable, CaseIterable { case full, host, none }
    package enum VerifyPolicy: String, Sendable, CaseIterable { case required, ifKnown, sizeOnly }

    package var allowsMetered = false
    package var unknownMetered = UnknownMetered.allow
    package var allowsRoaming = false
    package var allowsLowData = false
    /// Bytes per second; 0 for no minimum.
    package var minDownlinkBps: Int64 = 0
    package var maxConcurrent: Int64 = 3
    package var maxPerHost: Int64 = 2
    /// Bytes per second; `nil` for no limit.
    package var maxBps: Int64?
    /// The same while the connection is metered.
    package var meteredMaxBps: Int64?
    /// Size from which a download over a metered or roaming connection is confirmed first; `nil` for none.
    package var confirmBytes: Int64?
    package var windows = ScheduleWindows()
    package var needsCharging = false
    /// `nil` while nothing makes way by itself.
    package var eviction: EvictionRule?
    package var logURLs = LogURLs.full
    package var retryBaseMs: Int64 = 2_000
    package var retryCapMs: Int64 = 300_000
    package var retryBudget: Int64 = 8
    /// `nil` for no limit.
    package var quotaBytes: Int64?
    package var keepFreeBytes: Int64 = 500_000_000
    package var verifyPolicy = VerifyPolicy.required
    package var undoMs: Int64 = 10_000

    package init() {}

    /// - Parameter item: `nil` for the global settings.
    package init(of item: Item?, in state: some StateView) throws {
        self.init()
        try apply(SettingKey.all, for: nil, in: state)
        if let item { self = try ItemPolicy(of: item, over: self, in: state).settings }
    }

    /// Puts what was set for a scope in the place of what stood.
    fileprivate mutating func apply(_ keys: [SettingKey], for scope: UInt64?, in state: some StateView) throws {
        for key in keys {
            if let text = try state.setting(key.name, for: scope) { set(key, to: text) }
        }
    }

    /// A value that this program cannot read leaves the default.
    private mutating func set(_ key: SettingKey, to text: String) {
        switch key.name {
        case "network.allowMetered": allowsMetered = text == "true"
        case "network.unknownMetered": unknownMetered = UnknownMetered(rawValue: text) ?? unknownMetered
        case "network.allowRoaming": allowsRoaming = text == "true"
        case "network.allowLowData": allowsLowData = text == "true"
        case "network.minDownlinkBps": minDownlinkBps = key.clamped(text) ?? minDownlinkBps
        case "queue.maxConcurrent": maxConcurrent = key.clamped(text) ?? maxConcurrent
        case "queue.maxPerHost": maxPerHost = key.clamped(text) ?? maxPerHost
        case "bandwidth.maxBps": maxBps = key.clamped(text)
        case "bandwidth.meteredMaxBps": meteredMaxBps = key.clamped(text)
        case "network.confirmBytes": confirmBytes = key.clamped(text)
        case "schedule.windows": windows = ScheduleWindows(text) ?? windows
        case "power.needsCharging": needsCharging = text == "true"
        case "storage.eviction": eviction = EvictionRule.allCases.first { "\($0)" == text }
        case "privacy.logUrls": logURLs = LogURLs(rawValue: text) ?? logURLs
        case "retry.baseMs": retryBaseMs = key.clamped(text) ?? retryBaseMs
        case "retry.capMs": retryCapMs = key.clamped(text) ?? retryCapMs
        case "retry.budget": retryBudget = key.clamped(text) ?? retryBudget
        case "storage.quotaBytes": quotaBytes = key.clamped(text)
        case "storage.keepFreeBytes": keepFreeBytes = key.clamped(text) ?? keepFreeBytes
        case "verify.policy": verifyPolicy = VerifyPolicy(rawValue: text) ?? verifyPolicy
        case "ui.undoMs": undoMs = key.clamped(text) ?? undoMs
        default: break
        }
    }
}

/// The settings and consents that stand for one item: its own, else its group's, else those for all.
package struct ItemPolicy: Sendable {
    package let settings: Settings
    package let group: Group?
    /// Of the item's request, its group and all, in this order.
    package let consents: [Consent]
    /// How many of them are of the item's request.
    private let ownCount: Int

    /// - Parameters:
    ///   - settings: the global ones.
    ///   - general: consents for all.
    package init(
        of item: Item, over settings: Settings, consents general: [Consent] = [], in state: some StateView
    ) throws {
        group = try item.group.flatMap { try state.group($0) }
        var refined = settings
        if let group, group.settingCount > 0 {
            try refined.apply(SettingKey.scoped, for: group.number, in: state)
        }
        if item.settingCount > 0 { try refined.apply(SettingKey.scoped, for: item.number, in: state) }
        self.settings = refined
        ownCount = item.intent?.consents.count ?? 0
        consents = (item.intent?.consents ?? []) + (group?.consents ?? []) + general
    }

    /// Whether a consent that takes this one in holds now for a download of this size.
    package func agrees(to kind: ConsentKind, bytes: Int64?, at now: Int64) -> Bool {
        Self.agree(consents, to: kind, bytes: bytes, at: now)
    }

    /// The same, counting only what was agreed to for the item's group or for all: nothing done to the item takes it back.
    package func agreesBeyondItem(to kind: ConsentKind, bytes: Int64?, at now: Int64) -> Bool {
        Self.agree(consents.dropFirst(ownCount), to: kind, bytes: bytes, at: now)
    }

    private static func agree(
        _ consents: some Sequence<Consent>, to kind: ConsentKind, bytes: Int64?, at now: Int64
    ) -> Bool {
        consents.contains { consent in
            consent.kind.known.map(kind.takenInBy.contains) ?? false && consent.holds(bytes: bytes, at: now)
        }
    }
}

/// The text of a setting that stands for an item or, without one, globally; the default where nothing was set.
package func effectiveSetting(_ key: SettingKey, item: Item?, in state: some StateView) throws -> String {
    for scope in [item?.number, item?.group] where key.isPerItem {
        if let scope, let own = try state.setting(key.name, for: scope) { return own }
    }
    return try state.setting(key.name, for: nil) ?? key.standard
}

extension ConsentKind {
    /// Consents of these kinds take it in. The dearer takes in the cheaper: who agreed to roaming agreed to a metered connection, and was
    /// told the size.
    package var takenInBy: [ConsentKind] {
        switch self {
        case .metered: [.metered, .roaming]
        case .lowData: [.lowData, .metered, .roaming]
        case .large: [.large, .metered, .roaming]
        case .roaming, .slow, .schedule, .power, .pause: [self]
        }
    }
}
