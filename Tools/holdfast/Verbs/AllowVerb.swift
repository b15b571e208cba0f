import Holdfast
import HoldfastModel

/// `allow`
enum AllowVerb {
    static let description = CommandDescription(
        name: "allow", group: .run, summary: "Agree to what holds downloads back: \"download anyway\"",
        discussion: [
            "For items it is for their present request, once; for a group or all it stands until it ends or is taken back with "
                + "--withdraw. It takes effect at once. 'holdfast why ITEM' tells what holds an item back.",
            "metered, roaming, lowData: on such a connection; the dearer takes in the cheaper. large: although it is larger than "
                + "network.confirmBytes. slow: on a slow connection. schedule: outside the hours of the schedule. power: on the "
                + "battery. pause: although everything or its group is paused.",
        ],
        arguments: [
            ArgumentDescription(
                name: "KIND", summary: "what is agreed to", choices: kinds),
            .items,
        ],
        options: [
            .group, .flag("all", nil, "all downloads"),
            .value("up-to", nil, "SIZE", "only for downloads of at most this size"),
            .value("until", nil, "TIME", "until then, such as +2h"),
            .flag("withdraw", nil, "take it back"),
        ],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast allow metered guide", purpose: "This download may use mobile data."),
            .init(
                line: "holdfast allow roaming --all --up-to 5MB --until +8h", purpose: "Small ones, for a day abroad."),
            .init(line: "holdfast allow metered --group trip --withdraw", purpose: "No more from now on."),
        ],
        run: { invocation async throws(ToolFailure) in
            let commands = try commands(invocation.meaning)
            let kind = invocation.meaning.operands.first ?? ""
            let done = invocation.meaning.has("withdraw") ? "not allowed any more: \(kind)" : "allowed: \(kind)"
            return try await Acting.perform(invocation) { _ in
                commands.map { command in
                    guard case .consent(let scope, _, _) = command else { return Errand([command], done: done) }
                    return errand(scope, command, done)
                }
            }
        })

    static let kinds = ConsentKind.allCases.map { "\($0)" }

    static func kind(_ word: String) -> ConsentKind? { ConsentKind.allCases.first { "\($0)" == word } }

    static func commands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        guard let kind = meaning.operands.first.flatMap(kind) else {
            throw meaning.usage("say what is allowed.")
        }
        let isGiven = !meaning.has("withdraw")
        let limit = try meaning.value("up-to", ByteText.parse)
        let end = try meaning.future(option: "until")
        guard isGiven || (limit == nil && end == nil) else {
            throw meaning.usage("--withdraw takes all of it back, and goes without --up-to and --until.")
        }
        let consent = Consent(kind, maxBytes: limit, expiresAt: end)
        return try meaning.selection(after: 1).scopes.map { .consent($0, consent, isGiven: isGiven) }
    }

    private static func errand(_ scope: Scope, _ command: Command, _ done: String) -> Errand {
        switch scope {
        case .item(let id): Errand(item: id, [command], done: done)
        case .group(let id): Errand([command], done: "for group \(id) \(done)")
        default: Errand([command], done: "for all downloads \(done)")
        }
    }
}
