import Holdfast
import HoldfastModel

/// What a verb asks for one item, or for the store as a whole.
struct Errand: Sendable {
    /// `nil` where all items or a setting are meant.
    var item: String?
    var commands: [Command]
    /// What is said when it was done.
    var done: String

    init(item: String? = nil, _ commands: [Command], done: String) {
        self.item = item
        self.commands = commands
        self.done = done
    }

    init(_ scope: Scope, _ commands: [Command], done: String) {
        switch scope {
        case .item(let id): self.init(item: id, commands, done: done)
        case .group(let id): self.init(commands, done: "the downloads of group \(id) are \(done)")
        default: self.init(commands, done: "all downloads are \(done)")
        }
    }
}

/// Commands of a person, written by the engine that works on the store, or else by one that is opened for them and touches nothing but
/// the log.
enum Acting {
    /// - Parameters:
    ///   - makesStore: a missing store is made, instead of being a failure.
    ///   - errands: worked out from the state that is found.
    static func perform(
        _ invocation: Invocation, makesStore: Bool = false,
        _ errands: @Sendable (StateReader) throws -> [Errand]
    ) async throws(ToolFailure) -> ExitCode {
        let path = try place(invocation, makesStore: makesStore)
        var code = ExitCode.done
        do throws(HoldfastError) {
            let writer = try await StoreWriter.open(at: path, .forCommands(invocation.console))
            var broken: HoldfastError?
            do throws(HoldfastError) {
                let errands = try await writer.read(errands)
                if errands.isEmpty { report(nothing, invocation.console) }
                for errand in errands {
                    let outcome = try await run(errand, by: writer)
                    report(outcome, invocation.console)
                    if code == .done { code = outcome.code }
                    if invocation.console.output.isEnded { break }
                }
            } catch {
                broken = error
            }
            try await writer.close()
            if let broken { throw broken }
        } catch {
            var failure = ToolFailure(error, at: path)
            if error.code == .inUse { failure.advice = closedToCommands }
            throw failure
        }
        return code
    }

    private static let closedToCommands =
        "It takes no commands from other processes, as 'holdfast run' does. Try again when it has ended.\n"
        + "Looking (status, queue, log, why) works meanwhile."

    private static let nothing = Outcome(item: nil, note: "nothingToDo", message: "there is nothing to do")

    /// The directory of the store; made, as far as it is the per-user one, when it may be.
    static func place(_ invocation: Invocation, makesStore: Bool) throws(ToolFailure) -> String {
        let given = try invocation.storePath()
        do throws(ToolFailure) {
            try StorePlace.checkExists(given)
        } catch {
            guard makesStore, error.code == .notFound else { throw error }
            if invocation.usesDefaultStore {
                try StorePlace.makeParents(of: given)
            } else {
                try StorePlace.checkParent(of: given)
            }
        }
        let path = StorePlace.directory(of: given)
        guard !StorePlace.isFile(path) else {
            throw ToolFailure(
                .usage, "\(path) is a log by itself: it can be looked at, and not acted on.",
                advice: "To act on it, make a directory with it as log.mdb.")
        }
        DamageSignals.expect(at: path)
        return path
    }

    private static func run(_ errand: Errand, by writer: StoreWriter) async throws(HoldfastError) -> Outcome {
        var outcome = Outcome(item: errand.item, done: errand.done)
        for command in errand.commands {
            do throws(HoldfastError) {
                let receipt = try await writer.perform(command)
                outcome.positions += receipt.positions
                outcome.note = receipt.note
            } catch {
                guard let refusal = error.refusal else { throw error }
                outcome.refusal = refusal
                return outcome
            }
        }
        return outcome
    }

    static func report(_ outcome: Outcome, _ console: Console) {
        if console.isJSON {
            console.data(outcome.line)
        } else if outcome.refusal == nil {
            console.output.line(console.style.text(outcome.sentence))
        }
        if let refusal = outcome.refusal { console.tell(ToolFailure(outcome.code, refusal.message)) }
    }
}

/// What came of an errand.
struct Outcome {
    var item: String?
    var done = ""
    var positions: [UInt64] = []
    /// Why the last command had nothing to do.
    var note: String?
    var message: String?
    var refusal: Refusal?

    var code: ExitCode { refusal.map { ExitCode(refusal: $0.code) } ?? .done }

    var sentence: String {
        let head = item.map { "\($0): " } ?? ""
        return head + (positions.isEmpty ? message ?? note.map(NoteWords.text) ?? done : done)
    }

    var line: JSONLine {
        var line = JSONLine()
        line.add("item", item)
        line.add("outcome", refusal != nil ? "refused" : positions.isEmpty ? "nothingToDo" : "done")
        line.add("reason", refusal?.code.rawValue ?? (positions.isEmpty ? note : nil))
        line.add("message", refusal?.message ?? (positions.isEmpty ? sentence : nil))
        line.add("positions", numbers: positions)
        return line
    }
}

extension ExitCode {
    /// A refusal is a "no"; a name or value that cannot be meant is the caller's mistake.
    init(refusal code: Refusal.Code) {
        self =
            switch code {
            case .unknownItem, .unknownGroup, .notFound: .notFound
            case .invalidIdentifier, .invalidSource, .invalidDigest, .valueOutOfRange, .unknownSetting: .usage
            case .unreadableLog: .needsNewerProgram
            default: .answerIsNo
            }
    }
}

/// Why there was nothing to do, for people.
enum NoteWords {
    static func text(_ note: String) -> String {
        switch note {
        case "alreadyRegistered": "nothing to do, it is registered already"
        case "alreadyInstalled": "nothing to do, it is available offline already"
        case "alreadyWanted": "nothing to do, its download is requested already"
        case "alreadyPaused": "nothing to do, it is paused already"
        case "notPaused": "nothing to do, it is not paused"
        case "notWanted": "nothing to do, no download is requested"
        case "alreadyComplete": "nothing to do, the download is complete"
        case "notInstalled": "nothing to do, it is not downloaded"
        case "alreadyRemoving": "nothing to do, it is being removed already"
        case "alreadySet": "nothing to do, it has that value already"
        case "unchanged": "nothing to do, it is so already"
        case "alreadyDefined": "nothing to do, the group is there already"
        case "alreadyWithdrawn": "nothing to do, it is withdrawn already"
        default: "nothing to do (\(note))"
        }
    }
}
