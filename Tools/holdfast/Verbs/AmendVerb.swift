import HoldfastModel

/// `amend`
enum AmendVerb {
    static let description = CommandDescription(
        name: "amend", group: .run, summary: "Change what is known of an item: address, title, size, digest",
        discussion: [
            "What is not given stays. An address that expired is replaced with --url; given several times, they are sources of the same "
                + "content, the best first. A download that failed for its source is tried again then.",
            "--withdraw says that the content is not offered any more: what is on its way fails, what is here stays usable. "
                + "The reason stays in the log for good.",
        ],
        arguments: [ArgumentDescription(name: "ITEM", summary: "its id")],
        options: [
            .value("url", nil, "URL", "an address, in place of those known", repeats: true),
            .value(
                "content-version", nil, "TEXT", "its version; what is here of another is outdated"),
            .value("expires", nil, "TIME", "when the content ends, such as 2027-01-01"),
            .flag("online-only", nil, "it cannot be downloaded"),
            .flag("downloadable", nil, "it can be downloaded again"),
            .value("withdraw", nil, "REASON", "it is not offered any more"),
        ] + CatalogueWords.options,
        objects: [OutcomeObject.description],
        examples: [
            .init(
                line: "holdfast amend guide --url 'https://example.org/guide.pdf?sig=f00'", purpose: "A fresh address."),
            .init(
                line: "holdfast amend guide --title 'Guide, 2nd edition' --content-version 2",
                purpose: "A newer one is out."),
        ],
        run: { invocation async throws(ToolFailure) in
            let meaning = invocation.meaning
            let id = meaning.operands[0]
            let commands = try commands(meaning)
            return try await Acting.perform(invocation) { _ in [Errand(item: id, commands, done: "amended")] }
        })

    static func commands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        let id = meaning.operands[0]
        var change = try CatalogueWords.read(meaning, id: id)
        change.sources = try meaning.all("url").map { url throws(ToolFailure) in try CatalogueWords.source(url, meaning)
        }
        change.version = meaning.text("content-version")
        change.expiresAt = try meaning.future(option: "expires")
        guard !meaning.has("online-only") || !meaning.has("downloadable") else {
            throw meaning.usage("--online-only and --downloadable say the opposite; one is meant.")
        }
        if meaning.has("online-only") { change.isDownloadable = false }
        if meaning.has("downloadable") { change.isDownloadable = true }
        let withdrawal = meaning.text("withdraw").map { Command.withdraw(item: id, reason: $0) }
        let isChange = change != Registration(id: id)
        guard isChange || withdrawal != nil else { throw meaning.usage("say what is to change.") }
        return (isChange ? [.amend(item: id, change)] : []) + (withdrawal.map { [$0] } ?? [])
    }
}

/// The options that say what an item is.
enum CatalogueWords {
    static let options: [OptionDescription] = [
        .value("title", nil, "TEXT", "the title that people see"),
        .value("name", nil, "NAME", "what the file is called where it stands"),
        .value("size", nil, "SIZE", "the size it must have, such as 10MB"),
        .value("sha256", nil, "DIGEST", "the digest it must have"),
        .value("type", nil, "MIME", "its media type, such as application/pdf"),
    ]

    static func read(_ meaning: Meaning, id: String) throws(ToolFailure) -> Registration {
        var registration = Registration(id: id)
        registration.title = meaning.text("title")
        registration.suggestedName = meaning.text("name")
        registration.mediaType = try mediaType(meaning)
        registration.expectedBytes = try meaning.value("size", ByteText.parse)
        registration.expectedDigest = try meaning.value("sha256", NumberText.sha256)
        return registration
    }

    static func source(_ url: String, _ meaning: Meaning) throws(ToolFailure) -> String {
        guard !SourceName.hasCredentials(url) else {
            throw meaning.usage(
                "the URL holds a user name or password, which would be recorded.",
                suggestion: "Leave it out, and give credentials to 'holdfast run' with --header-file.")
        }
        return url
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
}
