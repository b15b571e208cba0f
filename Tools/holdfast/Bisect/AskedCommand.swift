import Glibc
import Synchronization

/// A command that is run to say whether a position is old or new.
struct AskedCommand {
    enum End: Equatable {
        case exited(Int32)
        case killed(Int32)
    }

    let words: [String]
    /// Absolute path of the store.
    let store: String
    let children: RunningChild

    /// Its input is empty, and what it prints goes to stderr: stdout is for the answer.
    func run(at position: Int64) throws(ToolFailure) -> End {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables = environment(position)
        defer { for text in arguments + variables { free(text) } }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw cannotStart(code) }
        return children.wait(for: identifier)
    }

    private func cannotStart(_ code: Int32) -> ToolFailure {
        ToolFailure(
            code == ENOENT ? .notFound : code == EACCES ? .noPermission : .inputOutput,
            "the command '\(words[0])' could not be started: \(String(cString: strerror(code))).",
            advice: code == ENOENT ? "Give a program on the PATH or a path; sh -c '...' runs a line of shell." : nil)
    }

    /// What the tool ignores or catches, the command takes as usual.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] + DamageSignals.signals { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    private func environment(_ position: Int64) -> [UnsafeMutablePointer<CChar>?] {
        let own = ["HOLDFAST_AT=\(position)", "HOLDFAST_STORE=\(store)"]
        var variables: [UnsafeMutablePointer<CChar>?] = own.map { strdup($0) }
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if !text.hasPrefix("HOLDFAST_AT="), !text.hasPrefix("HOLDFAST_STORE=") { variables.append(strdup(entry)) }
            next += 1
        }
        return variables + [nil]
    }
}

/// The command that runs now, so that what ends the tool ends it too.
final class RunningChild: Sendable {
    private let state = Mutex((identifier: pid_t(0), isEnded: false))

    /// From now on a command is ended at once.
    func end() {
        state.withLock { state in
            state.isEnded = true
            if state.identifier > 0 { kill(state.identifier, SIGINT) }
        }
    }

    var isEnded: Bool { state.withLock(\.isEnded) }

    func wait(for identifier: pid_t) -> AskedCommand.End {
        state.withLock { state in
            state.identifier = identifier
            if state.isEnded { kill(identifier, SIGINT) }
        }
        var info = siginfo_t()
        // The number stays the command's own until it is forgotten here.
        while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        state.withLock { state in
            state.identifier = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        }
        let signal = status & 0x7f
        return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal)
    }
}
