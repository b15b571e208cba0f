import HoldfastModel

/// `add URL...`
enum AddVerb {
    static let description = CommandDescription(
        name: "add", group: .run, summary: "Register files and request their download",
        discussion: [
            "Registers the file at each URL as an item and requests its download. The download itself is done by "
                + "'holdfast run', or by an app that works on the same store.",
            "An item's id is its name for good: it stands in the log and cannot be erased, so put nothing personal in it. "
                + "Without --id it is the last part of the URL's path. The URL and the title are kept apart from the log's "
                + "records and can be erased.",
            "With --sha256 or --size the file is only accepted when it agrees.",
        ],
        arguments: [ArgumentDescription(name: "URL", count: .oneOrMore, summary: "an http or https address")],
        options: [
            .value("id", nil, "ID", "the item's id, at most 255 bytes; with one URL")
        ] + CatalogueWords.options + [
            .value("group", nil, "GROUP", "the group it joins, made where there is none"),
            .flag("no-download", nil, "register only"),
        ] + RequestWords.options,
        objects: [OutcomeObject.description],
        examples: [
            .init(
                line: "holdfast add https://example.org/maps/harz.pmtiles --title 'Harz map'",
                purpose: "The id becomes harz.pmtiles."),
            .init(
                line: "holdfast add https://example.org/g.pdf --id guide --size 48MB --priority 9",
                purpose: "Before other items, and only accepted with exactly this size."),
            .init(
                line: "holdfast add https://example.org/a https://example.org/b --not-before tomorrow",
                purpose: "Two items, not today."),
        ],
        run: { invocation async throws(ToolFailure) in
            let errands = try errands(invocation.meaning)
            return try await Acting.perform(invocation, makesStore: true) { _ in errands }
        })

    /// Registering comes first: where it is refused, its download is not requested.
    static func errands(_ meaning: Meaning) throws(ToolFailure) -> [Errand] {
        let isRequested = !meaning.has("no-download")
        let request = try RequestWords.read(meaning)
        return try registrations(meaning).map { registration in
            let id = registration.id
            var commands = [Command.register(registration)]
            if let group = meaning.text("group") {
                commands += [
                    .defineGroup(id: group, title: nil), .changeMembers(group: group, adding: [id], removing: []),
                ]
            }
            if isRequested {
                commands += RequestWords.commands(id, request, waits: meaning.has("wait-for-unmetered"))
            }
            return Errand(item: id, commands, done: isRequested ? RequestWords.done : "registered")
        }
    }

    private static func registrations(_ meaning: Meaning) throws(ToolFailure) -> [Registration] {
        if meaning.operands.count > 1 {
            for option in ["id", "title", "name", "size", "sha256"] where meaning.text(option) != nil {
                throw meaning.usage(
                    "--\(option) is about one item, and \(meaning.operands.count) URLs were given.",
                    suggestion: "Add them one by one.")
            }
        }
        var registrations: [Registration] = []
        var taken: [String: String] = [:]
        for url in meaning.operands {
            let source = try CatalogueWords.source(url, meaning)
            let id = try id(url, meaning)
            if let other = taken.updateValue(url, forKey: id) {
                throw meaning.usage(
                    "'\(other)' and '\(url)' would both get the id '\(id)'.",
                    suggestion: "Add them one by one, with --id.")
            }
            var registration = try CatalogueWords.read(meaning, id: id)
            registration.sources = [source]
            registrations.append(registration)
        }
        return registrations
    }

    private static func id(_ url: String, _ meaning: Meaning) throws(ToolFailure) -> String {
        if let id = meaning.text("id") {
            guard (1...255).contains(id.utf8.count) else {
                throw meaning.usage("--id: an id has 1 to 255 bytes, and this one has \(id.utf8.count).")
            }
            return id
        }
        guard let id = SourceName.id(fromURL: url) else {
            throw meaning.usage(
                "'\(url)' is not an http or https address.", suggestion: "Write it whole, as https://HOST/PATH.")
        }
        return id
    }
}
