import Testing

@testable import HoldfastModel

/// The pin's motion plays once, from the view's own position.
@Suite struct MotionTests {
    private func installed(cursor: UInt64?) -> Scene {
        var scene = Scene()
        scene.install { $0.published = 20 }
        scene.context.cursor = cursor
        return scene
    }

    private func removed(cursor: UInt64?, _ change: (inout Scene) -> Void = { _ in }) -> Scene {
        var scene = installed(cursor: cursor)
        scene.item.removal = .pending(requested: 30, reason: .known(.user), undoUntil: Scene.now + 1)
        change(&scene)
        return scene
    }

    @Test func `the pin appears with motion in a view that has not seen the publication`() {
        let shown = installed(cursor: 19).affordance
        #expect(
            shown.motion
                == Motion(
                    kind: .appear, position: 20, from: Icon(.download), through: Icon(.downloading, .ring),
                    to: Icon(.offlinePin)))
        #expect(shown.animatesFrom == 20)
    }

    @Test func `a view that has seen it stands still, so it plays once`() {
        #expect(installed(cursor: 20).affordance.motion == nil)
        #expect(installed(cursor: 21).affordance.motion == nil)
    }

    @Test func `a cold start or an item scrolled into view shows the end without motion`() {
        let still = installed(cursor: nil).affordance
        #expect(still.motion == nil && still.animatesFrom == nil)
        var moving = installed(cursor: 19).affordance
        moving.motion = nil
        #expect(moving == still)
    }

    @Test func `the pin goes the way it came when the removal is new to the view`() {
        let shown = removed(cursor: 29).affordance
        #expect(
            shown.motion
                == Motion(kind: .disappear, position: 30, from: Icon(.offlinePin), to: Icon(.offlinePin, .dim)))
        #expect(removed(cursor: 30).affordance.motion == nil)
        #expect(removed(cursor: nil).affordance.motion == nil)
    }

    @Test func `a removal without an undo window moves as well`() {
        let shown = removed(cursor: 29) { $0.item.removal = .running(requested: 30, reason: .known(.quota)) }.affordance
        #expect(shown.motion?.kind == .disappear)
        #expect(shown.motion?.to == Icon(.delete))
    }

    @Test func `a pin that the view never showed does not go`() {
        // Published and removed behind the view's back.
        #expect(removed(cursor: 19).affordance.motion == nil)
        #expect(removed(cursor: 29) { $0.item.installed?.isMissing = true }.affordance.motion == nil)
        #expect(removed(cursor: 29) { $0.item.catalogue.expiresAt = Scene.now }.affordance.motion == nil)
    }

    @Test func `taking the removal back moves nothing`() {
        #expect(installed(cursor: 30).affordance.motion == nil)
    }

    @Test func `a removal that failed moves nothing`() {
        var scene = installed(cursor: 19)
        scene.item.removal = .failed(requested: 30, reason: .known(.user), Scene.broken)
        #expect(scene.affordance.motion == nil)
    }

    @Test func `a file that the person had already moves nothing when it comes, and goes as any other`() throws {
        var log = try ModelLog.online()
        let number = try log.register("a")
        let before = log.next
        try log.run(.imported(item: number, bytes: 1_000_000, ModelLog.digest, path: "content/a", volume: 0))
        var context = try AffordanceContext(of: log.item("a"), in: log.state, blockers: [], now: log.wall)
        context.cursor = before - 1
        let shown = affordance(of: log.item("a"), in: context)
        #expect(shown.label == "Offline" && shown.motion == nil)
        context.cursor = log.next - 1
        try log.run(.remove(item: "a", reason: .user, isImmediate: false))
        #expect(affordance(of: log.item("a"), in: context).motion?.kind == .disappear)
        // What is downloaded over it comes with motion.
        try log.run(.undoRemoval(item: "a"))
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.reason = .update }))
        context.cursor = log.next - 1
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 1_000_000)))
        try log.report("a", ModelLog.completed(1_000_000))
        try log.report("a", .verified(bytes: 1_000_000, ModelLog.digest, .firstSeen))
        try log.report("a", .published(path: "content/b", volume: 0))
        #expect(affordance(of: log.item("a"), in: context).motion?.kind == .appear)
    }

    @Test func `a damaged file brings no pin`() {
        var scene = installed(cursor: 19)
        scene.item.installed?.isCorrupt = true
        #expect(scene.affordance.motion == nil)
    }

    @Test func `all bytes here, checked or being put in their place, bring no pin`() {
        for transfer in [
            Transfer.receiving(Scene.attempt), .verifying(Scene.attempt),
            .publishing(Scene.attempt, verified: 15, digest: Scene.digest, trust: .known(.expected)),
        ] {
            var scene = Scene()
            scene.receive()
            scene.partial(48_000_000)
            scene.context.cursor = 0
            scene.item.transfer = transfer
            #expect(scene.affordance.motion == nil)
            #expect(scene.affordance.icon != Icon(.offlinePin))
        }
    }

    @Test func `a motion ends in what is shown and belongs to an event after the cursor`() {
        var kinds: Set<Motion.Kind> = []
        for shown in SceneSpace.some where shown.facts.isInstalled {
            for cursor in [0, 20, 29, 30] as [UInt64] {
                var scene = shown.scene
                scene.context.cursor = cursor
                let affordance = scene.affordance
                guard let motion = affordance.motion else { continue }
                kinds.insert(motion.kind)
                #expect(motion.to == affordance.icon && motion.position > cursor)
                switch motion.kind {
                case .appear:
                    #expect(motion.position == scene.item.installed?.published)
                    #expect(motion.to.symbol == .offlinePin && affordance.row.showsOffline)
                case .disappear:
                    #expect([.removalPending, .removalInProgress, .removalRunning].contains(affordance.row))
                }
            }
        }
        #expect(kinds == Set(Motion.Kind.allCases))
    }

    @Test func `only publication, failure and removal are announced`() {
        let announced = EventType.allCases.filter(\.isAnnounced)
        #expect(
            announced == [.contentPublished, .downloadFailed, .deletionRequested].sorted { $0.rawValue < $1.rawValue })
    }
}
