import Foundation
import Testing

@testable import HoldfastModel

/// Logs that no engine of this program wrote: records out of order, of unknown types, about items that never were.
@Suite struct ForeignLogTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    static let seeds: Range<UInt64> = 0..<(isLong ? 3_000 : 50)
    /// Several logs are one test, for a test costs more than a short log.
    static let logsATest: UInt64 = 10
    static let batches: [UInt64] = Array(stride(from: 0, to: seeds.upperBound, by: Int(logsATest)))

    @Test(arguments: batches)
    func `whatever is folded, derived rows are those of the items at every prefix`(first: UInt64) throws {
        for seed in first..<(first + Self.logsATest) {
            var state = MemoryState()
            for record in try OverlayTests.nonsense(seed: seed &+ 10_000, count: 100) {
                state.apply(record)
                try Recount(state).check(state, "seed \(seed), prefix \(record.position + 1)")
            }
        }
    }

    @Test(arguments: batches)
    func `whatever is folded, rows stored on the way are those of a rebuild`(first: UInt64) throws {
        for seed in first..<(first + Self.logsATest) {
            var random = CodingRandom(seed: seed)
            var whole = MemoryState()
            var tables = TableState()
            var overlay = Overlay()
            for record in try OverlayTests.nonsense(seed: seed &+ 20_000, count: 100) {
                whole.apply(record)
                try overlay.apply(record, over: tables)
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                let comment: Comment = "seed \(seed), prefix \(record.position + 1)"
                let read = try overlay.view(over: tables).everything()
                #expect(try read == whole.everything(), comment)
                tables.flush(overlay)
                overlay = Overlay()
                #expect(try tables.everything() == read, comment)
                var once = TableState()
                once.flush(whole.rows)
                #expect(tables.tables == once.tables, comment)
            }
        }
    }

    @Test(arguments: batches)
    func `an engine goes on after records that it would not have written`(first: UInt64) throws {
        for seed in first..<(first + Self.logsATest) {
            var simulation = try Simulation(seed: seed)
            var random = CodingRandom(seed: seed)
            let foreign = try OverlayTests.nonsense(seed: seed &+ 30_000, count: 60)
            for step in 0..<120 {
                if var record = foreign.randomElement(using: &random), Int.random(in: 0..<6, using: &random) == 0 {
                    record.position = simulation.log.next
                    record.subject = .number(UInt64.random(in: 0..<simulation.log.next, using: &random))
                    simulation.log.append(record)
                }
                try simulation.step()
                try Recount(simulation.log.state).check(simulation.log.state, "seed \(seed), step \(step)")
            }
        }
    }
}
