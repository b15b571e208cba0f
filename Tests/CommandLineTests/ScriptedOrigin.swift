import Foundation

/// `Tools/origin/origin.py` on a port of its own; it ends with its standard input.
final class ScriptedOrigin {
    /// `http://127.0.0.1:PORT`
    let address: String
    private let process = Process()
    private let input = Pipe()

    init() throws {
        let tools = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Tools/origin/origin.py")
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [tools.path(), "--port", "0", "--exit-with-stdin"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = said.split(separator: "\n").first?.split(separator: " ").last ?? ""
        address = "http://127.0.0.1:\(port)"
    }

    func stop() {
        input.fileHandleForWriting.closeFile()
        process.waitUntilExit()
    }
}
