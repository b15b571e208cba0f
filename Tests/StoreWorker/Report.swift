import Glibc

/// What the worker tells: a line before each case, then its problems and a line after it. A case that has begun and not
/// ended is the one whose process died.
enum Report {
    /// A case that takes longer hangs; the alarm's signal says so.
    private static let secondsMax: UInt32 = 120

    static func begin(_ number: Int, _ text: String) {
        alarm(secondsMax)
        line("begin \(number) \(text)")
    }

    static func end(_ problems: [String]) {
        for problem in problems { line("problem \(problem.replacing("\n", with: " "))") }
        line("end")
    }

    static func note(_ text: String) { line("note \(text)") }

    static func done() { line("done") }

    private static func line(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
