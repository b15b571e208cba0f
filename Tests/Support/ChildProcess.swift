package import Glibc

/// A program started with pipes to its standard input and output. Its input closes when the tests end, however they end.
package final class ChildProcess: Sendable {
    package let identifier: pid_t
    private let input: Int32
    private let output: Int32

    package init(_ arguments: [String]) throws {
        // Close-on-exec from birth: a second child must not hold the first one's pipe open.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        var (inputEnds, outputEnds): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard socketpair(AF_UNIX, kind, 0, &inputEnds) == 0, socketpair(AF_UNIX, kind, 0, &outputEnds) == 0 else {
            throw ChildFailure(reason: "no pipe: errno \(errno)")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputEnds[0], 0)
        posix_spawn_file_actions_adddup2(&actions, outputEnds[0], 1)
        var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, arguments[0], &actions, &attributes, &vector, environ)
        close(inputEnds[0])
        close(outputEnds[0])
        (input, output) = (inputEnds[1], outputEnds[1])
        self.identifier = identifier
        guard code == 0 else { throw ChildFailure(reason: "\(arguments[0]) did not start: error \(code)") }
    }

    /// Tests run on threads that take no signals, which a child must.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    deinit {
        close(input)
        close(output)
    }

    /// Waits for the next line of output, without its end.
    package func readLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits for the end; the exit code, or -1 after a signal.
    package func wait() -> Int32 {
        let status = waitForStatus()
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }

    /// As `wait`, with the signal: in the words of `waitpid`.
    package func waitForStatus() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    /// Runs a program to its end.
    package static func run(_ arguments: String...) throws {
        let code = try ChildProcess(arguments).wait()
        guard code == 0 else { throw ChildFailure(reason: "\(arguments.joined(separator: " ")) ended with \(code)") }
    }
}

package struct ChildFailure: Error {
    package var reason: String

    package init(reason: String) { self.reason = reason }
}
