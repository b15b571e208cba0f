import Glibc
import HoldfastLog
import HoldfastModel
import HoldfastTestSupport

/// Lives, replays and fails stores in a process of its own, so that a signal is a result.
///
///     StoreWorker record-log FOLDER
///     StoreWorker replay-log RECORDING SCRATCH SEED CUTS FIRST UNSYNCED
///     StoreWorker record-engine FOLDER KILL (URL DIGEST)...
///     StoreWorker replay-engine RECORDING SCRATCH SEED CUTS FIRST UNSYNCED (URL DIGEST)...
///
///     StoreWorker fail-log SCRATCH SEED SHARE FIRST
///     StoreWorker fail-engine SCRATCH SEED SHARE FIRST (URL DIGEST)...
///
/// KILL is the number of the sync before which the process is killed, 0 for none; SHARE is how many calls of each class fail in each way, 0 for all of them; FIRST is the number of the image to begin with; UNSYNCED the name of a file or folder whose syncs are taken not to have been, or -.
@main struct StoreWorker {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("StoreWorker: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        guard Interposer.isLoaded else { throw ChildFailure(reason: "the interposer is not loaded") }
        var words = words[...]
        switch words.popFirst() {
        case "record-log":
            let log = try EventLog.open(directory: try next(&words) + "/store", options: LogScenario.options())
            try await LogScenario.run(log, LogScenario.Answers()) { Interposer.mark("\($0) \($1)") }
            await log.close()
        case "replay-log":
            let (replay, first) = try replay(&words)
            try await replay.run(from: first) { image, marks in
                await LogScenario.checkAndFinish(
                    "\(image)/store", stored: newest("stored", marks), covered: newest("covered", marks))
            }
        case "record-engine":
            let (folder, kill) = (try next(&words), try number(&words))
            if kill > 0 { Interposer.fail(.sync, kill, .killed) }
            try await scenario("\(folder)/store", words) { Interposer.mark($0.text) }.run()
        case "replay-engine":
            let (replay, first) = try replay(&words)
            let model = try scenario("", words)
            try await replay.run(from: first) { image, marks in
                var scenario = model
                scenario.path = "\(image)/store"
                return await scenario.checkAndFinish(marks.compactMap(EngineScenario.Mark.init))
            }
        case "fail-log":
            let (scratch, seed, share, first) = try faults(&words)
            let counts = try await LogFaults.callCounts(in: "\(scratch)/whole")
            let cases = FaultCase.all(counts, share: share, seed: seed)
            try await FaultCase.run(cases, in: scratch, from: first) { await LogFaults.problems($0, in: "\($1)/store") }
        case "fail-engine":
            let (scratch, seed, share, first) = try faults(&words)
            let model = try scenario("", words)
            try ChildProcess.run("mkdir", "-p", "\(scratch)/whole")
            let counts = try await EngineFaults(model, in: "\(scratch)/whole").callCounts()
            let cases = FaultCase.all(counts, share: share, seed: seed)
            try await FaultCase.run(cases, in: scratch, from: first) { await EngineFaults(model, in: $1).problems($0) }
        case let other: throw ChildFailure(reason: "unknown work \(other ?? "")")
        }
    }

    private static func scenario(
        _ path: String, _ words: ArraySlice<String>,
        _ acknowledge: @escaping @Sendable (EngineScenario.Mark) -> Void = { _ in }
    ) throws -> EngineScenario {
        var words = words
        var sources: [EngineScenario.Source] = []
        while let url = words.popFirst(), let text = words.popFirst(), let digest = Digest(text) {
            sources.append(EngineScenario.Source(url: url, digest: digest))
        }
        guard sources.count == 4 else { throw ChildFailure(reason: "four sources are needed") }
        return EngineScenario(path: path, sources: sources, acknowledge: acknowledge)
    }

    private static func next(_ words: inout ArraySlice<String>) throws -> String {
        guard let word = words.popFirst() else { throw ChildFailure(reason: "an argument is missing") }
        return word
    }

    private static func number(_ words: inout ArraySlice<String>) throws -> Int {
        let word = try next(&words)
        guard let number = Int(word) else { throw ChildFailure(reason: "\(word) is no number") }
        return number
    }

    private static func replay(_ words: inout ArraySlice<String>) throws -> (Replay, first: Int) {
        let recording = try Recording(file: try next(&words))
        let scratch = try next(&words)
        let (seed, cuts, first) = (try number(&words), try number(&words), try number(&words))
        let unsynced = try next(&words)
        let replay = Replay(
            recording: recording, scratch: scratch, seed: UInt64(seed), cutCount: cuts,
            unsyncedName: unsynced == "-" ? nil : unsynced)
        return (replay, first)
    }

    private static func faults(
        _ words: inout ArraySlice<String>
    ) throws -> (scratch: String, seed: UInt64, share: Int?, first: Int) {
        let scratch = try next(&words)
        let (seed, share, first) = (try number(&words), try number(&words), try number(&words))
        return (scratch, UInt64(seed), share == 0 ? nil : share, first)
    }

    /// The number in the last mark that begins so; 0 without one.
    private static func newest(_ word: String, _ marks: [String]) -> UInt64 {
        marks.last { $0.hasPrefix("\(word) ") }.flatMap { UInt64($0.dropFirst(word.count + 1)) } ?? 0
    }
}
