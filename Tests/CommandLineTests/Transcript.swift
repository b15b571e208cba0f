import Foundation

/// A file of commands and answers: `$ ` a line for the shell, `  ` a line of stdout, `! ` a line of stderr, then the exit code
/// where it is not 0. Lines that begin with `#` are kept.
///
/// What differs from run to run (times, ports, process numbers, free space) is replaced by a word in capitals. A transcript that names
/// `$ORIGIN` gets a scripted origin of its own, one that names `history/` or another history a store with it; one that says
/// `Positions vary.` has `#N` for them, and one that says `Times stand.` keeps its times, which a recorded history has.
struct Transcript {
    let name: String

    static let updatesGolden = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
        return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
    }()

    /// Where the tool was built: beside the tests.
    static let products: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().path()
    }()

    func read() throws -> String {
        try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    }

    func write(_ text: String) throws {
        try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// Runs the commands of a transcript in an empty folder of its own.
    func perform(_ text: String) throws -> String {
        let place = try Self.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: place) }
        let origin = text.contains("$ORIGIN") ? try ScriptedOrigin() : nil
        defer { origin?.stop() }
        for history in RecordedHistory.named where text.contains(history.folder + "/") {
            try history.write(place + "/" + history.folder)
        }
        let words = Normalised(
            place: place, variesPositions: text.contains("Positions vary."), keepsTimes: text.contains("Times stand."))
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") || line.isEmpty {
                lines.append(String(line))
            } else if line.hasPrefix("$ ") {
                lines.append(String(line))
                lines += try answer(to: String(line.dropFirst(2)), in: place, origin: origin).map(words.line)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func answer(to command: String, in place: String, origin: ScriptedOrigin?) throws -> [String] {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", "set -o pipefail; " + command]
        shell.currentDirectoryURL = URL(filePath: place)
        shell.environment = [
            "PATH": Self.products + ":/usr/bin:/bin", "HOME": place, "TZ": "UTC", "LANG": "C.UTF-8", "TERM": "dumb",
            "ORIGIN": origin?.address ?? "",
        ]
        let files = ["out", "err"].map { place + "/." + $0 }
        for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle(forWritingAtPath: files[0])
        shell.standardError = FileHandle(forWritingAtPath: files[1])
        try shell.run()
        shell.waitUntilExit()
        let marked = try zip(files, ["  ", "! "]).flatMap { file, mark in
            let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
            return text.split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast(text.hasSuffix("\n") || text.isEmpty ? 1 : 0).map { mark + $0 }
        }
        let code = shell.terminationStatus
        return marked + (code == 0 ? [] : ["exit \(code)"])
    }

    static func temporaryFolder() throws -> String {
        var template = Array("/tmp/holdfast-transcript-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}
