import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

@Suite(.timeLimit(.minutes(5))) struct ConnectivityArticleTests {
    @Test func `the monitor in the article is the one that is compiled here`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        func text(at path: String) throws -> String {
            try String(contentsOf: root.appendingPathComponent(path).standardized, encoding: .utf8)
        }
        let example = try text(at: "Tests/HoldfastTests/Readme/PathMonitor.swift")
        #expect(try text(at: "Sources/Holdfast/Holdfast.docc/Connectivity.md").contains("```swift\n\(example)```"))
    }

    @Test func `the monitor in the article works an engine`() async throws {
        let scene = try EngineScene()
        let (monitor, relay) = (PathMonitor(), try scene.relay())
        let page = try scene.origin.page(["body": ["random": 10_000]])
        var options = EngineOptions()
        (options.monitor, options.transport, options.power) = (monitor, relay, ManualPowerMonitor())
        let engine = try await OfflineEngine.open(at: scene.storePath, options: options)
        try await engine.set("storage.keepFreeBytes", to: "1MB")
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.request("f")
        monitor.pathChanged(isSatisfied: true, isCellular: true, isExpensive: true, isConstrained: false)
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.needsUnmetered])
        monitor.pathChanged(isSatisfied: true, isCellular: false, isExpensive: false, isConstrained: false)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
    }
}
