import Glibc

/// What stands behind a descriptor.
enum Terminal {
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Columns and rows: the terminal's own word, else `$COLUMNS` and `$LINES`, else 80 by 24.
    static func size(_ descriptor: Int32, _ environment: EnvironmentVariables) -> (columns: Int, rows: Int) {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        func pick(_ told: UInt16, _ variable: String, _ usual: Int) -> Int {
            if isKnown, told > 0 { return Int(told) }
            return environment[variable].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? usual
        }
        return (max(20, pick(size.ws_col, "COLUMNS", 80)), max(5, pick(size.ws_row, "LINES", 24)))
    }

    /// A descriptor 0, 1 or 2 that is closed would be given to the next file opened, and a note would land in the store.
    /// Each is opened on a device that refuses its use.
    static func guardStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", (descriptor == 0 ? O_WRONLY : O_RDONLY))
        }
    }
}
