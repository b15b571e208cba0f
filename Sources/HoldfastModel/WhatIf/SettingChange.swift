/// A setting as it might have been.
public struct SettingChange: Sendable, Equatable {
    /// One of `SettingKey.all`, by its name.
    public var key: String
    public var scope: Scope
    /// As in the tool; `nil` for the default, or for an item or a group the value of the wider scope.
    public var value: String?

    public init(key: String, for scope: Scope = .all, value: String?) {
        self.key = key
        self.scope = scope
        self.value = value
    }
}

/// Settings that stand in place of the recorded ones, in the form in which values are recorded.
package struct ChangedSettings: Sendable {
    /// By key. Inner `nil` is the default.
    private(set) var global: [String: String?] = [:]
    /// By the number of the item or group, and the key.
    private(set) var scoped: [UInt64: [String: String?]] = [:]
    /// As they were given, with values in the form in which they are recorded.
    private(set) var listed: [SettingChange] = []

    /// - Parameter state: at the end of the history: it knows every item and group that may be meant.
    /// - Throws: `Refusal`, as setting it would, and what reading the state throws.
    package init(_ changes: [SettingChange], in state: some StateView) throws {
        for change in changes {
            // The rules of setting it judge the key, the value and the scope; what they would write does not matter.
            var decider = Decider(
                state: state, context: DecisionContext(now: Now(wall: 0, monotonic: 0), next: .max))
            try decider.set(change.key, for: change.scope, to: change.value)
            let value = change.value.flatMap { SettingKey.named(change.key)?.recorded($0) }
            listed.append(SettingChange(key: change.key, for: change.scope, value: value))
            if let number = try decider.subject(of: change.scope).number {
                scoped[number, default: [:]][change.key] = .some(value)
            } else {
                global[change.key] = .some(value)
            }
        }
    }

    var keys: Set<String> { scoped.values.reduce(into: Set(global.keys)) { $0.formUnion($1.keys) } }

    /// Whether a value stands in the state that is not the changed one.
    func differ(from state: some StateView) throws -> Bool {
        for (name, value) in global {
            let standard = SettingKey.named(name)?.standard
            if try state.setting(name, for: nil) ?? standard != value ?? standard { return true }
        }
        for (number, values) in scoped {
            for (name, value) in values where try state.setting(name, for: number) != value { return true }
        }
        return false
    }
}

/// Settings that no blocker depends on: what they would have done is not in the records.
enum UntoldSetting {
    private static let prefixes = ["retry.", "verify.", "ui.", "privacy.", "bandwidth.", "storage.eviction"]

    static func contains(_ key: String) -> Bool { prefixes.contains { key.hasPrefix($0) } }
}
