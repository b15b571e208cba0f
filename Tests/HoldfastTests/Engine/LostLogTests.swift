import Foundation
import Holdfast
import HoldfastModel
import Testing

@Suite struct LostLogTests {
    @Test(arguments: [true, false])
    func `a store whose log is gone or empty is refused and not started over`(isEmptied: Bool) async throws {
        let scene = try EngineScene()
        try await scene.open().close()
        let log = scene.storePath + "/log.mdb"
        if isEmptied {
            #expect(truncate(log, 0) == 0)
        } else {
            #expect(unlink(log) == 0)
        }
        await #expect { try await scene.open() } throws: { ($0 as? HoldfastError)?.code == .damaged }
        #expect((FileManager.default.contents(atPath: log)?.count ?? 0) == 0)
    }
}
