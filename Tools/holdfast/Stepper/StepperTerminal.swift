import Glibc

/// The terminal that a stepper is shown on.
final class StepperTerminal {
    enum Input: Equatable {
        case key(Key)
        /// The screen has another size, or has to be drawn anew.
        case changed
        case suspend
        /// Ended from outside, or the terminal is gone.
        case ended
    }

    private let style: Style
    private let environment: EnvironmentVariables
    private var reader = KeyReader()
    private var writer = ScreenWriter()

    /// Bytes of a key follow each other closely, also over a slow line.
    private static let keyWaitInMilliseconds: Int32 = 50

    /// Refuses what no full screen can be shown on.
    static func check(_ environment: EnvironmentVariables) throws(ToolFailure) {
        let advice = "'holdfast replay' without --step prints the same, line by line."
        guard Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDOUT_FILENO) else {
            throw ToolFailure(
                .usage, "--step shows a full screen, and input or output is no terminal here.", advice: advice)
        }
        let kind = environment["TERM"] ?? ""
        guard kind != "dumb", !kind.isEmpty else {
            throw ToolFailure(
                .usage, "--step moves the cursor, which a terminal of the kind '\(kind)' cannot do.", advice: advice)
        }
    }

    init(style: Style, environment: EnvironmentVariables) throws(ToolFailure) {
        (self.style, self.environment) = (style, environment)
        try SignalPipe.open()
        TerminalRescue.expectTraps()
        try TerminalRescue.take()
    }

    func giveBack() {
        TerminalRescue.giveBack()
        SignalPipe.close()
    }

    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Terminal.size(STDOUT_FILENO, environment)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    func show(_ screen: StepperView.Screen, columns: Int) {
        send(writer.update(screen, columns: columns, in: style))
    }

    func forget() { writer.forget() }

    /// Stops as Ctrl-Z does, and comes back with `fg`.
    func suspend() throws(ToolFailure) {
        TerminalRescue.giveBack()
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        SignalPipe.catchSignal(SIGTSTP)
        try resume()
    }

    /// After it was stopped the shell has the terminal as it likes it.
    func resume() throws(ToolFailure) {
        TerminalRescue.giveBack()
        try TerminalRescue.take()
        forget()
    }

    /// Waits for keys and signals; empty when none came in time.
    func wait(milliseconds: Int32) -> [Input] {
        var states = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: SignalPipe.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let patience = reader.isWaiting ? Self.keyWaitInMilliseconds : milliseconds
        guard poll(&states, 2, patience) > 0 else { return reader.finish().map { .key($0) } }
        var found: [Input] = []
        if states[1].revents != 0 { found += SignalPipe.take().map(Self.meaning) }
        if states[0].revents != 0 { found += keys() }
        return found
    }

    private static func meaning(of signal: Int32) -> Input {
        switch signal {
        case SIGWINCH, SIGCONT: .changed
        case SIGTSTP: .suspend
        default: .ended
        }
    }

    private func keys() -> [Input] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        // The other end is gone.
        guard count > 0 else { return [.ended] }
        return reader.take(bytes.prefix(count)).map { .key($0) }
    }

    private func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR || errno == EAGAIN { continue }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
