@testable import HoldfastModel

/// A log as an engine writes it that does what its rules say, over networks that come and go.
struct RecordedLife {
    var log: ModelLog
    private var random: CodingRandom
    private var ids: [String] = []

    private static let bytesPerSecond: Int64 = 10_000

    init(seed: UInt64, steps: Int) throws {
        log = try ModelLog.session()
        random = CodingRandom(seed: seed)
        try log.run(.set(key: "network.allowMetered", for: .all, value: chance(50) ? "true" : "false"))
        try log.run(.set(key: "queue.maxConcurrent", for: .all, value: chance(50) ? "1" : "2"))
        for _ in 0..<steps { try step() }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func step() throws {
        let seconds = Int64.random(in: 1...40, using: &random)
        log.wait(seconds: seconds)
        for id in ids where log.item(id).transfer.state == .receiving { try move(id, seconds) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: try changeNetwork()
        case 2, 3:
            ids.append("item\(ids.count)")
            try log.want(ids[ids.count - 1], bytes: Int64.random(in: 100_000...900_000, using: &random))
        case 4: try changeMind()
        default: break
        }
        try obey()
    }

    private mutating func changeNetwork() throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2: try log.wifi()
        case 3, 4: try log.cellular()
        case 5: try log.cellular(isRoaming: true)
        case 6: try log.network(.internet, .wired, isMetered: nil)
        default: try log.noNetwork()
        }
    }

    private mutating func changeMind() throws {
        guard let id = ids.last else { return }
        do {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try log.run(.pause(.item(id), until: log.wall + 30_000_000))
            case 1: try log.run(.resume(.item(id)))
            default: try log.run(.cancel(item: id, keepsPartial: true))
            }
        } catch is Refusal {}
    }

    private mutating func move(_ id: String, _ seconds: Int64) throws {
        let item = log.item(id)
        guard let attempt = item.transfer.attempt, let size = item.catalogue.size else { return }
        let durable = min(size, (item.staging?.durableBytes ?? 0) + seconds * Self.bytesPerSecond)
        guard durable == size else {
            try log.report(id, chance(10) ? failed(durable) : .checkpoint(durableBytes: durable))
            return
        }
        try log.report(
            id,
            .completed(
                bytes: size, wireBytes: size - attempt.fromByte, elapsedInMilliseconds: 1, meteredBytes: 0))
        try log.report(id, .verified(bytes: size, ModelLog.digest, .firstSeen))
        try log.report(id, .published(path: "content/\(id)", volume: 0))
    }

    private mutating func failed(_ durable: Int64) -> AttemptReport {
        .failed(
            Failure(.transient, "test"), durableBytes: durable, retryAfterInMilliseconds: nil, discards: nil,
            draw: random.next())
    }

    private mutating func obey() throws {
        for _ in 0..<3 {
            let plan = try log.plan()
            for action in plan.actions {
                switch action {
                case .start(let number):
                    guard let item = log.state.item(number), let size = item.catalogue.size else { continue }
                    try log.start(item.id)
                    let from = item.staging?.durableBytes ?? 0
                    let response = ModelLog.response(from > 0 ? 206 : 200, bytes: size, from: from > 0 ? from : nil)
                    try log.report(item.id, .response(response))
                case .interrupt(let number, _, let cause, let blocker):
                    guard let item = log.state.item(number) else { continue }
                    let durable = item.staging?.durableBytes ?? 0
                    try log.report(item.id, .interrupted(cause, blocker: blocker, durableBytes: durable))
                default: break
                }
            }
            if plan.actions.isEmpty { return }
        }
    }
}
