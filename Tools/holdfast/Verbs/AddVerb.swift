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
            .value("id", nil, "ID", "the item's id, at most 255 bytes; with one URL"),
            .value("title", nil, "TEXT", "the title that people see; with one URL"),
            .value("size", nil, "SIZE", "the size it must have, such as 10MB; with one URL"),
            .value("sha256", nil, "DIGEST", "the digest it must have; with one URL"),
            .value("type", nil, "TYPE", "its media type, such as application/pdf"),
            .value("priority", nil, "NUMBER", "-100 to 100, higher runs first; 0 if not given"),
            .flag("allow-metered", nil, "may use a metered network"),
            .value("not-before", nil, "TIME", "when the download may start, such as +2h"),
            .flag("no-download", nil, "register only"),
        ],
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
        let done = meaning.has("no-download") ? "registered" : "download requested; 'holdfast run' carries it out"
        return try registrations(meaning).map { registration, request in
            let register = Command.register(registration)
            let commands = request.map { [register, .request(item: registration.id, $0)] } ?? [register]
            return Errand(item: registration.id, commands, done: done)
        }
    }

    private static func registrations(_ meaning: Meaning) throws(ToolFailure) -> [(Registration, RequestOptions?)] {
        if meaning.operands.count > 1 {
            for option in ["id", "title", "size", "sha256"] where meaning.text(option) != nil {
                throw meaning.usage(
                    "--\(option) is about one item, and \(meaning.operands.count) URLs were given.",
                    suggestion: "Add them one by one.")
            }
        }
        let size = try meaning.value("size", ByteText.parse)
        let digest = try meaning.value("sha256", NumberText.sha256)
        var request = RequestOptions()
        request.priority = try meaning.value("priority", NumberText.priority) ?? 0
        request.allowsMetered = meaning.has("allow-metered") ? true : nil
        request.notBefore = try meaning.future(option: "not-before")
        var registrations: [(Registration, RequestOptions?)] = []
        var taken: [String: String] = [:]
        for url in meaning.operands {
            guard !SourceName.hasCredentials(url) else {
                throw meaning.usage(
                    "the URL holds a user name or password, which would be recorded.",
                    suggestion: "Leave it out, and give credentials to 'holdfast run' with --header-file.")
            }
            let id = try id(url, meaning)
            if let other = taken.updateValue(url, forKey: id) {
                throw meaning.usage(
                    "'\(other)' and '\(url)' would both get the id '\(id)'.",
                    suggestion: "Add them one by one, with --id.")
            }
            var registration = Registration(id: id, sources: [url])
            registration.title = meaning.text("title")
            registration.mediaType = try mediaType(meaning)
            registration.expectedBytes = size
            registration.expectedDigest = digest
            registrations.append((registration, meaning.has("no-download") ? nil : request))
        }
        return registrations
    }

    /// It stands in the log for good, so a slip is refused rather than recorded.
    private static func mediaType(_ meaning: Meaning) throws(ToolFailure) -> String? {
        guard let type = meaning.text("type") else { return nil }
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = type.utf8.count <= 255 && type.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        guard isPlain, parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw meaning.usage(
                "--type: '\(type)' is not a media type.", suggestion: "Write one such as application/pdf.")
        }
        return type
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
