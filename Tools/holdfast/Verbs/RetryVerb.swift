import Holdfast
import HoldfastModel

/// `retry`
enum RetryVerb {
    static let description = CommandDescription(
        name: "retry", group: .run, summary: "Try again now what failed or waits to try again",
        arguments: [.items],
        options: [.group, .flag("all", nil, "all items that failed or wait to try again")],
        objects: [OutcomeObject.description],
        examples: [.init(line: "holdfast retry --all", purpose: "Each with a fresh budget of attempts.")],
        run: { invocation async throws(ToolFailure) in
            let selection = try invocation.meaning.selection()
            return try await Acting.perform(invocation) { reader in
                try selection.ids(reader, where: isRetried).map {
                    Errand(item: $0, [.retry(item: $0)], done: "another try requested; 'holdfast run' carries it out")
                }
            }
        })

    private static func isRetried(_ item: Item) -> Bool {
        switch item.transfer {
        case .failed, .backoff: true
        default: false
        }
    }
}
