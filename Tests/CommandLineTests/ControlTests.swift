import Foundation
import Holdfast
import HoldfastModel
import HoldfastTestSupport
import Testing

/// Verbs that act, while another process has the store.
@Suite(.timeLimit(.minutes(10))) struct ControlTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var store: String { folder.file("store") }

    private func run(_ words: String..., store: String? = nil) async throws -> ToolEnd {
        try await run(words, store: store)
    }

    private func run(_ words: [String], store: String? = nil) async throws -> ToolEnd {
        try await onThread { try Tool.run(words, store: store ?? self.store) }
    }

    /// Waits until the run tells of such a record.
    private func wait(for type: String, from child: ChildProcess) async throws {
        try await onThread { while !child.readLine().contains("\"type\":\"\(type)\"") {} }
    }

    /// A `holdfast run` that has the store and takes commands. It ends with the test, unless it was ended.
    private func startRunning(_ store: String) async throws -> ChildProcess {
        let child = try ChildProcess([Tool.path, "run", "--json", "--store", store])
        while try await !RunningEngine(at: store).isListening() {
            try #require(kill(child.identifier, 0) == 0, "the run ended")
            await Task.yield()
        }
        return child
    }

    private func end(_ child: ChildProcess, with signal: Int32 = SIGINT) {
        kill(child.identifier, signal)
        _ = child.wait()
    }

    /// What a verb says, without what is of the one store: its path, positions, times.
    private func said(_ end: ToolEnd, _ store: String) -> String {
        let words = [end.output, end.errors].joined(separator: "--\n").replacingOccurrences(of: store, with: "STORE")
        let counted = words.replacingOccurrences(
            of: #""positions":\[[\d,]*\]"#, with: "POSITIONS", options: .regularExpression)
        let timed = counted.replacingOccurrences(
            of: #"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?"#, with: "TIME", options: .regularExpression)
        return timed + "exit \(end.code)"
    }

    private static let lines = [
        "add http://127.0.0.1:1/a http://127.0.0.1:1/b", "add http://127.0.0.1:1/a", "add http://127.0.0.1:1/c --id a",
        "add ftp://127.0.0.1/x", "add http://127.0.0.1:1/d --no-download --title T", "add http://127.0.0.1:1/e --json",
        "pause a", "pause a", "pause a nobody b", "pause nobody --json", "pause --all --until +2h",
        "pause --all --json",
        "resume a --json", "resume a", "resume --all", "retry a", "retry d", "retry --all", "cancel b", "cancel b",
        "cancel nobody", "cancel --all --discard --json", "cancel --all", "remove a", "remove a --now",
        "remove nobody --json", "remove --all --force", "undo a", "undo --all", "offline on --until +8h", "offline on",
        "offline off", "set queue.maxConcurrent 2", "set queue.maxConcurrent 2", "set queue.maxConcurrent 99",
        "set queue.maxConcurrent --default --json", "set network.allowMetered true --item a",
        "set network.allowMetered true --item nobody",
    ]

    @Test func `every verb says the same, and ends the same, with a run and without`() async throws {
        let beside = folder.file("beside")
        for path in [store, beside] {
            // Nothing happens of itself in between.
            #expect(try await run("offline", "on", store: path).code == 0)
        }
        let child = try await startRunning(beside)
        for line in Self.lines {
            let words = line.split(separator: " ").map(String.init)
            let alone = said(try await run(words, store: store), store)
            let reached = said(try await run(words, store: beside), beside)
            #expect(reached == alone, "\(line)")
        }
        end(child)
        #expect(try await history(beside) == history(store))
        #expect(try await run("verify", store: beside).code == 0)
    }

    /// What the log says of the items, without positions and times.
    private func history(_ store: String) async throws -> [String] {
        var lines: [String] = []
        for item in ["a", "b", "d", "e"] {
            lines += try await run("log", "--item", item, store: store).lines.map { line in
                line.split(separator: "  ").dropFirst(2).joined(separator: "  ")
            }
        }
        return lines
    }

    @Test func `a run that was killed is in nobody's way, and the next one is reached`() async throws {
        #expect(try await run("set", "ui.undoMs", "1").code == 0)
        end(try await startRunning(store), with: SIGKILL)
        #expect(folder.names(in: "store").contains("control.sock"))
        #expect(try await run("set", "ui.undoMs", "2").code == 0)
        let next = try await startRunning(store)
        #expect(try await run("set", "ui.undoMs", "3").code == 0)
        end(next)
        #expect(!folder.names(in: "store").contains("control.sock"))
        #expect(try await run("set", "ui.undoMs", "4").code == 0)
        let history = try await run("set", "ui.undoMs", "--json").output
        for value in 1...4 { #expect(history.contains("\"new\":\"\(value)\"")) }
    }

    /// Adds items from as many processes at once.
    private func addAtOnce(_ count: Int) async throws -> [ToolEnd] {
        try await withThrowingTaskGroup(of: ToolEnd.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await run("add", "http://127.0.0.1:1/\(number)", "--id", "item\(number)")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `many verbs at once are all done beside a run`() async throws {
        #expect(try await run("offline", "on").code == 0)
        let child = try await startRunning(store)
        for end in try await addAtOnce(40) { #expect(end.code == 0, "\(end.errors)") }
        end(child)
        #expect(try await run("log", "--type", "itemRegistered").lines.count == 40)
    }

    @Test func `a few verbs at once wait for each other where nobody runs`() async throws {
        #expect(try await run("offline", "on").code == 0)
        for end in try await addAtOnce(6) { #expect(end.code == 0, "\(end.errors)") }
        #expect(try await run("log", "--type", "itemRegistered").lines.count == 6)
    }

    @Test func `what is added while a run waits is downloaded by it`() async throws {
        let page = try Origin.shared.get().page(["body": ["text": "here"]])
        #expect(try await run("set", "storage.keepFreeBytes", "1MB").code == 0)
        let child = try await startRunning(store)
        #expect(try await run("add", page.url, "--id", "f").code == 0)
        try await wait(for: "contentPublished", from: child)
        #expect(try await run("open", "f").code == 0)
        #expect(try await run("remove", "f", "--now").code == 0)
        try await wait(for: "contentDeleted", from: child)
        #expect(try await run("open", "f").code == 1)
        end(child)
    }

    // MARK: Users

    /// The tool as another user: a copy of it, since that user may not look where it was built.
    private func asUser(_ user: Int, _ words: [String]) throws -> [String] {
        let tool = folder.file("holdfast")
        if !FileManager.default.fileExists(atPath: tool) {
            // Not by this process: whoever starts a program meanwhile would hold the copy open.
            try ChildProcess.run("cp", Tool.path, tool)
            chmod(tool, 0o755)
            chmod(folder.path, 0o777)
        }
        return ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", tool] + words + ["--store", store]
    }

    @Test(.enabled(if: getuid() == 0, "only root can be two users"))
    func `a run is reached by its own user and by root, and another user is told that it may not`() async throws {
        func code(_ user: Int, _ words: String...) async throws -> Int32 {
            let line = try asUser(user, words)
            return try await onThread { try ChildProcess(line).wait() }
        }
        #expect(try await code(65_534, "offline", "on") == 0)
        let child = try ChildProcess(try asUser(65_534, ["run", "--json"]))
        while try await !RunningEngine(at: store).isListening() { await Task.yield() }
        #expect(try await code(65_534, "set", "ui.undoMs", "1") == 0)
        #expect(try await code(0, "set", "ui.undoMs", "2") == 0)
        #expect(try await code(1, "set", "ui.undoMs", "3") == 77)
        // However far its owner opens the folder.
        chmod(store, 0o755)
        chmod(store + "/writer.lock", 0o666)
        for name in ["log.mdb", "log.mdb-lock", "store.id"] { chmod(store + "/" + name, 0o666) }
        #expect(try await code(1, "set", "ui.undoMs", "4") == 77)
        // Nor where the socket's own rights would let it in.
        chmod(store + "/control.sock", 0o666)
        #expect(try await code(1, "set", "ui.undoMs", "5") == 77)
        end(child)
        #expect(try await run("set", "ui.undoMs", "--json").output.contains("\"value\":\"2\""))
    }

    // MARK: Apps

    private func app(_ change: (inout EngineOptions) -> Void = { _ in }) async throws -> OfflineEngine {
        var options = EngineOptions()
        options.monitor = ManualMonitor(LinkFacts(link: .none, source: .manual))
        options.power = ManualPowerMonitor()
        change(&options)
        return try await OfflineEngine.open(at: store, options: options)
    }

    @Test func `an app that takes no commands is not disturbed, and the verb says why`() async throws {
        let engine = try await app()
        let end = try await run("pause", "--all")
        #expect(end.code == 75)
        #expect(
            end.errors == """
                holdfast: the store at \(store) is in use by process \(getpid()).
                It takes no commands from other processes, as 'holdfast run' does. Try again when it has ended.
                Looking (status, queue, log, why) works meanwhile.

                """)
        try await engine.close()
        #expect(try await run("pause", "--all").code == 0)
    }

    @Test func `an app that allows it is reached, and its record says that the tool did it`() async throws {
        let engine = try await app()
        try await engine.allowControl()
        #expect(try await run("add", "https://a.example/f", "--json").output.contains("\"outcome\":\"done\""))
        let item = try await engine.read { try $0.item("f") }
        #expect(item?.intent != nil)
        let last = try engine.store.record(at: engine.store.recordCount() - 1).record
        #expect(last.actor == .tool)
        try await engine.close()
    }
}
