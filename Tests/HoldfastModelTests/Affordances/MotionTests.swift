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

    @Test func `the pin appears with motion in a view that has not seen the publication`() {
        #expect(installed(cursor: 19).affordance.animatesFrom == 20)
    }

    @Test func `a view that has seen it stands still`() {
        #expect(installed(cursor: 20).affordance.animatesFrom == nil)
    }

    @Test func `an item that just came into view stands still`() {
        #expect(installed(cursor: nil).affordance.animatesFrom == nil)
    }

    @Test func `the pin goes with motion when the removal is new to the view`() {
        var scene = installed(cursor: 29)
        scene.item.removal = .pending(requested: 30, reason: .known(.user), undoUntil: Scene.now + 1)
        #expect(scene.affordance.animatesFrom == 30)
        scene.context.cursor = 30
        #expect(scene.affordance.animatesFrom == nil)
    }

    @Test func `a removal that failed moves nothing`() {
        var scene = installed(cursor: 19)
        scene.item.removal = .failed(requested: 30, reason: .known(.user), Scene.broken)
        #expect(scene.affordance.animatesFrom == nil)
    }

    @Test func `a damaged file brings no pin`() {
        var scene = installed(cursor: 19)
        scene.item.installed?.isCorrupt = true
        #expect(scene.affordance.animatesFrom == nil)
    }

    @Test func `only publication, failure and removal are announced`() {
        let announced = EventType.allCases.filter(\.isAnnounced)
        #expect(
            announced == [.contentPublished, .downloadFailed, .deletionRequested].sorted { $0.rawValue < $1.rawValue })
    }
}
