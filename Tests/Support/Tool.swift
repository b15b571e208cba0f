import Foundation

/// The built `holdfast`, run as a process of its own.
package enum Tool {
    /// Where it was built: beside the tests.
    package static let path: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "holdfast").path()
    }()

    /// Runs it to its end on a store. One that hangs is ended, with code 137.
    ///
    /// - Parameters:
    ///   - variables: for its environment, beside or instead of ours.
    ///   - seconds: what it may take.
    package static func run(
        _ arguments: [String], store: String, variables: [String: String] = [:], seconds: Int = 60
    ) throws -> ToolEnd {
        try run([path] + arguments + ["--store", store], variables: variables, seconds: seconds)
    }

    /// Runs any program to its end, found by the path where `holdfast` is found as well.
    package static func run(
        _ words: [String], variables: [String: String] = [:], seconds: Int = 60
    ) throws -> ToolEnd {
        let output = try unnamedFile()
        let errors = try unnamedFile()
        defer {
            close(output)
            close(errors)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        let folder = URL(filePath: path).deletingLastPathComponent().path()
        let settings =
            ["PATH=\(folder):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"] + variables.map { "\($0.key)=\($0.value)" }
        let words = ["timeout", "--signal=KILL", "\(seconds)", "env"] + settings + words
        var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in vector { free(word) } }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, words[0], &actions, nil, &vector, environ)
        guard code == 0 else { throw ChildFailure(reason: "\(words[0]) did not start: error \(code)") }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        return ToolEnd(
            code: signal == 0 ? (status >> 8) & 0xff : -signal, output: contents(of: output),
            errors: contents(of: errors))
    }

    private static func unnamedFile() throws -> Int32 {
        // O_TMPFILE, whose value the Glibc module does not carry: gone with its last descriptor.
        let descriptor = open("/tmp", 0o20_200_000 | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ChildFailure(reason: "no file for output: errno \(errno)") }
        return descriptor
    }

    private static func contents(of descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &block, block.count, off_t(bytes.count))
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += block[..<count]
        }
    }
}

package struct ToolEnd: Sendable {
    /// The exit code; a signal's number, negated, where one ended it.
    package var code: Int32
    package var output: String
    package var errors: String

    package var lines: [Substring] { output.split(separator: "\n") }
}
