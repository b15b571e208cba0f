import Glibc

/// A program that shows long output a screen at a time.
struct Pager {
    private let stream: UnsafeMutablePointer<FILE>

    var descriptor: Int32 { fileno(stream) }

    /// `nil` when it cannot be started; the output then goes to the terminal as it is.
    init?(command: String) {
        // less, unless told otherwise: ends by itself when all fits, keeps colours, leaves the text on the screen.
        guard
            let stream = popen("LESS=\"${LESS-FIRX}\"; export LESS; \(command) || { test $? = 127 && exec cat; }", "w")
        else { return nil }
        self.stream = stream
    }

    /// Waits until the person has left it.
    func close() {
        _ = pclose(stream)
    }

    /// What to run; `nil` when no pager is wanted.
    static func command(_ environment: EnvironmentVariables) -> String? {
        let chosen = environment["HOLDFAST_PAGER"] ?? environment["PAGER"] ?? "less -FIRX"
        return chosen.isEmpty || chosen == "cat" ? nil : chosen
    }
}
