import Foundation
import HoldfastTestSupport
import Testing

/// The files that stand beside the log hold nothing that could not be lost.
@Suite(.timeLimit(.minutes(10))) struct FilesBesideTheLogTests {
    private static let garbage: [[UInt8]] = {
        var random = SeededGenerator(seed: 1)
        let noise = (0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) }
        return [[], Array("x".utf8), Array(repeating: 0xff, count: 64), noise]
    }()

    private static func timeless(_ status: ToolEnd) -> [Substring] {
        status.lines.dropFirst().filter { !$0.contains("\"leaving\"") }
    }

    @Test(arguments: ["log.mdb-lock", "writer.lock"])
    func `garbage in a lock file changes no answer`(_ name: String) async throws {
        let stores = try await DamagedStores.shared.stores()
        for bytes in Self.garbage {
            try stores.copy(stores.log) { copy in
                try copy.write(bytes, to: "store/\(name)")
                let found = try DamagedStores.Answers(of: copy.file("store"))
                #expect(
                    found.verify.output == stores.sound.verify.output, "\(bytes.count) bytes: \(found.verify.errors)")
                #expect(found.log.output == stores.sound.log.output, "\(bytes.count) bytes")
                // The first line tells the time, and an item whose removal can be undone how long.
                #expect(
                    Self.timeless(found.status) == Self.timeless(stores.sound.status), "\(bytes.count) bytes")
                let written = try Tool.run(["set", "queue.maxConcurrent", "3"], store: copy.file("store"))
                #expect(written.code == 0, "\(bytes.count) bytes: \(written.errors)")
            }
        }
    }

    @Test func `a store whose marker is damaged is read, and the next engine makes it again`() async throws {
        let stores = try await DamagedStores.shared.stores()
        let marker = stores.folder.read("store/store.id")
        for bytes in Self.garbage {
            try stores.copy(stores.log) { copy in
                try copy.write(bytes, to: "store/store.id")
                let found = try DamagedStores.Answers(of: copy.file("store"))
                #expect(found.log.output == stores.sound.log.output, "\(bytes.count) bytes")
                #expect(found.status.code == 0 && found.verify.code == 0, "\(bytes.count) bytes")
                let written = try Tool.run(["set", "queue.maxConcurrent", "3"], store: copy.file("store"))
                #expect(written.code == 0, "\(bytes.count) bytes: \(written.code) \(written.errors)")
                #expect(copy.read("store/store.id") == marker, "\(bytes.count) bytes")
            }
        }
    }
}
