import Glibc

/// Finds the first new position by asking a command.
struct CommandSearch {
    let looking: Looking
    let command: AskedCommand
    /// Positions that were asked about.
    private(set) var asked: Int64 = 0

    init(_ words: [String], _ looking: Looking) throws(ToolFailure) {
        self.looking = looking
        guard let path = realpath(looking.path, nil) else { throw StorePlace.missing(looking.path) }
        defer { free(path) }
        command = AskedCommand(words: words, store: String(cString: path), children: RunningChild())
    }

    /// - Parameter old: not asked about where it is the empty state.
    /// - Returns: the search at its end; `nil` when it was interrupted.
    mutating func run(old: Int64, new: Int64) throws(ToolFailure) -> Halving? {
        let children = command.children
        let interruption = Interruption { children.end() }
        defer { withExtendedLifetime(interruption) {} }
        var search = Halving(old: old, new: new)
        guard try check(new, is: .new) else { return nil }
        if old >= 0 { guard try check(old, is: .old) else { return nil } }
        while let next = search.next {
            guard let answer = try ask(next) else { return nil }
            search.take(answer, at: next)
            say("#\(next): \(answer.rawValue); " + progress(search))
        }
        return search
    }

    private func progress(_ search: Halving) -> String {
        guard search.left > 0 else { return "none left to ask about." }
        return "\(search.left) left, about \(PluralText.count(search.steps, "step"))."
    }

    /// False when it was interrupted.
    private mutating func check(_ position: Int64, is expected: Halving.Answer) throws(ToolFailure) -> Bool {
        guard let answer = try ask(position) else { return false }
        say("#\(position): \(answer.rawValue).")
        let isEnd = expected == .new
        switch answer {
        case expected: return true
        case .skip:
            throw ToolFailure(
                .answerIsNo, "the command skips #\(position), where the search \(isEnd ? "ends" : "begins").",
                advice: "\(isEnd ? "End it elsewhere with --to" : "Begin it elsewhere with --from").")
        case .old:
            throw ToolFailure(
                .answerIsNo, "the command never calls it new: #\(position), the last position, is old.",
                advice: "Exit code 0 means old, 1 to 127 new; 'holdfast help bisect' tells more.")
        case .new:
            throw ToolFailure(
                .answerIsNo, "the command calls it new from the beginning: #\(position) is new already.",
                advice: "Begin earlier with --from.")
        }
    }

    /// `nil` when it was interrupted.
    private mutating func ask(_ position: Int64) throws(ToolFailure) -> Halving.Answer? {
        if command.children.isEnded { return nil }
        asked += 1
        let end = try command.run(at: position)
        if command.children.isEnded || end == .killed(SIGINT) { return nil }
        switch end {
        case .exited(0): return .old
        case .exited(125): return .skip
        case .exited(1...127): return .new
        case .exited(let code):
            throw ToolFailure(
                .answerIsNo, "the command ended with \(code) at #\(position), which ends the search.",
                advice: "Codes from 128 on mean that it cannot go on.")
        case .killed(let signal):
            throw ToolFailure(.answerIsNo, "the command was killed by signal \(signal) at #\(position).")
        }
    }

    private func say(_ text: String) { looking.console.say(text) }
}
