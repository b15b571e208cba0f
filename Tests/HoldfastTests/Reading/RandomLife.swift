import HoldfastTestSupport

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// A log that grows by random commands and reports, with no engine behind it.
struct RandomLife {
    var sequencer: Sequencer
    var random: SeededGenerator
    private var wall: Int64 = 1_800_000_000_000_000
    private static let ids = (0..<9).map { "item-\($0)" }

    init(_ sequencer: Sequencer, seed: UInt64) throws {
        self.sequencer = sequencer
        random = SeededGenerator(seed: seed)
        try perform(.createStore(storeID: String(repeating: "0", count: 32), engineVersion: "1"))
        try perform(.openSession(engineVersion: "1", operatingSystem: "test", bootID: "boot"))
        for id in Self.ids.dropLast(2) {
            try perform(.register(Registration(id: id, sources: ["http://127.0.0.1/\(id)"])))
        }
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// One command; a refusal adds nothing.
    mutating func step() throws {
        wall += Int64.random(in: 0...3_000_000, using: &random)
        do { try perform(try chance(45) ? report() : intent()) } catch is Refusal {}
    }

    private func perform(_ command: Command) throws {
        _ = try sequencer.perform(command, by: .system, id: nil, now: Now(wall: wall, monotonic: wall))
    }

    private mutating func intent() -> Command {
        let id = pick(Self.ids)
        switch Int.random(in: 0...12, using: &random) {
        case 0, 1:
            var item = Registration(id: id, sources: [pick(["https://a.example/\(id)", "http://127.0.0.1/\(id)"])])
            item.title = "Title \(Int.random(in: 0..<9, using: &random))"
            item.expectedBytes = pick([nil, 700_000, 2_000_000])
            return chance(30) ? .amend(item: id, item) : .register(item)
        case 2, 3, 4:
            var options = RequestOptions()
            options.priority = pick([0, 0, 10, -10])
            options.notBefore = chance(20) ? wall + 5_000_000 : nil
            return .request(item: id, options)
        case 5: return .pause(chance(70) ? .item(id) : .all, until: chance(50) ? wall + 4_000_000 : nil)
        case 6: return .resume(chance(50) ? .item(id) : .all)
        case 7: return .cancel(item: id, keepsPartial: chance(50))
        case 8: return .remove(item: id, reason: .user, isImmediate: chance(50))
        case 9:
            let place = pick([nil, QueuePlace.first, .last, .before])
            return .reprioritise(
                item: id, priority: pick([nil, 5]), place: place, before: place == .before ? pick(Self.ids) : nil)
        case 10:
            return .set(
                key: pick(["network.allowMetered", "retry.budget"]), for: pick([.all, .item(id)]),
                value: pick([nil, "1", "true", "2"]))
        case 11: return .declare(Feature(id: pick(["f", "g"]), needs: .content, contentItems: [id]))
        default:
            var change = ConnectivityChanged()
            change.link = .known(pick([.internet, .local, .none]))
            change.isMetered = pick([nil, false, true])
            return .observe(change)
        }
    }

    /// What effects would tell of an item: the next step of an open attempt or a removal, or a start.
    private mutating func report() throws -> Command {
        let items = try Self.ids.compactMap { id in
            try sequencer.state.number(ofItem: id).flatMap { try sequencer.state.item($0) }
        }
        guard !items.isEmpty else { return intent() }
        let item = pick(items)
        switch item.removal {
        case .running:
            return chance(70)
                ? .deleted(item: item.number, freedBytes: 1)
                : .deletionFailed(item: item.number, Failure(.file, "busy"))
        case .pending, .failed: if chance(50) { return .startDeletion(item: item.number) }
        case .none: break
        }
        guard let attempt = item.transfer.attempt else {
            if item.installed != nil, chance(10) { return .found(item: item.number, .missing(.open)) }
            return .startTransfer(item: item.number, source: 0, fromByte: 0, validator: nil, reservedBytes: 1_000)
        }
        return .attempt(item: item.number, id: attempt.id, progress(item))
    }

    private mutating func progress(_ item: Item) -> AttemptReport {
        if chance(15) {
            return .failed(
                Failure(.transient, "lost"), durableBytes: 0, retryAfterInMilliseconds: pick([nil, 9_000]),
                discards: nil,
                draw: random.next())
        }
        if chance(10) { return .interrupted(.blocked, blocker: .pausedAll, durableBytes: 0) }
        switch item.transfer {
        case .connecting(let attempt):
            var response = ResponseReceived()
            response.attempt = attempt.id
            response.httpStatus = 200
            response.contentBytes = 1_000
            response.totalBytes = 1_000
            return .response(response)
        case .receiving where chance(40): return .checkpoint(durableBytes: 400)
        case .receiving: return .completed(bytes: 1_000, wireBytes: 1_000, elapsedInMilliseconds: 1, meteredBytes: 0)
        case .verifying:
            return .verified(bytes: 1_000, Digest(sha256: [UInt8](repeating: 7, count: 32)), .sizeOnly)
        default: return .published(path: "content/00/\(item.number)-1-\(item.id)", volume: 0)
        }
    }
}
