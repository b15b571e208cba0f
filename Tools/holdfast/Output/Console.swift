import Glibc
import HoldfastModel

/// Where a verb speaks: data to stdout, words to stderr.
final class Console {
    let output: Output
    /// Of stdout.
    private(set) var style: Style
    /// Of stderr.
    let wordStyle: Style
    let isJSON: Bool
    let isQuiet: Bool
    /// Rows of the terminal behind stderr.
    let rows: Int
    /// Rows of the terminal behind stdout; `nil` where there is none that can be drawn on.
    private(set) var drawableRows: Int?
    private let environment: EnvironmentVariables
    /// `nil` where stderr is no terminal: events are then told a line each.
    let progress: ProgressDisplay?

    init(_ options: GlobalOptions, environment: EnvironmentVariables) {
        let outputIsTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let wordsAreTerminal = Terminal.isTerminal(STDERR_FILENO)
        let size = Terminal.size(STDOUT_FILENO, environment)
        let wordSize = Terminal.size(STDERR_FILENO, environment)
        style = Style(
            options: options, environment: environment, isTerminal: outputIsTerminal, width: size.columns)
        wordStyle = Style(
            options: options, environment: environment, isTerminal: wordsAreTerminal, width: wordSize.columns)
        output = Output(flushesEachLine: outputIsTerminal)
        self.environment = environment
        drawableRows = outputIsTerminal && environment["TERM"] != "dumb" && !options.isJSON ? size.rows : nil
        isJSON = options.isJSON
        isQuiet = options.isQuiet
        screenRows = outputIsTerminal ? size.rows : nil
        rows = wordSize.rows
        let draws = wordsAreTerminal && environment["TERM"] != "dumb" && !options.isQuiet
        progress = draws ? ProgressDisplay(style: wordStyle, rows: wordSize.rows) : nil
        if outputIsTerminal, options.usesPager, !options.isJSON, let command = Pager.command(environment) {
            pagerCommand = command
            outputRows = size.rows
        }
    }

    /// Rows of the terminal behind stdout; `nil` where it is no terminal.
    let screenRows: Int?
    private var pagerCommand: String?
    private var outputRows = 24

    /// For output that may be long and is not watched while it happens.
    func allowPager() {
        if let pagerCommand { output.pages(over: outputRows, command: pagerCommand) }
    }

    /// For output that a program of its own makes readable, however long it is.
    func allowPager(through command: String) {
        if pagerCommand != nil { output.pages(over: 0, command: command) }
    }

    /// Takes in the size that the terminal has now.
    ///
    /// - Returns: whether it is another than before.
    func measure() -> Bool {
        guard drawableRows != nil else { return false }
        let size = Terminal.size(STDOUT_FILENO, environment)
        defer { (style.width, drawableRows) = (size.columns, size.rows) }
        return size.columns != style.width || size.rows != drawableRows
    }

    /// A note for the person; left out with `--quiet`.
    func say(_ text: String) {
        if !isQuiet { tell(text) }
    }

    /// Words that are needed even with `--quiet`.
    func tell(_ text: String) {
        progress?.clear()
        Self.writeWords(wordStyle.text(text) + "\n")
    }

    func tell(_ failure: ToolFailure) {
        progress?.clear()
        for (index, line) in failure.lines.enumerated() {
            let shown = wordStyle.isASCII ? Escaping.ascii(line) : line
            Self.writeWords(wordStyle.paint(shown, index == 0 ? .bad : .plain) + "\n")
        }
    }

    /// A row of a table: exact in a file or a pipe, and harmless on a screen.
    func table(_ row: String) {
        output.line(screenRows == nil ? row : style.text(row))
    }

    func data(_ line: JSONLine) {
        output.line(line.text)
    }

    /// One JSON object on a line, its members written by `members`: for long output.
    func data(_ members: (inout JSONText) -> Void) {
        output.object(members)
    }

    /// A failure to write words is not told: there is nowhere left to tell it.
    static func writeWords(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
