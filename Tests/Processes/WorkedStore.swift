import Foundation
import HoldfastTestSupport

@testable import Holdfast

/// A store that the tests' own process writes to, while others look at it.
final class WorkedStore: Sendable {
    let folder: TemporaryDirectory
    let engine: OfflineEngine

    init() async throws {
        folder = try TemporaryDirectory()
        var options = EngineOptions()
        options.mode = .commandsOnly
        engine = try await OfflineEngine.open(at: folder.file("store"), options: options)
    }

    var path: String { folder.file("store") }

    var sizeInBytes: Int {
        var status = stat()
        return stat(folder.file("store/log.mdb"), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Commits one command after the other, and flushes now and then.
    func write(_ count: Int, from first: Int = 0) async throws {
        for number in first..<(first + count) {
            _ = try await engine.register(Registration(id: "item-\(number)", sources: ["https://a.invalid/\(number)"]))
            if number % 97 == 0 { await engine.startFlush() }
        }
    }
}

/// One line of `log --json`, as far as the tests look at it.
struct LogLine: Decodable {
    var position: UInt64
    var type: String

    init(_ line: some StringProtocol) throws {
        self = try JSONDecoder().decode(LogLine.self, from: Data(line.utf8))
    }
}
