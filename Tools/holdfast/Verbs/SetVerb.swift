import Holdfast
import HoldfastModel

/// `set [KEY [VALUE]]`
enum SetVerb {
    enum Request: Sendable, Equatable {
        case list
        case show(key: String, item: String?)
        case change(key: String, item: String?, value: String?)
    }

    static let description = CommandDescription(
        name: "set", group: .run, summary: "Show or change settings",
        discussion: [
            "Without a value it shows the setting and how it came to be; without a key, all settings. A change is "
                + "recorded; setting the value that stands writes nothing. 'No limit' is the word none. --default returns "
                + "to the default, or for an item to the global value."
        ],
        arguments: [
            ArgumentDescription(name: "KEY", count: .optional, summary: "such as network.allowMetered"),
            ArgumentDescription(name: "VALUE", count: .optional, summary: "the new value"),
        ],
        options: [
            .value("item", nil, "ITEM", "for this item only"),
            .flag("default", nil, "return to the default"),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each setting shown",
                keys: [
                    ("key", "its name"), ("item", "the item it is set for; null for the global one"),
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
            case .show(let key, let item): try SettingView.show(key, item, try Looking(invocation))
            case .change(let key, let item, let value):
                let done = value.map { "\(key) is \($0) now" } ?? "\(key) is back at its default"
                return try await Acting.perform(invocation, makesStore: true) { _ in
                    [
                        Errand(
                            item: item, [.set(key: key, for: item.map { .item($0) } ?? .all, value: value)], done: done)
                    ]
                }
            }
            return .done
        })

    /// A name or value that cannot be meant is found before the store is touched.
    static func check(_ request: Request, _ meaning: Meaning) throws(ToolFailure) {
        let (name, item, value): (String, String?, String?)
        switch request {
        case .list: return
        case .show(let key, let of): (name, item, value) = (key, of, nil)
        case .change(let key, let of, let new): (name, item, value) = (key, of, new)
        }
        guard let key = SettingKey.named(name) else {
            throw meaning.usage(
                "there is no setting '\(name)'.",
                suggestion: Similarity.question(name, among: SettingKey.all.map(\.name)) ?? "'holdfast set' lists them."
            )
        }
        if item != nil, !key.isPerItem { throw meaning.usage("\(name) cannot be set for one item.") }
        if let value, key.recorded(value) == nil {
            throw meaning.usage("\(name) cannot be '\(value)'.", suggestion: "It takes \(key.allowed).")
        }
    }

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        let item = meaning.text("item")
        let isDefault = meaning.has("default")
        guard let key = meaning.operands.first else {
            guard item == nil, !isDefault else { throw meaning.usage("name the setting.") }
            return .list
        }
        guard meaning.operands.count == 2 else {
            return isDefault ? .change(key: key, item: item, value: nil) : .show(key: key, item: item)
        }
        guard !isDefault else { throw meaning.usage("a value was given and --default too; one of both is meant.") }
        return .change(key: key, item: item, value: read(meaning.operands[1], for: key))
    }

    /// Sizes as people write them; whatever else the value is, the rules of the settings judge it.
    static func read(_ value: String, for key: String) -> String {
        guard key.hasSuffix("Bytes"), let bytes = try? ByteText.parse(value) else { return value }
        return String(bytes)
    }
}
