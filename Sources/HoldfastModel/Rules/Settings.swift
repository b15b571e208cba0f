/// The settings that stand for an item, or globally: what was set for the item, else globally, else the default.
package struct Settings: Sendable, Equatable {
    package enum UnknownMetered: String, Sendable, CaseIterable { case allow, block }
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
        for key in SettingKey.all {
            if let text = try state.setting(key.name, item: nil) { set(key, to: text) }
        }
        if let item { self = try self.refined(for: item, in: state) }
    }

    /// These global settings with what was set for the item.
    package func refined(for item: Item, in state: some StateView) throws -> Settings {
        guard item.settingCount > 0 else { return self }
        var refined = self
        for key in SettingKey.all where key.isPerItem {
            if let text = try state.setting(key.name, item: item.number) { refined.set(key, to: text) }
        }
        return refined
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

/// The text of a setting that stands for an item or, without one, globally; the default where nothing was set.
package func effectiveSetting(_ key: SettingKey, item: Item?, in state: some StateView) throws -> String {
    if let item, key.isPerItem, let own = try state.setting(key.name, item: item.number) { return own }
    return try state.setting(key.name, item: nil) ?? key.standard
}
