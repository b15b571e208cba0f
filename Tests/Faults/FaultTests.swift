import Foundation
import HoldfastTestSupport
import Testing

/// Any call to the system may fail, and then a caller hears why, nothing is acknowledged that is not there, and once the
/// fault is gone everything goes on.
@Suite(.serialized, .timeLimit(.minutes(30))) struct FaultTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    static let seed = 20_261_130

    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// - Parameter share: calls of each class that fail in each way; with `--long` each call does.
    private func failures(of work: String, share: Int, _ rest: [String] = []) async throws -> [WorkerRun.CaseResult] {
        let run = WorkerRun(environment: ["HOLDFAST_WATCHED": folder.path, "HOLDFAST_UNSYNCED": "1"])
        let scratch = folder.file("cases")
        let results = try await run.cases { first in
            // What the last process left is of no use to the next.
            try? FileManager.default.removeItem(atPath: scratch)
            mkdir(scratch, 0o700)
            return [work, scratch, "\(Self.seed)", "\(Self.isLong ? 0 : share)", "\(first)"] + rest
        }
        for result in results where !result.problems.isEmpty {
            Issue.record("seed \(Self.seed), case \(result.number), \(result.text): \(result.problems)")
        }
        return results
    }

    @Test func `a log takes the failure of any call`() async throws {
        let results = try await failures(of: "fail-log", share: 6)
        #expect(results.count { $0.notes.contains("reached") } >= 40)
        // The suite reaches the one step whose failure leaves the outcome open.
        #expect(results.contains { $0.notes.contains("outcome unknown") })
    }

    @Test func `an engine takes the failure of any call`() async throws {
        let results = try await failures(of: "fail-engine", share: 3, try EngineSources().words)
        #expect(results.count { $0.notes.contains("reached") } >= 40)
    }
}
