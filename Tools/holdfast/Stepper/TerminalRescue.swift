import Glibc

/// Takes the terminal over and gives it back as it was, also where the tool ends in the middle of something.
enum TerminalRescue {
    // Written by the one thread that takes and gives back; what a handler of a signal that ends the tool reads is then in place.
    nonisolated(unsafe) private static var saved = termios()
    nonisolated(unsafe) private static var isTaken = false
    // The other screen, no wrapping at its edge, no cursor; and back.
    private static let taking: StaticString = "\u{1b}[?1049h\u{1b}[?7l\u{1b}[?25l"
    private static let giving: StaticString = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    /// Keys come one by one and unseen from now on, those that send signals too.
    static func take() throws(ToolFailure) {
        guard !isTaken else { return }
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw cannot() }
        var raw = saved
        cfmakeraw(&raw)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { throw cannot() }
        isTaken = true
        send(taking)
    }

    /// Does only what may be done in a handler of a signal.
    static func giveBack() {
        guard isTaken else { return }
        isTaken = false
        send(giving)
        tcsetattr(STDIN_FILENO, TCSANOW, &saved)
    }

    /// A trap in the tool itself ends it; the terminal is usable then.
    static func expectTraps() {
        for number in [SIGILL, SIGTRAP] {
            signal(number) { number in
                TerminalRescue.giveBack()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static func send(_ text: StaticString) {
        _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func cannot() -> ToolFailure {
        ToolFailure(.inputOutput, "the terminal could not be set up: \(String(cString: strerror(errno))).")
    }
}
