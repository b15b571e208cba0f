import Foundation

/// A file that drives a program on a screen and holds what was to be seen.
///
/// `$ ` a line of shell that the screen runs, in a folder with the store `history/`; `size 80 24` before it, or while it runs; `keys` with
/// names of keys, and text in single quotes; `run ` a line of shell beside the screen; `until TEXT` waits for it and holds the screen,
/// each line behind `|`; `gone TEXT` waits until it is not shown any more; `await TEXT` only waits. A text must not have been there before. Lines that begin with `#` are kept.
struct ScreenTranscript {
    let name: String

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Transcripts/Screens")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
        return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
    }()

    func read() throws -> String { try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8) }

    func write(_ text: String) throws {
        try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// Does what the file says, and gives it back with what was to be seen.
    func perform(_ text: String) throws -> String {
        let place = try Transcript.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: place) }
        try RecordedHistory.write(to: place + "/history")
        var stage = Stage(place: place)
        defer { stage.screen?.close() }
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        where !line.hasPrefix("|") {
            lines.append(line)
            if !line.isEmpty, !line.hasPrefix("#") { lines += try stage.take(line) }
        }
        return lines.joined(separator: "\n")
    }
}

/// The screen of a transcript, once it runs.
private struct Stage {
    let place: String
    var screen: TmuxScreen?
    var size = (columns: 80, rows: 24)

    struct Unknown: Error {
        let line: String
    }

    private var variables: [String: String] {
        [
            "PATH": Transcript.products + ":/usr/bin:/bin", "HOME": place, "TZ": "UTC", "LANG": "C.UTF-8", "PS1": "> ",
        ]
    }

    mutating func take(_ line: String) throws -> [String] {
        let parts = line.split(separator: " ", maxSplits: 1)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        switch parts[0] {
        case "$":
            screen = try TmuxScreen(
                rest, in: place, columns: size.columns, rows: size.rows, variables: variables)
        case "size":
            let numbers = rest.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 2 else { throw Unknown(line: line) }
            size = (numbers[0], numbers[1])
            try screen?.resize(columns: size.columns, rows: size.rows)
        case "keys": try screen?.press(rest)
        case "run": try run(rest)
        case "await": try screen?.wait(for: rest)
        case "until", "gone":
            let shown = try screen?.wait(for: rest, isGone: parts[0] == "gone") ?? []
            let words = Normalised(place: place, variesPositions: false)
            return shown.map { "|" + $0.replacingOccurrences(of: words.place, with: "PLACE") }
        default: throw Unknown(line: line)
        }
        return []
    }

    private func run(_ command: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", command]
        shell.currentDirectoryURL = URL(filePath: place)
        shell.environment = variables
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        guard shell.terminationStatus == 0 else { throw Unknown(line: "run " + command) }
    }
}
