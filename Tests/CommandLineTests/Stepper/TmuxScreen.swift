import Foundation
import HoldfastTestSupport

/// A terminal of a given size that a program runs in, by a tmux server of its own.
final class TmuxScreen {
    /// The socket's folder.
    private let place: String
    private let path: String

    struct Late: Error, CustomStringConvertible {
        let wanted: String
        let shown: [String]
        var description: String { "'\(wanted)' was not shown in time; what was:\n" + shown.joined(separator: "\n") }
    }

    /// Runs a line of shell in the folder.
    init(_ command: String, in place: String, columns: Int, rows: Int, variables: [String: String]) throws {
        self.place = place
        path = variables["PATH"] ?? "/usr/bin:/bin"
        let settings = variables.map { "\($0.key)=\($0.value)" }.sorted()
        try run(
            ["-f", "/dev/null", "new-session", "-d", "-c", place, "-x", "\(columns)", "-y", "\(rows)", "-s", "screen"]
                + settings.flatMap { ["-e", $0] } + [command])
        try run(["set-option", "-g", "status", "off"])
        try run(["resize-window", "-t", "screen", "-x", "\(columns)", "-y", "\(rows)"])
    }

    func close() { _ = try? run(["kill-server"]) }

    /// Names of keys as tmux has them; text in quotes is typed as it is.
    func press(_ keys: String) throws {
        for key in shellWords(keys) {
            let isText = keys.contains("'\(key)'")
            try run(["send-keys", "-t", "screen"] + (isText ? ["-l", "--"] : []) + [key])
        }
    }

    func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-t", "screen", "-x", "\(columns)", "-y", "\(rows)"])
    }

    func lines() throws -> [String] {
        try run(["capture-pane", "-p", "-t", "screen"]).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init).dropLast()
    }

    /// Waits until a text is shown, or is not any more, and nothing moves.
    @discardableResult
    func wait(for text: String, isGone: Bool = false) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        var before: [String] = []
        while ContinuousClock.now < deadline {
            let now = try lines()
            if now == before, now.contains(where: { $0.contains(text) }) != isGone { return now }
            before = now
            usleep(40_000)
        }
        throw Late(wanted: text, shown: before)
    }

    /// Not by Foundation: to it a process runs as long as anything holds what it inherited, as the server does.
    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let answer = place + "/.tmux-answer"
        // The program on the screen gets the PATH of who asks for it, whatever else it is given.
        let words = ["env", "-i", "PATH=" + path, "LANG=C.UTF-8", "TERM=xterm-256color", "HOME=" + place]
        let child = try ChildProcess(
            words + ["sh", "-c", "exec tmux -S \"$0/.tmux\" \"$@\" > \"$0/.tmux-answer\" 2>&1", place] + arguments)
        let code = child.wait()
        let said = String(decoding: try Data(contentsOf: URL(filePath: answer)), as: UTF8.self)
        guard code == 0 else {
            throw Late(wanted: "tmux " + arguments.joined(separator: " "), shown: [said])
        }
        return said
    }
}
