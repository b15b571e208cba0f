import Foundation
import HoldfastTestSupport

/// What `holdfast-simulate` says of some seeds, run as a process of its own: it takes the tasks of the whole process.
struct SimulatedSeeds: Sendable {
    let seeds: ClosedRange<UInt64>
    let lines: [String]
    let code: Int32

    init(_ seeds: ClosedRange<UInt64>, days: Double) async throws {
        self.seeds = seeds
        let words = [Self.program, "--seeds", "\(seeds.lowerBound)..\(seeds.upperBound)", "--days", "\(days)"]
        // Waiting for a process must not keep a task's thread from the other tests.
        (lines, code) = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try Self.run(words) }) }
        }
    }

    private static func run(_ words: [String]) throws -> ([String], Int32) {
        let child = try ChildProcess(words)
        var lines: [String] = []
        while true {
            let line = child.readLine()
            if line.isEmpty { return (lines, child.wait()) }
            lines.append(line)
        }
    }

    private static var program: String {
        URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "holdfast-simulate").path()
    }

    /// One line a seed, with what is the same every time.
    var runs: [String] { lines.filter { $0.hasPrefix("seed ") } }
    /// What failed, and how to see it again.
    var failures: [String] { lines.filter { $0.hasPrefix("  ") } }

    /// How often each thing of the kind happened, in all seeds together.
    func counts(_ kind: String) -> [String: Int] {
        guard let line = lines.first(where: { $0.hasPrefix("\(kind): ") }) else { return [:] }
        let pairs = line.dropFirst(kind.count + 2).split(separator: ", ").compactMap { text -> (String, Int)? in
            guard let space = text.lastIndex(of: " "), let count = Int(text[text.index(after: space)...]) else {
                return nil
            }
            return (String(text[..<space]), count)
        }
        return Dictionary(pairs, uniquingKeysWith: +)
    }
}
