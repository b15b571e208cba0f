import Foundation
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI

/// A store, the page that the tool made of it, and what a browser finds on that.
struct MadeReport {
    let folder: TemporaryDirectory
    var store: String { folder.file("store") }
    var path: String { folder.file("report.html") }

    /// - Parameter write: makes the store.
    init(_ options: [String] = [], of write: (String) throws -> Void) throws {
        folder = try TemporaryDirectory()
        try write(folder.file("store"))
        try make(options)
    }

    func make(_ options: [String] = []) throws {
        let end = try Tool.run(
            ["report", "--force", "-o", path] + options, store: store, variables: ["TZ": "UTC"], seconds: 400)
        guard end.code == 0 else { throw ChildFailure(reason: end.errors) }
    }

    func tool(_ arguments: [String]) throws -> ToolEnd {
        try Tool.run(arguments, store: store, variables: ["TZ": "UTC", "LANG": "C.UTF-8"])
    }

    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// Lets a browser follow a scenario of `browse.py`; each thing that is not as it should be is an issue.
    func browse(_ scenario: String, _ expected: [String: Any] = [:]) throws {
        let facts = folder.file("expected.json")
        try JSONSerialization.data(withJSONObject: expected).write(to: URL(filePath: facts))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browse.py").path()
        let browser = Process()
        // Debian's own interpreter, for which the packages are.
        browser.executableURL = URL(filePath: "/usr/bin/python3")
        browser.arguments = [script, scenario, path, facts]
        let errors = Pipe()
        browser.standardError = errors
        try browser.run()
        let found = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        browser.waitUntilExit()
        for line in found.split(separator: "\n") { Issue.record("\(scenario): \(line)") }
        #expect(browser.terminationStatus == 0)
    }

    /// The lines of a verb's JSON.
    func objects(_ arguments: [String]) throws -> [[String: Any]] {
        let end = try tool(arguments + ["--json"])
        guard end.code == 0 else { throw ChildFailure(reason: "\(arguments): \(end.errors)") }
        return try end.lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }
}
