import Holdfast
import Synchronization

extension EngineOptions {
    /// For an engine that takes a person's commands and touches nothing else.
    static func forCommands(_ console: Console) -> EngineOptions {
        var options = EngineOptions()
        options.mode = .commandsOnly
        options.actor = .tool
        options.tellRebuilds(console)
        return options
    }

    /// Says once on stderr that the stored state is built anew, which may take a while.
    mutating func tellRebuilds(_ console: Console) {
        guard !console.isQuiet else { return }
        let notice = RebuildNotice()
        rebuildProgress = { _, all in notice.tell(all) }
    }
}

private final class RebuildNotice: Sendable {
    private let isTold = Mutex(false)

    func tell(_ count: UInt64) {
        let isFirst = isTold.withLock { told in
            defer { told = true }
            return !told
        }
        guard isFirst else { return }
        Console.writeWords(
            "holdfast: the stored state is built anew from the log of \(PluralText.count(count, "record")).\n")
    }
}
