import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// An action is done only while a screen offers it.
@Suite(.timeLimit(.minutes(10))) struct OfferedActionTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// An item that waits for a link, on an engine with none.
    private func waiting() async throws -> OfflineEngine {
        let page = try scene.origin.page(["body": ["random": 1_000], "hold": "never"])
        let engine = try await scene.open(monitor: ManualMonitor(LinkFacts(link: .none, source: .manual)))
        try await engine.register(try scene.registration("f", page, far: true))
        try await engine.request("f")
        return engine
    }

    private func recordCount(_ engine: OfflineEngine) async throws -> UInt64 {
        try await engine.read { $0.recordCount }
    }

    @Test func `an action that is not offered gives a typed error and writes nothing`() async throws {
        let engine = try await waiting()
        await engine.untilIdle()
        let offered = try await engine.affordance(of: "f").actions.map(\.code)
        #expect(offered == [.cancel])
        let before = try await recordCount(engine)
        for action in ActionCode.allCases where !offered.contains(action) {
            let error = await #expect(throws: HoldfastError.self) { try await engine.perform(action, on: "f") }
            #expect(error?.code == .notOffered, "\(action)")
        }
        #expect(try await recordCount(engine) == before)
        try await engine.close()
    }

    @Test func `what the host does is not done by the engine`() async throws {
        let engine = try await waiting()
        try await engine.pause(.item("f"))
        try await engine.cancel("f")
        let before = try await recordCount(engine)
        let error = await #expect(throws: HoldfastError.self) { try await engine.perform(.open, on: "f") }
        #expect(error?.code == .notOffered)
        #expect(try await recordCount(engine) == before)
        try await engine.close()
    }

    @Test func `an action that was done is visible in the next read, and not offered again`() async throws {
        let engine = try await waiting()
        let receipts = try await engine.perform(.cancel, on: "f")
        #expect(receipts.count == 1 && receipts.allSatisfy { !$0.positions.isEmpty })
        #expect(try await engine.affordance(of: "f").row == .absentOffline)
        let error = await #expect(throws: HoldfastError.self) { try await engine.perform(.cancel, on: "f") }
        #expect(error?.code == .notOffered)
        try await engine.perform(.download, on: "f")
        #expect(try await engine.affordance(of: "f").row == .waitingNoNetwork)
        try await engine.close()
    }

    @Test func `agreeing to one download is a consent on record, and a group is resumed by its name`() async throws {
        let engine = try await waiting()
        try await engine.pause(.all)
        let before = try await recordCount(engine)
        try await engine.perform(.downloadOnlyThis, on: "f")
        guard case .consentRecorded(let consent) = try engine.store.record(at: before).record.event else {
            Issue.record("no consent was recorded")
            return
        }
        #expect(consent.kind == .known(.pause) && consent.isGiven)
        #expect(try await engine.affordance(of: "f").row == .waitingNoNetwork)
        try await engine.resume(.all)
        try await engine.perform(Command.defineGroup(id: "g", title: "Alps"))
        try await engine.perform(Command.changeMembers(group: "g", adding: ["f"], removing: []))
        try await engine.pause(.group("g"))
        let shown = try await engine.affordance(of: "f")
        #expect(shown.primary?.label == "Resume \"Alps\"" && shown.primary?.code == .resumeGroup)
        try await engine.perform(.resumeGroup, on: "f")
        #expect(try await engine.affordance(of: "f").row == .waitingNoNetwork)
        try await engine.close()
    }

    @Test func `an item that nobody registered has no actions`() async throws {
        let engine = try await waiting()
        let error = await #expect(throws: HoldfastError.self) { try await engine.perform(.cancel, on: "g") }
        #expect(error?.code == .notFound)
        try await engine.close()
    }
}
