import Holdfast
import HoldfastModel

/// `simulate --set KEY=VALUE`
enum SimulateVerb {
    static let description = CommandDescription(
        name: "simulate", group: .audit, summary: "The same history under other settings",
        discussion: [
            "Which downloads would have waited or gone on earlier, how long, and over which networks their bytes would have "
                + "moved. The settings stand from --from on (from the first record without it), whatever was set; 'default' "
                + "is the default. Nothing is written. What the records cannot tell is listed."
        ],
        options: [
            .value("set", nil, "KEY=VALUE", "a setting as it might have been", repeats: true),
            .value("item", nil, "ITEM", "for this item only"),
            .value("group", nil, "GROUP", "for the items of this group only"),
            .value("from", nil, "POINT", "the settings stand from there on ('help times')"),
            .value("to", nil, "POINT", "look no further"),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each download that goes another way",
                keys: [
                    ("kind", "download"), ("item", "its id"), ("request", "position of its downloadRequested"),
                    ("parted", "when it parts from the records"), ("isEarlier", "it goes on earlier; else it waits"),
                    ("ranBefore", "when it ran next, as recorded, or null"), ("ranAfter", "as it would have been"),
                    ("wholeBefore", "when its last byte had come, or null"), ("wholeAfter", "as it would have been"),
                    ("waitedBeforeMs", "from then on"), ("waitedAfterMs", "as it would have been"),
                    ("waitsBefore", "list of {from, until, blocker}"), ("waitsAfter", "as it would have been"),
                    ("bytes", "list of {network, isMetered, isRoaming, before, after} from then on"),
                ]),
            ObjectDescription(
                title: "and one line at the end",
                keys: [
                    ("kind", "total"), ("changes", "list of {key, item, group, value}; a null value is the default"),
                    ("from", "position of the first record under them, or null"), ("to", "of the last, or null"),
                    ("began", "when they began to stand"), ("ended", "when the last record was written"),
                    ("waitedBeforeMs", "of all downloads"), ("waitedAfterMs", "as it would have been"),
                    ("bytes", "of all downloads"), ("unknowns", "list of {code, sentence}"),
                ]),
        ],
        examples: [
            .init(
                line: "holdfast simulate --set network.allowMetered=false", purpose: "What mobile data was good for."),
            .init(
                line: "holdfast simulate --set queue.maxConcurrent=1 --from yesterday",
                purpose: "One download at a time, since yesterday."),
        ],
        run: { invocation async throws(ToolFailure) in
            let changes = try changes(invocation.meaning)
            let from = try invocation.meaning.point(option: "from")
            let to = try invocation.meaning.point(option: "to")
            let looking = try Looking(invocation)
            let start = try from.map { point throws(ToolFailure) in try looking.point(point, .lower) } ?? .beginning
            let end = try looking.point(to)
            guard try looking.count(start) <= looking.count(end) else {
                throw invocation.meaning.usage("--from stands behind --to.")
            }
            if let id = invocation.meaning.text("item"), try looking.read(at: end, { try $0.item(id) }) == nil {
                throw looking.unknownItem(id, at: end)
            }
            let report = try looking.attempt { try looking.store.whatIf(changes, from: start, to: end) }
            looking.console.allowPager()
            if looking.console.isJSON {
                SimulateObject.write(report, to: looking.console)
            } else {
                SimulateText(looking).show(report)
            }
            return .done
        })

    /// What cannot be meant is found before the store is touched.
    static func changes(_ meaning: Meaning) throws(ToolFailure) -> [SettingChange] {
        let (item, group) = (meaning.text("item"), meaning.text("group"))
        guard item == nil || group == nil else { throw meaning.usage("--item and --group exclude each other.") }
        var changes: [SettingChange] = []
        for text in meaning.arguments.all("set") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw meaning.usage("--set needs KEY=VALUE, not '\(text)'.", suggestion: "Write queue.maxConcurrent=1.")
            }
            let key = String(parts[0])
            guard !changes.contains(where: { $0.key == key }) else {
                throw meaning.usage("--set names \(key) twice; one value can be meant.")
            }
            let value = parts[1] == "default" ? nil : SetVerb.read(String(parts[1]), for: key)
            let scope: Scope = if let item { .item(item) } else if let group { .group(group) } else { .all }
            try SetVerb.check(.change(key: key, for: scope, value: value), meaning)
            changes.append(SettingChange(key: key, for: scope, value: value))
        }
        guard !changes.isEmpty else {
            throw meaning.usage("say what would have been different.", suggestion: "Add --set KEY=VALUE.")
        }
        return changes
    }
}
