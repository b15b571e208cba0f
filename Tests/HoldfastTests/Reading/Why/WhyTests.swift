import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// Why an item waits: every reason in order, when it ends, and the very record that brought it about, now and at any earlier position.
@Suite(.timeLimit(.minutes(10))) struct WhyTests {
    @Test func `every reason has a scenario`() {
        #expect(Set(WhyScenario.all.map(\.code)) == Set(BlockerCode.allCases))
    }

    @Test(arguments: WhyScenario.all)
    func `why names the record that brought it about`(_ scenario: WhyScenario) throws {
        let scene = try WhyScene()
        try scenario.before(scene)
        try scenario.happens(scene)
        let happened = scene.head
        try scenario.after(scene)
        for point in [LogPoint.head, .position(happened)] {
            let explanation = try scene.explain(at: point)
            let blockers = explanation.report.blockers
            #expect(blockers.map(\.code) == scenario.expected, "at \(point)")
            #expect(blockers.first?.until == scene.until, "at \(point)")
            let reason = try #require(explanation.reasons.first { $0.blocker != nil })
            #expect(reason.blocker == blockers.first)
            #expect(reason.position == scene.cause, "at \(point), not \(scene.cause)")
            #expect(explanation.events.contains { $0.record.position == scene.cause })
        }
        // It holds from there on and not before.
        let before = try scene.blockers(at: .position(scene.cause - 1)) ?? []
        #expect(!before.contains(scenario.code), "before: \(before)")
        let from = scene.blockedFrom ?? scene.cause
        #expect(try scene.blockers(at: .position(from))?.first == scenario.code)
    }

    // C58
    @Test func `two causes at once are told in order, each with its own record`() throws {
        let scene = try WhyScene()
        try scene.want()
        try scene.run(WhyScene.free(5_000_000_000))
        try scene.causes(WhyScene.free(400_000_000))
        let full = scene.cause
        try scene.causes(WhyScene.link(.internet) { $0.isMetered = true })
        let explanation = try scene.explain()
        #expect(explanation.reasons.map(\.blocker?.code) == [.needsUnmetered, .noSpace])
        #expect(explanation.reasons.map(\.position) == [scene.cause, full])
        let shown = explanation.report.affordance
        #expect(shown.label == "Waiting for Wi-Fi" && shown.detail == "1 MB · then needs 1 MB free")
        #expect(try scene.explain(at: .position(full)).reasons.map(\.blocker?.code) == [.noSpace])
        #expect(try scene.explain(at: .position(full)).reasons.map(\.position) == [full])
    }

    @Test func `what holds everything up at once is told in the order of the reasons`() throws {
        let scene = try WhyScene()
        try WhyScenario.inGroup(scene)
        try scene.start()
        try scene.fail(.server, retryAfter: 86_400_000)
        let commands: [Command] = [
            WhyScene.battery(500, isSaving: true), .set(key: "power.needsCharging", for: .all, value: "true"),
            .set(key: "schedule.windows", for: .group("g"), value: "[20:00-21:00]"),
            .volume(id: 9, isAvailable: false),
            .set(key: "storage.quotaBytes", for: .all, value: "1"),
            .set(key: "network.confirmBytes", for: .all, value: "1"),
            WhyScene.link(.internet) {
                ($0.isMetered, $0.isRoaming, $0.isLowData, $0.quality) = (true, true, true, .known(.slow))
            },
            .set(key: "network.minDownlinkBps", for: .all, value: "1MB"), .pause(.group("g"), until: nil),
            .pause(.all, until: nil), .setOfflineMode(true, until: nil),
        ]
        for command in commands { try scene.run(command) }
        let codes = try scene.explain().report.blockers.map(\.code)
        #expect(
            codes == [
                .offlineMode, .pausedAll, .pausedGroup, .needsUnmetered, .roaming, .lowData, .linkTooSlow,
                .consentNeeded, .quotaFull, .volumeMissing, .scheduleClosed, .needsCharging, .backoff,
            ])
        let order = BlockerCode.tellingOrder
        #expect(
            codes.map { order.firstIndex(of: $0) }
                == codes.map { order.firstIndex(of: $0) }.sorted { $0 ?? 0 < $1 ?? 0 })
        #expect(try scene.explain().reasons.allSatisfy { $0.position != nil })
    }

    @Test func `a reason that nobody set has no record`() throws {
        let scene = try WhyScene()
        try scene.want()
        try scene.run(WhyScene.link(.none))
        try scene.causes(WhyScene.link(.internet))
        #expect(try scene.explain().reasons.map(\.blocker) == [nil])
        #expect(try scene.explain(at: .position(scene.cause)).report.blockers.isEmpty)
    }
}
