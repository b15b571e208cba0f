import Foundation
import HoldfastModel
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// The socket's place in the store.
@Suite(.timeLimit(.minutes(10))) struct ControlSocketTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private var socketPath: String { scene.storePath + "/control.sock" }

    private func isListening() async throws -> Bool {
        try await RunningEngine(at: scene.storePath).isListening()
    }

    private func isAnswered() async throws -> Bool {
        let engine = try RunningEngine(at: scene.storePath)
        if case .receipt = try await engine.ask(.setOfflineMode(true, until: nil), by: .tool, id: "one") { return true }
        return false
    }

    /// Kind and rights of what stands there; a link is not followed.
    private func mode() -> mode_t {
        var facts = stat()
        return lstat(socketPath, &facts) == 0 ? facts.st_mode : 0
    }

    /// As an engine leaves it that was killed.
    private func leaveStaleSocket() {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = ControlClient.address(socketPath)
        let code = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(listener, $0.baseAddress, socklen_t(bytes.count)) }
        }
        #expect(code == 0 && listen(listener, 1) == 0)
        close(listener)
    }

    @Test func `there is no socket until control is allowed, and then its owner alone may use it`() async throws {
        let engine = try await scene.open(link: .none)
        #expect(mode() == 0)
        #expect(try await !isListening())
        try await engine.allowControl()
        try await engine.allowControl()
        #expect(mode() == S_IFSOCK | 0o600)
        #expect(try await isAnswered())
        try await engine.close()
        #expect(mode() == 0)
    }

    @Test func `a socket that a killed engine left is nobody, and is replaced`() async throws {
        let engine = try await scene.open(link: .none)
        leaveStaleSocket()
        #expect(try await !isListening())
        #expect(mode() & S_IFMT == S_IFSOCK)
        try await engine.allowControl()
        #expect(mode() == S_IFSOCK | 0o600)
        #expect(try await isAnswered())
        try await engine.close()
    }

    enum Obstacle: CaseIterable { case link, danglingLink, file, folder, pipe }

    @Test(arguments: Obstacle.allCases)
    func `what is no socket is neither replaced nor followed`(obstacle: Obstacle) async throws {
        // A listening socket of another store for the link to lead to.
        let other = try EngineScene()
        let elsewhere = try await other.open(link: .none)
        try await elsewhere.allowControl()
        let engine = try await scene.open(link: .none)
        let code: Int32 =
            switch obstacle {
            case .link: symlink(other.storePath + "/control.sock", socketPath)
            case .danglingLink: symlink("nowhere", socketPath)
            case .file: FileManager.default.createFile(atPath: socketPath, contents: Data("mine".utf8)) ? 0 : -1
            case .folder: mkdir(socketPath, 0o700)
            case .pipe: mkfifo(socketPath, 0o600)
            }
        #expect(code == 0)
        let before = mode()
        #expect(try await !isListening())
        await #expect { try await engine.allowControl() } throws: { ($0 as? HoldfastError)?.code == .inputOutput }
        #expect(mode() == before)
        try await engine.close()
        #expect(mode() == before)
        #expect(scene.directory.names(in: "store").contains("nowhere") == false)
        #expect(try await RunningEngine(at: other.storePath).isListening())
        try await elsewhere.close()
    }

    @Test func `what was put in the socket's place meanwhile is not taken away`() async throws {
        let engine = try await scene.open(link: .none)
        try await engine.allowControl()
        unlink(socketPath)
        #expect(FileManager.default.createFile(atPath: socketPath, contents: nil))
        #expect(try await !isListening())
        try await engine.close()
        #expect(mode() & S_IFMT == S_IFREG)
    }

    @Test func `a store whose path is longer than a socket's may be is reached`() async throws {
        var path = scene.directory.path
        for _ in 0..<4 {
            path += "/" + String(repeating: "d", count: 100)
            #expect(mkdir(path, 0o700) == 0)
        }
        var options = EngineOptions()
        options.monitor = ManualMonitor(LinkFacts(link: .none, source: .manual))
        let engine = try await OfflineEngine.open(at: path, options: options)
        try await engine.allowControl()
        let running = try RunningEngine(at: path)
        #expect(try await running.isListening())
        guard case .receipt = try await running.ask(.setOfflineMode(true, until: nil), by: .tool, id: "one") else {
            Issue.record("no receipt")
            return
        }
        try await engine.close()
    }
}
