import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C43: a log that lost its end is refused with advice, and nothing is started over it.
@Suite struct TruncatedLogTests {
    enum Cut: CaseIterable {
        case onePage, half

        func size(of bytes: Int) -> Int { self == .onePage ? bytes - 4096 : bytes / 2 / 4096 * 4096 }
    }

    @Test(arguments: Cut.allCases)
    func `a log that was cut is refused with advice and left as it is`(_ cut: Cut) async throws {
        let folder = try TemporaryDirectory()
        let store = folder.file("store")
        var options = EngineOptions()
        options.mode = .commandsOnly
        let engine = try await OfflineEngine.open(at: store, options: options)
        for number in 0..<40 {
            try await engine.register(Registration(id: "item\(number)", sources: ["https://example.org/\(number)"]))
        }
        try await engine.close()
        let size = try #require(folder.read("store/log.mdb")?.count)
        #expect(truncate(folder.file("store/log.mdb"), cut.size(of: size)) == 0)
        let left = folder.read("store/log.mdb")

        for _ in 0..<2 {
            await #expect { try await OfflineEngine.open(at: store, options: options) } throws: { error in
                let error = error as? HoldfastError
                return error?.code == .damaged && error?.message.contains("backup") == true
            }
            #expect { try OfflineStore.open(at: store) } throws: { ($0 as? HoldfastError)?.code == .damaged }
        }
        #expect(folder.read("store/log.mdb") == left)
    }
}
