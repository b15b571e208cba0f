import HoldfastTestSupport
import Testing

@testable import HoldfastModel

/// A history in which one reason holds the item "a" up, brought about by one record.
struct WhyScenario: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (WhyScene) throws -> Void

    var code: BlockerCode
    /// What brings it about.
    var title: String
    /// All reasons at the end, in order.
    var expected: [BlockerCode]
    /// Before: "a" is not held up by it.
    var before: Step
    /// Names the cause.
    var happens: Step
    /// What comes after and is not the cause.
    var after: Step

    var testDescription: String { "\(code): \(title)" }

    init(
        _ code: BlockerCode, _ title: String, _ expected: [BlockerCode]? = nil,
        before: @escaping Step = { try $0.want() }, happens: @escaping Step, after: @escaping Step = { _ in }
    ) {
        (self.code, self.title, self.expected) = (code, title, expected ?? [code])
        (self.before, self.happens, self.after) = (before, happens, after)
    }

    static let all = switches + links + costs + agreements + room + volumes + times + power + turns
}

extension WhyScenario {
    static let switches: [WhyScenario] = [
        WhyScenario(.offlineMode, "the switch") { scene in
            scene.until = scene.now + 3_600_000_000
            try scene.causes(.setOfflineMode(true, until: scene.until))
        } after: {
            try $0.connect { $0.quality = .known(.good) }
        },
        WhyScenario(.pausedAll, "a pause of all") { scene in
            scene.until = scene.now + 3_600_000_000
            try scene.causes(.pause(.all, until: scene.until))
        } after: {
            try $0.run(.defineGroup(id: "other", title: nil))
            try $0.run(.pause(.group("other"), until: nil))
            try $0.run(.set(key: "retry.budget", for: .all, value: "3"))
        },
        WhyScenario(.pausedAll, "a pause that ends what was let past the one before") {
            try $0.want()
            try $0.run(.pause(.all, until: nil))
            try $0.run(.consent(.item("a"), Consent(.pause), isGiven: true))
        } happens: { scene in
            let positions = try scene.run(.pause(.all, until: nil))
            (scene.cause, scene.blockedFrom) = (positions.lowerBound, positions.upperBound - 1)
        },
        WhyScenario(.pausedAll, "taking back that it was let past") {
            try $0.want()
            try $0.run(.pause(.all, until: nil))
            try $0.run(.consent(.item("a"), Consent(.pause), isGiven: true))
        } happens: {
            try $0.causes(.consent(.item("a"), Consent(.pause), isGiven: false))
        },
        WhyScenario(.pausedGroup, "a pause of its group", before: inGroup) { scene in
            scene.until = scene.now + 3_600_000_000
            try scene.causes(.pause(.group("g"), until: scene.until))
        } after: {
            try $0.run(.pause(.group("h"), until: nil))
        },
        WhyScenario(.pausedGroup, "joining a paused group") {
            try $0.want()
            try $0.run(.defineGroup(id: "g", title: nil))
            try $0.run(.pause(.group("g"), until: nil))
        } happens: {
            try $0.causes(.changeMembers(group: "g", adding: ["a"], removing: []))
        } after: {
            try $0.register("b")
            try $0.run(.changeMembers(group: "g", adding: ["b"], removing: []))
        },
        WhyScenario(.checking, "the session's end") {
            try $0.causes(.closeSession(.normal))
        },
        WhyScenario(.checking, "a session that began after one without an end") { scene in
            try scene.open()
            scene.cause = scene.head
        } after: {
            try $0.run(WhyScene.free(5_000_000_000))
        },
    ]

    static let nothing: Step = { _ in }

    /// "a" of the group "g", with a group "h" beside it.
    static let inGroup: Step = { scene in
        try scene.want()
        for group in ["g", "h"] { try scene.run(.defineGroup(id: group, title: nil)) }
        try scene.run(.changeMembers(group: "g", adding: ["a"], removing: []))
    }

    static let links: [WhyScenario] = [
        WhyScenario(.noNetwork, "the link's loss") {
            try $0.causes(WhyScene.link(.none))
        } after: {
            try $0.run(WhyScene.link(.none) { $0.isIntermittent = true })
            try $0.run(WhyScene.battery(5_000))
        },
        WhyScenario(.localOnly, "a network without internet") {
            try $0.want()
            try $0.run(WhyScene.link(.none))
        } happens: {
            try $0.causes(WhyScene.link(.local))
        } after: {
            try $0.run(WhyScene.link(.local) { $0.quality = .known(.good) })
        },
        WhyScenario(.captivePortal, "a portal") {
            try $0.causes(WhyScene.link(.internet) { $0.isCaptive = true })
        } after: {
            try $0.run(WhyScene.link(.local) { $0.isCaptive = true })
        },
    ]

    static let volumes: [WhyScenario] = [
        WhyScenario(.volumeMissing, "the content's volume going away") {
            try $0.want()
            try $0.run(.volume(id: 7, isAvailable: true))
        } happens: {
            try $0.causes(.volume(id: 7, isAvailable: false))
        } after: {
            try $0.run(.volume(id: 3, isAvailable: false))
        }
    ]

    static let turns: [WhyScenario] = [
        WhyScenario(.slotsFull, "the download that took the last slot") { scene in
            for id in ["b", "c"] { _ = try scene.started(id) }
            scene.cause = try scene.started("d")
        },
        WhyScenario(.slotsFull, "a setting that leaves fewer slots") { scene in
            try scene.want()
            for id in ["b", "c"] { _ = try scene.started(id) }
        } happens: {
            try $0.causes(.set(key: "queue.maxConcurrent", for: .all, value: "2"))
        },
        WhyScenario(.hostSlotsFull, "the download that took the last slot of the host") { scene in
            try scene.want()
            try scene.run(.set(key: "queue.maxConcurrent", for: .all, value: "9"))
            _ = try scene.started("b", host: "a")
        } happens: {
            $0.cause = try $0.started("c", host: "a")
        } after: {
            _ = try $0.started("d")
        },
        WhyScenario(.removalInProgress, "the removal of the old file") { scene in
            try scene.install()
        } happens: { scene in
            try scene.causes(.remove(item: "a", reason: .user, isImmediate: true))
            try scene.run(.startDeletion(item: scene.item().number))
            try scene.want()
            scene.blockedFrom = scene.head
        },
    ]
}
