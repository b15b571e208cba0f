import Holdfast
import HoldfastModel

/// `open ITEM`
enum OpenVerb {
    static let description = CommandDescription(
        name: "open", group: .see, summary: "Print the path of a file that is available offline",
        discussion: [
            "Prints the path only for a file whose size and digest were proved when it was published and which is still "
                + "there. Else it says why not on stderr and ends with 1."
        ],
        arguments: [ArgumentDescription(name: "ITEM", summary: "its id")],
        objects: [
            ObjectDescription(
                title: "one line",
                keys: [
                    ("item", "its id"), ("path", "null when it is not available"), ("bytes", "its size"),
                    ("digest", "sha256 and 64 digits"), ("trust", "expected, sizeOnly or firstSeen"),
                    ("publishedAt", "a time"), ("reason", "why not; null when it is available"),
                ])
        ],
        examples: [
            .init(line: "holdfast open guide", purpose: "As in: xdg-open \"$(holdfast open guide)\".")
        ],
        run: { invocation async throws(ToolFailure) in
            try show(invocation.meaning.operands[0], try Looking(invocation))
        })

    private static func show(_ id: String, _ looking: Looking) throws(ToolFailure) -> ExitCode {
        guard let item = try looking.read({ try $0.item(id) }) else { throw looking.unknownItem(id) }
        var path: String?
        var reason: String?
        do throws(HoldfastError) {
            path = try looking.store.contentPath(of: id)
        } catch {
            guard error.code == .notFound || error.code == .volumeMissing else {
                throw ToolFailure(error, at: looking.path)
            }
            reason =
                item.installed == nil && item.intent != nil
                ? "item \(id) is not downloaded yet; 'holdfast why' tells what holds it up" : error.message
        }
        let console = looking.console
        if console.isJSON {
            var line = JSONLine()
            line.add("item", id)
            line.add("path", path)
            line.add("bytes", item.installed?.bytes)
            line.add("digest", (item.installed?.digest).map { "\($0)" })
            line.add("trust", (item.installed?.trust).map { "\($0)" })
            line.add("publishedAt", time: item.installed?.publishedAt)
            line.add("reason", reason)
            console.data(line)
        } else if let path {
            // Unchanged, since it is meant for other programs.
            console.output.line(path)
        }
        if let reason { console.tell(ToolFailure(.answerIsNo, reason + ".")) }
        return reason == nil ? .done : .answerIsNo
    }
}
