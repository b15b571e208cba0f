@testable import HoldfastModel

/// Makes logs as they come about: random commands, and an engine of sorts that acts on plans and reports at random.
struct Simulation {
    var log = ModelLog()
    var random: CodingRandom
    let ids: [String]

    init(seed: UInt64, itemCount: Int = 6) throws {
        random = CodingRandom(seed: seed)
        ids = (0..<itemCount).map { "item\($0)" }
        try log.run(.createStore(storeID: "0", engineVersion: "1"))
        try log.openSession()
    }

    /// One command or report. Refusals are part of the game; everything else that is thrown is a failure of the test.
    mutating func step() throws {
        log.wall += Int64.random(in: 0...3_000_000, using: &random)
        if chance(3) { log.wall += 40_000_000 }
        do {
            if log.state.device().session == nil, chance(50) { try log.openSession() }
            switch Int.random(in: 0...9, using: &random) {
            case 0, 1: try log.run(command())
            case 2: try log.run(chance(60) ? command() : laterCommand())
            case 3: try log.run(environment())
            default: try act()
            }
        } catch is Refusal {}
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func command() -> Command {
        let id = pick(ids)
        switch Int.random(in: 0...15, using: &random) {
        case 0, 1, 2:
            var registration = Registration(
                id: id, sources: [pick(["https://a.example/\(id)", "http://127.0.0.1/\(id)"])])
            registration.expectedBytes = pick([nil, 700_000, 2_000_000])
            return chance(30) ? .amend(item: id, registration) : .register(registration)
        case 3, 4, 5, 6:
            var options = RequestOptions()
            options.priority = pick([0, 0, 10, -10])
            options.notBefore = chance(20) ? log.wall + 5_000_000 : nil
            options.allowsMetered = pick([nil, nil, true])
            return .request(item: id, options)
        case 7:
            return chance(80)
                ? .pause(.item(id), until: chance(50) ? log.wall + 4_000_000 : nil)
                : .pause(.all, until: log.wall + 4_000_000)
        case 8: return .resume(chance(50) ? .item(id) : .all)
        case 9: return .cancel(item: id, keepsPartial: chance(50))
        case 10: return .retry(item: id)
        case 11:
            let installed = ids.filter { log.item($0).installed != nil && log.item($0).removal == .none }
            let id = installed.isEmpty ? id : pick(installed)
            return .remove(item: id, reason: .user, isImmediate: chance(40))
        case 12:
            let pending = ids.filter { if case .pending = log.item($0).removal { true } else { false } }
            return .undoRemoval(item: pending.isEmpty ? id : pick(pending))
        case 13:
            let place = pick([nil, QueuePlace.first, .last, .before])
            return .reprioritise(
                item: id, priority: pick([nil, 5]), place: place, before: place == .before ? pick(ids) : nil)
        case 14:
            return .set(
                key: pick(["network.allowMetered", "retry.budget"]), for: pick([.all, .item(id)]),
                value: pick([nil, "1", "true", "2"]))
        default: return .set(key: "storage.quotaBytes", for: .all, value: pick(["none", "3MB", "10MB"]))
        }
    }

    private mutating func environment() -> Command {
        switch Int.random(in: 0...8, using: &random) {
        case 8: return surroundings()
        case 0: return .openSession(engineVersion: "1", operatingSystem: "test", bootID: "boot")
        case 1 where chance(30): return .closeSession(.normal)
        case 2: return .setOfflineMode(chance(40), until: log.wall + 2_000_000)
        case 3:
            return .measure(
                filled(StorageMeasured()) {
                    $0.freeBytes = 499_000_000 + Int64.random(in: 0...20_000_000, using: &random)
                    $0.capacityBytes = 1_000_000_000
                })
        case 4: return .volume(id: pick([0, 0, 9]), isAvailable: chance(90))
        case 5:
            return .declare(
                Feature(id: pick(["f", "g"]), needs: pick([.content, .internet]), contentItems: [pick(ids)]))
        default:
            return .observe(
                filled(ConnectivityChanged()) {
                    $0.link = pick([
                        .known(.internet), .known(.internet), .known(.internet), .known(.internet), .known(.internet),
                        .known(.local), .known(.none),
                        .unknown(9),
                    ])
                    $0.isMetered = pick([nil, false, false, true])
                })
        }
    }

    /// What an engine does: the first thing of the plan, or a report of an open attempt or removal.
    private mutating func act() throws {
        let plan = try log.plan()
        if chance(50), !plan.actions.isEmpty { return try follow(pick(plan.actions)) }
        let items = ids.map { log.item($0) }.filter { $0.number != .max }
        guard !items.isEmpty else { return }
        let busy = items.filter { $0.transfer.attempt != nil || $0.removal.state == .running }
        let item = pick(busy.isEmpty || chance(20) ? items : busy)
        if let attempt = item.transfer.attempt {
            let stale = chance(5)
            try log.run(.attempt(item: item.number, id: stale ? attempt.id &+ 1 : attempt.id, report(item)))
        } else if case .running = item.removal {
            try log.run(
                chance(70)
                    ? .deleted(item: item.number, freedBytes: 1)
                    : .deletionFailed(item: item.number, Failure(.file, "busy")))
        } else if chance(20), item.installed != nil {
            try log.run(
                .found(item: item.number, chance(50) ? .missing(.open) : .corrupted(.audit, expected: "a", actual: "b"))
            )
        } else if chance(10) {
            try log.run(.discardPartial(item: item.number, .lost))
        } else if chance(30) {
            try log.run(.imported(item: item.number, bytes: 700_000, ModelLog.digest, path: "content/y", volume: 0))
        }
    }

    private mutating func follow(_ action: Plan.Action) throws {
        switch action {
        case .start(let number):
            guard let item = log.state.item(number) else { return }
            let durable = item.staging?.durableBytes ?? 0
            try log.run(
                .startTransfer(
                    item: number, source: 0, fromByte: durable, validator: nil,
                    reservedBytes: max(0, (item.catalogue.size ?? 0) - durable)))
        case .interrupt(let number, let attempt, let cause, let blocker):
            let durable = log.state.item(number)?.staging?.durableBytes ?? 0
            try log.run(
                .attempt(
                    item: number, id: attempt, .interrupted(cause, blocker: blocker, durableBytes: durable + 1_000)))
        case .remove(let number): try log.run(.startDeletion(item: number))
        case .evict(let needBytes): try log.run(.evict(needBytes: needBytes, sparing: []))
        }
    }

    private mutating func report(_ item: Item) -> AttemptReport {
        let durable = item.staging?.durableBytes ?? 0
        let total = item.staging?.total ?? item.catalogue.size ?? 900_000
        switch item.transfer {
        case .connecting(let attempt):
            if chance(20) { return failed(durable) }
            let isRange = attempt.fromByte > 0 && chance(70)
            return .response(
                ModelLog.response(
                    isRange ? 206 : 200, bytes: total, from: isRange ? attempt.fromByte : nil,
                    etag: pick(["\"a\"", "\"a\"", "\"b\"", "W/\"c\""])))
        case .receiving:
            switch Int.random(in: 0...9, using: &random) {
            case 0...4:
                return .checkpoint(durableBytes: min(total, durable + Int64.random(in: 0...500_000, using: &random)))
            case 5, 6: return failed(durable)
            case 7:
                return .interrupted(
                    pick([.preempted, .processDied]), blocker: nil,
                    durableBytes: chance(80) ? durable : max(0, durable - 1))
            case 8: return .discarded(pick([.rangeIgnored, .validatorChanged, .lost]))
            default: return ModelLog.completed(total)
            }
        case .verifying:
            return chance(70)
                ? .verified(bytes: total, pick([ModelLog.digest, ModelLog.otherDigest]), .firstSeen)
                : .verificationFailed(.digest, expected: "a", actual: "b", draw: random.next())
        default: return chance(90) ? .published(path: "content/x", volume: 0) : failed(durable)
        }
    }

    private mutating func failed(_ durable: Int64) -> AttemptReport {
        .failed(
            Failure(pick(FailureClass.allCases), "x"), durableBytes: durable,
            retryAfterInMilliseconds: pick([nil, nil, 5_000]),
            discards: pick([nil, nil, .digestMismatch, .validatorChanged]), draw: random.next())
    }
}
