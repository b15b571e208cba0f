@testable import HoldfastModel

/// A generated log, with more of what a screen tells: connections of every kind, new versions, licences, lost volumes.
struct AffordanceTour {
    private var simulation: Simulation
    private var random: SplitMix

    init(seed: UInt64) throws {
        simulation = try Simulation(seed: seed &* 104_729)
        random = SplitMix(state: seed)
        // What is here from the start is not left to chance.
        try simulation.log.connect(.internet)
        for id in ["item0", "item1", "item2"] { try simulation.log.install(id) }
        try simulation.log.run(.defineGroup(id: "g", title: "Alps"))
        try simulation.log.run(.changeMembers(group: "g", adding: ["item0", "item1", "item2"], removing: []))
    }

    mutating func run(
        stepCount: Int, interval: Int, _ look: (ModelLog, Item, Affordance) throws -> Void
    ) throws {
        for step in 0..<stepCount {
            do {
                if random.draw(12) == 0 { try connect() }
                if random.draw(20) == 0 { try change() }
            } catch is Refusal {}
            try simulation.step()
            guard step.isMultiple(of: interval) else { continue }
            let log = simulation.log
            try log.state.walkItems(after: nil) { item in
                let blockers = try blockers(of: item, in: log.state, at: log.now, slots: SlotUse(in: log.state))
                var context = try AffordanceContext(of: item, in: log.state, blockers: blockers, now: log.wall)
                context.itemsAhead = 1
                try look(log, item, affordance(of: item, in: context))
                return true
            }
        }
    }

    private mutating func connect() throws {
        let isRoaming = random.draw(4) == 0
        try simulation.log.connect(
            random.draw(8) == 0 ? .local : .internet, isMetered: [true, false, nil][Int(random.draw(3))],
            isRoaming: isRoaming, isLowData: random.draw(4) == 0, isCaptive: random.draw(8) == 0,
            quality: [.unusable, .slow, .moderate, .good][Int(random.draw(4))])
    }

    private mutating func change() throws {
        let id = "item\(random.draw(6))"
        let now = simulation.log.wall
        let draw = random.draw(9)
        switch random.draw(17) {
        case 0: try amend(id) { $0.version = "\(draw)" }
        case 1: try amend(id) { $0.expiresAt = now + 60_000_000 }
        case 2:
            try amend(id) { $0.expiresAt = now - 1 }
            if draw > 4 { try update(id) }
        case 3: try amend(id) { $0.isDownloadable = draw > 2 }
        case 4: try simulation.log.run(.pause(.all, until: nil))
        case 5: try set("network.allowRoaming", "true", id)
        case 6: try set("network.allowLowData", "true", id)
        case 7: try set("network.minDownlinkBps", "200000", id)
        case 8: try set("network.unknownMetered", "block", nil)
        case 9, 10: try update(id)
        case 11: try set("network.confirmBytes", "1000", nil)
        case 12: try set("schedule.windows", draw > 4 ? "[00:00-00:01]" : "[]", id)
        case 13: try set("power.needsCharging", draw > 4 ? "true" : "false", id)
        case 14:
            try simulation.log.run(
                .power(filled(PowerChanged()) { $0.source = .known(draw > 4 ? .battery : .external) }))
        case 15: try simulation.log.run(.pause(.group("g"), until: nil))
        default: try set("network.allowMetered", ["true", "false"][Int(draw % 2)], id)
        }
    }

    private mutating func update(_ id: String) throws {
        try simulation.log.run(.request(item: id, filled(RequestOptions()) { $0.reason = .update }))
    }

    private mutating func amend(_ id: String, _ change: (inout Registration) -> Void) throws {
        try simulation.log.run(.amend(item: id, filled(Registration(id: id), change)))
    }

    private mutating func set(_ key: String, _ value: String, _ id: String?) throws {
        try simulation.log.run(.set(key: key, for: id.map { .item($0) } ?? .all, value: value))
    }
}
