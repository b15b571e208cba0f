import HoldfastModel
import HoldfastSimulation

/// Records and steps made by hand, for worlds that never should be.
enum HandMade {
    static func record(
        _ position: UInt64, _ event: Event, item: UInt64 = 0, cause: UInt64? = nil, actor: Record.Actor = .system
    ) -> Record {
        Record(position: position, subject: .number(item), recordedAt: 1, actor: actor, cause: cause, event: event)
    }

    static func step(
        _ position: UInt64, _ event: Event, item: UInt64 = 0, cause: UInt64? = nil, actor: Record.Actor = .system,
        _ change: (inout FoldStep) -> Void = { _ in }
    ) -> FoldStep {
        var step = FoldStep(record(position, event, item: item, cause: cause, actor: actor))
        change(&step)
        return step
    }

    static func made<Payload>(_ payload: Payload, _ change: (inout Payload) -> Void) -> Payload {
        var payload = payload
        change(&payload)
        return payload
    }

    static func started() -> Event { .transferStarted(TransferStarted()) }
    static func failed(_ attempt: UInt64) -> Event { .transferFailed(made(TransferFailed()) { $0.attempt = attempt }) }
    static func completed(_ attempt: UInt64) -> Event {
        .transferCompleted(made(TransferCompleted()) { $0.attempt = attempt })
    }
    static func verified(_ attempt: UInt64, _ digest: Digest = zero) -> Event {
        .contentVerified(
            made(ContentVerified()) {
                $0.attempt = attempt
                $0.digest = digest
            })
    }
    static func published(_ attempt: UInt64, _ digest: Digest = zero) -> Event {
        .contentPublished(
            made(ContentPublished()) {
                $0.attempt = attempt
                $0.digest = digest
            })
    }
    static func checkpoint(_ bytes: Int64) -> Event {
        .transferCheckpointed(made(TransferCheckpointed()) { $0.durableBytes = bytes })
    }

    static let zero = Digest(sha256: [UInt8](repeating: 0, count: 32))
    static let other = Digest(sha256: [UInt8](repeating: 1, count: 32))

    /// Problems that the check finds in the steps, one entry a step.
    static func problems(_ check: any LogCheck, _ steps: FoldStep...) -> [Bool] {
        var check = check
        return steps.map { check.problem(in: $0) != nil }
    }

    /// A registered item that is wanted, with the internet there.
    static func wantedItem(isConnected: Bool = true) throws -> MemoryState {
        var state = MemoryState()
        var position: UInt64 = 0
        func perform(_ command: Command) throws {
            let context = DecisionContext(now: now, next: position)
            for decided in try decide(command, in: state, context: context).events {
                let subject: Record.Subject =
                    switch decided.subject {
                    case .number(let number): .number(number)
                    case .newItem(let id): .first("item:\(id)")
                    case .newGroup(let id): .first("group:\(id)")
                    case .session: .first("session")
                    case .device: .first("device")
                    case .settings: .first("settings")
                    }
                var record = Record(
                    position: position, subject: subject, recordedAt: now.wall, actor: .app, cause: decided.cause,
                    event: decided.event)
                if decided.privatePart != nil { record.privateDigest = zero }
                state.apply(record, privatePart: decided.privatePart)
                position += 1
            }
        }
        try perform(.openSession(engineVersion: "1", operatingSystem: "test", bootID: "boot"))
        if isConnected {
            var change = ConnectivityChanged()
            change.link = .known(.internet)
            change.isMetered = false
            try perform(.observe(change))
        }
        try perform(.register(Registration(id: "map", sources: ["https://a.example/map"])))
        try perform(.request(item: "map", RequestOptions()))
        return state
    }

    static let now = Now(wall: 1_780_000_000_000_000, monotonic: 1)
}
