import Holdfast
import HoldfastModel

/// `set [KEY [VALUE]]`
enum SetVerb {
    enum Request: Sendable, Equatable {
        case list
        case show(key: String, for: Scope)
        case change(key: String, for: Scope, value: String?)
    }

    static let description = CommandDescription(
        name: "set", group: .run, summary: "Show or change settings",
        discussion: [
            "Without a value it shows the setting and how it came to be; without a key, all settings. A change is "
                + "recorded; setting the value that stands writes nothing. 'No limit' is the word none. For an item its own value "
                + "counts, then that of its group, then the global one; --default takes the one that is named away."
        ],
        arguments: [
            ArgumentDescription(name: "KEY", count: .optional, summary: "such as network.allowMetered"),
            ArgumentDescription(name: "VALUE", count: .optional, summary: "the new value"),
        ],
        options: [
            .value("item", nil, "ITEM", "for this item only"),
            .value("group", nil, "GROUP", "for the items of this group"),
            .flag("default", nil, "return to the default"),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each setting shown",
                keys: [
                    ("key", "its name"), ("item", "the item it is set for, or null"),
                    ("group", "the group it is set for, or null"),
                    ("value", "that counts now, as text"), ("default", "the built-in value"),
                    ("setAt", "position of the record that set it; null for the default"),
                    ("history", "list of {position, recordedAt, actor, old, new}"),
                ]), OutcomeObject.description,
        ],
        examples: [
            .init(
                line: "holdfast set network.allowMetered true --item guide", purpose: "One item may use mobile data."),
            .init(line: "holdfast set storage.quotaBytes 2GB", purpose: "Sizes may carry a unit."),
            .init(line: "holdfast set retry.budget", purpose: "The value and its history."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            try check(request, invocation.meaning)
            switch request {
            case .list: try SettingView.list(try Looking(invocation))
            case .show(let key, let scope): try SettingView.show(key, scope, try Looking(invocation))
            case .change(let key, let scope, let value):
                let place = if case .group(let group) = scope { " for group \(group)" } else { "" }
                let done = value.map { "\(key) is \($0) now" } ?? "\(key) is back at its default"
                let item: String? = if case .item(let id) = scope { id } else { nil }
                return try await Acting.perform(invocation, makesStore: true) { _ in
                    [Errand(item: item, [.set(key: key, for: scope, value: value)], done: done + place)]
                }
            }
            return .done
        })

    /// A name or value that cannot be meant is found before the store is touched.
    static func check(_ request: Request, _ meaning: Meaning) throws(ToolFailure) {
        let (name, scope, value): (String, Scope, String?)
        switch request {
        case .list: return
        case .show(let key, let of): (name, scope, value) = (key, of, nil)
        case .change(let key, let of, let new): (name, scope, value) = (key, of, new)
        }
        guard let key = SettingKey.named(name) else {
            throw meaning.usage(
                "there is no setting '\(name)'.",
                suggestion: Similarity.question(name, among: SettingKey.all.map(\.name)) ?? "'holdfast set' lists them."
            )
        }
        if scope != .all, !key.isPerItem { throw meaning.usage("\(name) stands for all items and for no single one.") }
        if let value, key.recorded(value) == nil {
            throw meaning.usage("\(name) cannot be '\(value)'.", suggestion: "It takes \(key.allowed).")
        }
    }

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        let scope = try scope(meaning)
        let isDefault = meaning.has("default")
        guard let key = meaning.operands.first else {
            guard scope == .all, !isDefault else { throw meaning.usage("name the setting.") }
            return .list
        }
        guard meaning.operands.count == 2 else {
            return isDefault ? .change(key: key, for: scope, value: nil) : .show(key: key, for: scope)
        }
        guard !isDefault else { throw meaning.usage("a value was given and --default too; one of both is meant.") }
        return .change(key: key, for: scope, value: read(meaning.operands[1], for: key))
    }

    private static func scope(_ meaning: Meaning) throws(ToolFailure) -> Scope {
        switch (meaning.text("item"), meaning.text("group")) {
        case (nil, nil): .all
        case (let item?, nil): .item(item)
        case (nil, let group?): .group(group)
        default: throw meaning.usage("--item and --group were given; one of both is meant.")
        }
    }

    /// Sizes as people write them; whatever else the value is, the rules of the settings judge it.
    static func read(_ value: String, for key: String) -> String {
        guard key.hasSuffix("Bytes"), let bytes = try? ByteText.parse(value) else { return value }
        return String(bytes)
    }
}
