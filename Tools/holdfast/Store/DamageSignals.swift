import Glibc

/// Turns the signals that damaged pages can end in into an answer.
///
/// A log is read through a map, and LMDB follows the numbers in its pages: a page that is wrong leads to a read past the file
/// (SIGBUS), to nowhere (SIGSEGV), to a division by what is not there (SIGFPE) or to LMDB's own abort (SIGABRT). `verify`
/// reads the pages before it trusts them, and says which one is wrong; walking them all before each look would make looking
/// as slow as the log is long. A trap of Swift (SIGILL, SIGTRAP) is a fault of the tool and stays one.
enum DamageSignals {
    /// The line that is told. Written before the handlers are set and only read from then on; never freed, for a handler
    /// may run at any time.
    nonisolated(unsafe) private static var line = UnsafeRawBufferPointer(start: nil, count: 0)

    static let signals = [SIGBUS, SIGSEGV, SIGFPE, SIGABRT]

    /// From now on such a signal ends the tool with `damaged`, and with a line that names the store.
    static func expect(at path: String) {
        guard line.isEmpty else { return }
        let text =
            "holdfast: the store at \(Escaping.printable(path)) could not be read: a page of its log is damaged.\n"
            + "'holdfast verify' tells which one; then restore it from a backup.\n"
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        bytes.copyBytes(from: text.utf8)
        line = UnsafeRawBufferPointer(bytes)
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in DamageSignals.end() }
            sigaction(signal, &action, nil)
        }
    }

    /// Only what may be called in a handler.
    private static func end() {
        TerminalRescue.giveBack()
        _ = write(STDERR_FILENO, line.baseAddress, line.count)
        _exit(ExitCode.damaged.rawValue)
    }
}
