import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

@Suite struct DownloadTests {
    @Test func `a request brings a proven file and the happy path of events`() async throws {
        let scene = try EngineScene()
        let page = try scene.origin.page(["body": ["random": 300_000, "seed": 7], "etag": "\"a\""])
        let engine = try await scene.open()
        try await engine.register(scene.registration("guide", page))
        try await engine.request("guide")
        await engine.untilIdle()
        let path = try await engine.contentPath(of: "guide")
        #expect(FileManager.default.contents(atPath: path)?.count == 300_000)
        #expect(try await engine.affordance(of: "guide").label == "Offline")
        try await engine.close()
        #expect(
            try scene.events(of: "item:guide") == [
                .itemRegistered, .downloadRequested, .transferStarted, .responseReceived, .sizeResolved,
                .transferCompleted, .contentVerified, .contentPublished,
            ])
        #expect(try scene.verify().problems == [])
    }
}
