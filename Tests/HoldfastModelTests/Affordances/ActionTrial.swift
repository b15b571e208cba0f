@testable import HoldfastModel

/// A state in which commands are tried out, and what the item is before and after.
struct ActionTrial {
    private(set) var state: MemoryState
    let id: String
    let now: Now
    private var next: UInt64

    init(_ log: ModelLog, item id: String) {
        (state, self.id, now, next) = (log.state, id, log.now, log.next)
    }

    /// A state that holds nothing but the scene's item and device.
    init(_ scene: Scene) {
        state = MemoryState()
        state.overlay.isBegun = true
        state.overlay.device = scene.context.device
        state.overlay.names[ExactText(scene.item.id)] = scene.item.number
        if let number = scene.item.group, let id = scene.context.groupID {
            var group = Group(number: number, id: id)
            group.paused = Device.Switch()
            state.overlay.groups[number] = group
            state.overlay.groupNames[ExactText(id)] = number
        }
        let slot = state.overlay.insert(Item(number: scene.item.number, id: scene.item.id))
        state.overlay.change(slot) { $0 = scene.item }
        state.overlay.settle()
        (id, now, next) = (scene.item.id, Now(wall: scene.context.now, monotonic: 0), 1_000)
    }

    var item: Item { state.number(ofItem: id).flatMap { state.item($0) } ?? Item(number: .max, id: "none") }

    var blockers: [BlockerCode] {
        get throws {
            try HoldfastModel.blockers(of: item, in: state, at: now, slots: SlotUse(in: state)).map(\.code)
        }
    }

    /// Id of the item's group.
    var group: String? { item.group.flatMap { state.group($0) }?.id }

    func agrees(to kind: ConsentKind) throws -> Bool {
        let policy = try ItemPolicy(of: item, over: Settings(), consents: state.device().consents, in: state)
        return policy.agrees(to: kind, bytes: item.catalogue.size, at: now.wall)
    }

    var settings: Settings { get throws { try Settings(of: item, in: state) } }

    /// Ids of the wanted items in the order of the queue.
    var queue: [String] {
        get throws {
            var ids: [String] = []
            try state.walk(.wanted) {
                ids.append(state.item($0.number)?.id ?? "")
                return true
            }
            return ids
        }
    }

    /// Decides and folds.
    mutating func run(_ command: Command) throws -> Decision {
        let decision = try decide(command, in: state, context: DecisionContext(now: now, next: next))
        for new in decision.events {
            let subject: Record.Subject =
                switch new.subject {
                case .number(let number): .number(number)
                case .newItem(let id): .first("item:\(id)")
                case .newGroup(let id): .first("group:\(id)")
                case .session, .device, .settings: .first("\(new.subject)")
                }
            let record = Record(
                position: next, subject: subject, recordedAt: now.wall, actor: new.actor ?? .user,
                cause: new.cause, event: new.event)
            state.apply(record, privatePart: new.privatePart)
            next += 1
        }
        return decision
    }

    /// Carries an action out and gives the number of events. Nothing to do for what is the host's.
    mutating func run(_ code: ActionCode) throws -> Int {
        guard case .commands(let offered) = code.handling(item: id, group: group) else { return 0 }
        return try offered.reduce(0) { try $0 + run($1.command).events.count }
    }
}
