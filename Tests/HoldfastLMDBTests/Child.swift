import Glibc
import HoldfastLMDB
import Testing

/// Bounds on waiting for other processes. They are long: what they stop is a hang, and what they say names it.
enum Patience {
    static let seconds: UInt32 = isLong ? 900 : 60

    /// To be called first in the body of an exit test: a body that hangs ends with SIGALRM, and its test with it.
    static func limitThisProcess() { alarm(seconds) }
}

struct ChildTrouble: Error {
    let reason: String
}

/// A program with a pipe from its output. Reading happens on a thread of its own and ends after a while.
final class Child: Sendable {
    let pid: pid_t
    private let output: Int32

    static let python = "/usr/bin/python3"
    static let hasPythonLMDB = system("\(python) -c 'import lmdb' 2>/dev/null") == 0

    init(_ arguments: [String]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ChildTrouble(reason: "no pipe: error \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        var pid = pid_t()
        let code = posix_spawnp(&pid, arguments[0], &actions, nil, &vector, environ)
        close(ends[1])
        output = ends[0]
        self.pid = pid
        guard code == 0 else { throw ChildTrouble(reason: "\(arguments[0]) did not start: error \(code)") }
    }

    deinit { close(output) }

    /// The next line of its output.
    func readLine() async throws -> String {
        try await onThread { [output, pid] in
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while true {
                var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                guard poll(&wanted, 1, Int32(Patience.seconds) * 1000) == 1 else {
                    kill(pid, SIGKILL)
                    throw ChildTrouble(reason: "process \(pid) said nothing for \(Patience.seconds) s")
                }
                guard read(output, &byte, 1) == 1 else {
                    throw ChildTrouble(reason: "process \(pid) ended after '\(String(decoding: line, as: UTF8.self))'")
                }
                if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
                line.append(byte)
            }
        }
    }

    /// Kills it and waits until it is gone.
    func kill9() async throws {
        try await onThread { [pid] in
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        }
    }
}

/// Runs what blocks on a thread of its own, so that it takes none from other tests.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        do throws(StorageError) {
            try Environment.runOnThread { continuation.resume(with: Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// What a test does beside an exit test. An exit test blocks one of the few threads of the pool while its process runs,
/// so nothing that this process waits for may need one.
final class OwnThread<Value: Sendable>: Sendable {
    private let result = Monitored<Result<Value, any Error>>()

    init(_ body: @escaping @Sendable () throws -> Value) throws(StorageError) {
        try Environment.runOnThread { [result] in result.set(Result { try body() }) }
    }

    func value() async throws -> Value {
        try await onThread { [result] in try result.wait().get() }
    }
}

/// Runs `body` inside `count` snapshots.
func withSnapshots(
    _ count: Int, of store: TestStore, _ body: () throws(StorageError) -> Void
) throws(StorageError) {
    if count == 0 { return try body() }
    try store.environment.read { _ throws(StorageError) in try withSnapshots(count - 1, of: store, body) }
}

/// A message between this process and an exit test's: a named pipe in a folder that both know.
final class Message: Sendable {
    let path: String
    /// Open from the beginning, so that a message waits for whoever comes later.
    private let descriptor: Int32

    init(in folder: String, _ name: String) {
        path = folder + "/" + name
        mkfifo(path, 0o600)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    func send() { Self.send(path) }

    static func send(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        write(descriptor, [1], 1)
        close(descriptor)
    }

    /// Blocks this thread.
    /// - Returns: false when nothing came for long.
    static func receive(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return poll(&wanted, 1, Int32(Patience.seconds) * 1000) == 1 && read(descriptor, &byte, 1) == 1
    }
}

/// A snapshot that stays open on a thread of its own until it is released.
final class HeldSnapshot: Sendable {
    private let mayEnd = Monitored<Bool>()
    private let hasEnded = Monitored<Bool>()

    init(_ store: TestStore) throws {
        let isOpen = Monitored<StorageError?>()
        try Environment.runOnThread { [mayEnd, hasEnded] in
            do throws(StorageError) {
                try store.environment.read { _ throws(StorageError) in
                    isOpen.set(nil)
                    _ = mayEnd.wait()
                }
            } catch {
                isOpen.set(error)
            }
            hasEnded.set(true)
        }
        if let error = isOpen.wait() { throw error }
    }

    func release() {
        mayEnd.set(true)
        _ = hasEnded.wait()
    }
}

/// Another process that opens the log for writing must be told that it has a writer.
func expectWriterElsewhere(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
        Patience.limitThisProcess()
        do throws(StorageError) {
            _ = try TestStore(path)
            exit(1)
        } catch .writerElsewhere(_, _) {
            exit(0)
        } catch {
            exit(2)
        }
    }
}
