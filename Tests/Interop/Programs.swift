import Foundation
import HoldfastTestSupport

/// Programs beside this one: the reader in Python, the tool as it was built, and LMDB's own tools.
enum Programs {
    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// The objects of its output, one a line.
        func objects() throws -> [[String: Any]] {
            try output.split(separator: "\n").map { line in
                guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                    throw CocoaError(.fileReadCorruptFile)
                }
                return object
            }
        }
    }

    /// Through files: the end of a pipe that another child inherits never comes.
    static func run(_ program: String, _ arguments: [String]) throws -> Result {
        let directory = try TemporaryDirectory()
        let (output, errors) = (directory.file("output"), directory.file("errors"))
        let script = "output=$1; errors=$2; shift 2; exec \"$@\" > \"$output\" 2> \"$errors\" < /dev/null"
        let status = try ChildProcess(["/bin/sh", "-c", script, "sh", output, errors, program] + arguments).wait()
        func text(_ name: String) -> String { String(decoding: directory.read(name) ?? [], as: UTF8.self) }
        return Result(status: status, output: text("output"), errors: text("errors"))
    }

    /// The tool, which is built beside the tests.
    static func holdfast(_ arguments: [String]) throws -> Result {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let tool = URL(filePath: bundle).deletingLastPathComponent().appending(path: "holdfast")
        return try run(tool.path(), arguments)
    }
}

/// Runs `read_store.py`.
enum Reader {
    struct Result {
        var status: Int32
        var lines: [[String: String]]
        var errors: String
    }

    static let python = "/usr/bin/python3"
    static let isUsable = (try? Programs.run(python, ["-c", "import lmdb, cbor2"]))?.status == 0
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "read_store.py")
        .path()

    static func read(_ store: String, state: Bool = false) throws -> Programs.Result {
        try Programs.run(python, [script] + (state ? ["--state"] : []) + [store])
    }

    /// Each member as text.
    static func run(_ store: String) throws -> Result {
        let result = try read(store)
        let lines = try result.objects().map { object in object.mapValues { "\($0)" } }
        return Result(status: result.status, lines: lines, errors: result.errors)
    }
}
