import Glibc

/// Signals as bytes in a pipe, so that a loop that waits for keys can wait for them too.
enum SignalPipe {
    // Set before the handlers are, and only read from then on.
    nonisolated(unsafe) private static var ends: (read: Int32, write: Int32) = (-1, -1)

    static let signals = [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT]

    /// The end to wait for.
    static var descriptor: Int32 { ends.read }

    static func open() throws(ToolFailure) {
        if ends.read < 0 {
            var pair: [Int32] = [-1, -1]
            guard pipe(&pair) == 0 else {
                throw ToolFailure(.inputOutput, "no pipe could be made: \(String(cString: strerror(errno))).")
            }
            for end in pair {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            ends = (pair[0], pair[1])
        }
        for number in signals { catchSignal(number) }
    }

    static func catchSignal(_ number: Int32) {
        signal(number) { number in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.ends.write, &byte, 1)
            errno = before
        }
    }

    static func close() {
        for number in signals { signal(number, SIG_DFL) }
    }

    /// The signals that came since the last time.
    static func take() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(ends.read, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { Int32($0) }
    }
}
