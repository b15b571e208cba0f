import Foundation
import HoldfastModel
import HoldfastSimulation
import Testing

/// The real engine and scheduler in a world of which everything is the seed's: time, network, origins, disk, crashes, people.
@Suite(.timeLimit(.minutes(60)), .serialized) struct SimulationTests {
    private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    private static let seedCount: UInt64 = isLong ? 1_000 : 100
    private static let days = isLong ? 1.0 : 0.15
    /// Dead lives stay in memory, so that a process runs only so many.
    private static let seedsAProcess: UInt64 = 25

    /// Two processes at a time.
    private static func runAll() async throws -> [SimulatedSeeds] {
        var batches: [SimulatedSeeds] = []
        for first in stride(from: 0, to: seedCount, by: Int(2 * seedsAProcess)) {
            async let one = SimulatedSeeds(first...(first + seedsAProcess - 1), days: days)
            async let other = SimulatedSeeds((first + seedsAProcess)...(first + 2 * seedsAProcess - 1), days: days)
            batches += try await [one, other]
        }
        return batches
    }

    @Test func `the invariants hold whatever happens, and all that is wanted comes once the world is good`()
        async throws
    {
        let batches = try await Self.runAll()
        for batch in batches {
            #expect(batch.runs.count == batch.seeds.count, "seeds \(batch.seeds): the program ended with \(batch.code)")
            #expect(batch.failures == [], "seeds \(batch.seeds)")
            #expect(batch.code == 0, "seeds \(batch.seeds)")
            print(batch.lines.suffix(3).joined(separator: "\n"))
        }
        // A world in which something never happens proves nothing about it.
        func happened(_ kind: String) -> Set<String> {
            batches.reduce(into: []) { $0.formUnion($1.counts(kind).keys) }
        }
        #expect(Set(OriginFault.allCases.map(\.rawValue)).subtracting(happened("faults")) == [])
        #expect(Set(CommandKind.all.map(\.name)).subtracting(happened("commands")) == [])
        let absent: Set<String> = [
            // A volume of its own for content and files that go behind the engine's back are not simulated.
            "volumeAvailabilityChanged", "contentMissing", "contentCorrupted",
            // Nor are files that people have already; one that nothing refers to is rare.
            "orphanFound", "contentImported",
        ]
        #expect(Set(EventType.allCases.map { "\($0)" }).subtracting(happened("events")).subtracting(absent) == [])
    }

    @Test func `a seed is the same run every time, to the byte`() async throws {
        async let first = SimulatedSeeds(3...4, days: 0.5)
        async let second = SimulatedSeeds(3...4, days: 0.5)
        let (one, other) = try await (first, second)
        #expect(one.runs.count == 2)
        #expect(one.runs == other.runs)
        #expect(one.runs.first?.split(separator: " ").last != one.runs.last?.split(separator: " ").last)
    }
}
