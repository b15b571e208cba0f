import HoldfastModel

/// `download`
enum DownloadVerb {
    static let description = CommandDescription(
        name: "download", group: .run, summary: "Request items that are registered",
        discussion: [
            "Wants items here that are known already: added with --no-download, cancelled, removed, failed, outdated or damaged. "
                + "The download itself is done by 'holdfast run', or by an app that works on the same store. 'add' makes new items known.",
            "--update fetches the newer version that the source was seen to offer, and --repair a file that is missing or damaged; "
                + "what is there stays usable until the new file is whole.",
        ],
        arguments: [.items],
        options: [
            .group, .flag("all", nil, "all items that are registered and not here"),
            .flag("update", nil, "a newer version of what is here"),
            .flag("repair", nil, "what is missing or damaged"),
        ] + RequestWords.options,
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast download guide", purpose: "After it was cancelled or removed."),
            .init(line: "holdfast download --group trip --priority 9", purpose: "All of a group."),
            .init(line: "holdfast download guide --repair", purpose: "After 'verify --content' found it damaged."),
        ],
        run: { invocation async throws(ToolFailure) in
            let meaning = invocation.meaning
            if let address = meaning.operands.first(where: { $0.contains("://") }) {
                throw meaning.usage(
                    "'\(address)' is an address, and download takes ids of items.",
                    suggestion: "'holdfast add URL' makes it an item and requests it.")
            }
            let selection = try meaning.selection()
            let request = try request(meaning)
            let waits = meaning.has("wait-for-unmetered")
            return try await Acting.perform(invocation) { reader in
                try selection.ids(reader, where: { fits($0, request.reason) }).map { id in
                    Errand(item: id, RequestWords.commands(id, request, waits: waits), done: RequestWords.done)
                }
            }
        })

    static func request(_ meaning: Meaning) throws(ToolFailure) -> RequestOptions {
        var request = try RequestWords.read(meaning)
        guard !meaning.has("update") || !meaning.has("repair") else {
            throw meaning.usage("--update and --repair are two reasons; one is meant.")
        }
        if meaning.has("update") { request.reason = .update }
        if meaning.has("repair") { request.reason = .repair }
        return request
    }

    private static func fits(_ item: Item, _ reason: DownloadReason) -> Bool {
        guard item.intent == nil, item.catalogue.isDownloadable, !item.catalogue.isWithdrawn else { return false }
        return switch reason {
        case .update: item.installed != nil
        case .repair: item.installed.map { !$0.isSound } ?? false
        default: item.installed == nil
        }
    }
}

/// The options that a download is asked for with.
enum RequestWords {
    static let done = "download requested; 'holdfast run' carries it out"

    static let options: [OptionDescription] = [
        .value("priority", nil, "NUMBER", "-100 to 100, higher runs first; 0 if not given"),
        .flag("allow-metered", nil, "may use a metered network"),
        OptionDescription(
            long: "allow", value: "KIND", isRepeatable: true, choices: AllowVerb.kinds,
            summary: "\"download anyway\", as 'allow' has it"),
        .flag("wait-for-unmetered", nil, "must not use one, whatever was allowed before"),
        .value("not-before", nil, "TIME", "when the download may start, such as +2h"),
    ]

    /// - Parameter waits: for a connection that is not metered.
    static func commands(_ id: String, _ request: RequestOptions, waits: Bool) -> [Command] {
        [.request(item: id, request)] + (waits ? [.waitForUnmetered(item: id)] : [])
    }

    static func read(_ meaning: Meaning) throws(ToolFailure) -> RequestOptions {
        guard !meaning.has("allow-metered") || !meaning.has("wait-for-unmetered") else {
            throw meaning.usage("--allow-metered and --wait-for-unmetered say the opposite; one is meant.")
        }
        var request = RequestOptions()
        request.priority = try meaning.value("priority", NumberText.priority) ?? 0
        request.allowsMetered = meaning.has("allow-metered") ? true : nil
        request.notBefore = try meaning.future(option: "not-before")
        request.consents = meaning.all("allow").compactMap(AllowVerb.kind).map { Consent($0) }
        return request
    }
}
