import Holdfast
import HoldfastModel
import Testing

@Suite struct CloseTests {
    @Test func `closing twice at once waits for the one that closes`() async throws {
        let scene = try EngineScene()
        let engine = try await scene.open()
        try await engine.set("ui.undoMs", to: "1")
        async let first: Void = engine.close()
        async let second: Void = engine.close()
        _ = try await (first, second)
        // Only when both have let go can the store be opened again.
        try await scene.open().close()
    }

    @Test func `an engine's own store shows what is on disk until the engine closes`() async throws {
        let scene = try EngineScene()
        let engine = try await scene.open()
        let receipt = try await engine.set("ui.undoMs", to: "7")
        let record = try engine.store.record(at: receipt.positions.lowerBound).record
        #expect(record.event.type == .settingChanged)
        engine.store.close()
        #expect(try engine.store.read { try $0.setting("ui.undoMs") } == "7")
        try await engine.close()
        #expect(throws: HoldfastError.self) { _ = try engine.store.root() }
    }

    @Test func `a closed engine refuses commands by name`() async throws {
        let scene = try EngineScene()
        let engine = try await scene.open()
        try await engine.close()
        await #expect { try await engine.set("ui.undoMs", to: "7") } throws: { ($0 as? HoldfastError)?.code == .closed }
    }
}
