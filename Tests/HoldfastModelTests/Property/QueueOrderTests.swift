import Foundation
import Testing

@testable import HoldfastModel

/// The queue is in the order in which people put it, whatever is moved, however often.
@Suite struct QueueOrderTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    static let seeds: Range<UInt64> = 0..<(isLong ? 500 : 25)
    /// Room between two places can be halved so often.
    static let halvings = 20

    @Test(arguments: seeds)
    func `moves to the front, to the end and before another give the order of a list`(seed: UInt64) throws {
        var random = CodingRandom(seed: seed)
        var log = try ModelLog.online()
        try log.run(.set(key: "queue.maxConcurrent", for: .all, value: "1"))
        let ids = (0..<7).map { "item\($0)" }
        var list: [String] = []
        var priorities: [String: Int64] = [:]
        var moves: [String: Int] = [:]
        for step in 0..<150 {
            log.wall += 1_000
            let id = ids.randomElement(using: &random) ?? ids[0]
            let other = ids.randomElement(using: &random) ?? ids[0]
            switch Int.random(in: 0..<8, using: &random) {
            case 0...1 where !list.contains(id):
                try log.want(id)
                list.append(id)
                priorities[id] = 0
            case 2 where list.contains(id):
                try log.run(.cancel(item: id, keepsPartial: false))
                list.removeAll { $0 == id }
            case 3 where list.contains(id):
                let priority = Int64.random(in: -1...1, using: &random)
                try log.run(.reprioritise(item: id, priority: priority, place: nil, before: nil))
                priorities[id] = priority
            case 4 where list.contains(id):
                try log.run(.reprioritise(item: id, priority: nil, place: .first, before: nil))
                list.removeAll { $0 == id }
                list.insert(id, at: 0)
                moves[id] = nil
            case 5 where list.contains(id):
                try log.run(.reprioritise(item: id, priority: nil, place: .last, before: nil))
                list.removeAll { $0 == id }
                list.append(id)
                moves[id] = nil
            case 6...7 where list.contains(id) && list.contains(other) && id != other:
                // An item whose place was made by halving has less room to give.
                let used = (moves[other] ?? 0) + 1
                guard used <= Self.halvings else { continue }
                try log.run(.reprioritise(item: id, priority: nil, place: .before, before: other))
                list.removeAll { $0 == id }
                list.insert(id, at: list.firstIndex(of: other) ?? 0)
                moves[other] = used
                moves[id] = used
                // Before another item means: with its priority.
                priorities[id] = priorities[other]
            default: continue
            }
            var found: [String] = []
            try log.state.walk(.wanted) { key in
                found.append(log.state.item(key.number)?.id ?? "none")
                return true
            }
            let expected = [1, 0, -1].flatMap { priority in list.filter { priorities[$0] == priority } }
            #expect(found == expected, "seed \(seed), step \(step)")
        }
        #expect(list.count > 1, "seed \(seed)")
    }
}
