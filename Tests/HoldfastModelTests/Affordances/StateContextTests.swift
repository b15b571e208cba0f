import Testing

@testable import HoldfastModel

@Suite struct StateContextTests {
    @Test func `a request's own permission stands above the setting`() throws {
        var scene = Scene()
        scene.want()
        #expect(try context(scene).allowsMetered == false)
        scene.item.intent?.allowsMetered = true
        #expect(try context(scene).allowsMetered == true)
    }

    @Test func `without sources the internet is taken for needed`() throws {
        #expect(try context(Scene()).reach == .internet)
    }

    @Test func `without a measurement no room is made up`() throws {
        #expect(try context(Scene()).freeBytes == nil)
        #expect(try context(Scene()).quotaLeft == nil)
    }

    @Test func `a paused group is told by its title`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.run(.defineGroup(id: "g", title: "Alps"))
        try log.run(.changeMembers(group: "g", adding: ["a"], removing: []))
        let context = try AffordanceContext(
            of: log.item("a"), in: log.state, blockers: [Blocker(.pausedGroup)], now: log.wall)
        #expect(affordance(of: log.item("a"), in: context).detail == "\"Alps\" paused")
    }

    private func context(_ scene: Scene) throws -> AffordanceContext {
        try AffordanceContext(of: scene.item, in: EmptyState(), blockers: [], now: Scene.now)
    }
}
