/// A setting as it might have been.
public struct SettingChange: Sendable, Equatable {
    /// One of `SettingKey.all`, by its name.
    public var key: String
    /// Id of the only item that it stands for; `nil` for all.
    public var item: String?
    /// As in the tool; `nil` for the default, or for an item the global value.
    public var value: String?

    public init(key: String, item: String? = nil, value: String?) {
        self.key = key
        self.item = item
        self.value = value
    }
}

/// Settings that stand in place of the recorded ones, in the form in which values are recorded.
package struct ChangedSettings: Sendable {
    /// By key. Inner `nil` is the default.
    private(set) var global: [String: String?] = [:]
    /// By the item's number and the key.
    private(set) var ofItems: [UInt64: [String: String?]] = [:]
    /// As they were given, with values in the form in which they are recorded.
    private(set) var listed: [SettingChange] = []

    /// - Parameter state: at the end of the history: it knows every item that may be meant.
    /// - Throws: `Refusal`, as setting it would, and what reading the state throws.
    package init(_ changes: [SettingChange], in state: some StateView) throws {
        for change in changes {
            // The rules of setting it judge the key, the value and the item; what they would write does not matter.
            let context = DecisionContext(now: Now(wall: 0, monotonic: 0), next: .max)
            var decider = Decider(state: state, context: context)
            try decider.set(change.key, item: change.item, to: change.value)
            let value = change.value.flatMap { SettingKey.named(change.key)?.recorded($0) }
            listed.append(SettingChange(key: change.key, item: change.item, value: value))
            if let id = change.item {
                guard let number = try state.number(ofItem: id) else { continue }
                ofItems[number, default: [:]][change.key] = .some(value)
            } else {
                global[change.key] = .some(value)
            }
        }
    }

    var keys: Set<String> { ofItems.values.reduce(into: Set(global.keys)) { $0.formUnion($1.keys) } }

    /// Whether a value stands in the state that is not the changed one.
    func differ(from state: some StateView) throws -> Bool {
        for (name, value) in global {
            let standard = SettingKey.named(name)?.standard
            if try state.setting(name, item: nil) ?? standard != value ?? standard { return true }
        }
        for (number, values) in ofItems {
            for (name, value) in values where try state.setting(name, item: number) != value { return true }
        }
        return false
    }
}

/// Settings that no blocker depends on: what they would have done is not in the records.
enum UntoldSetting {
    private static let prefixes = ["retry.", "verify.", "ui.", "privacy.", "bandwidth.", "storage.eviction"]

    static func contains(_ key: String) -> Bool { prefixes.contains { key.hasPrefix($0) } }
}
