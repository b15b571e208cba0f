import Foundation
import HoldfastLog
import HoldfastModel
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// The real engine and the real transport against origins that answer as a seed draws it (Tools/origin/fuzz.py): whatever they do, what
/// is available is the original, everything else ends in a failure with a name, and nothing hangs.
@Suite(.timeLimit(.minutes(30)), .serialized) struct FuzzedDownloadTests {
    private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    private static let seeds: ClosedRange<UInt64> = isLong ? 1...10 : 1...1
    private static let itemCount = 2_000
    private static let batchSize = 400

    /// What is known of an item beforehand; bounds what it can be lied to about.
    private enum Trust: String {
        case digest, size, none

        init(_ number: Int) { self = number % 10 < 6 ? .digest : number % 10 < 8 ? .size : .none }
    }

    private struct Original: Decodable {
        var bytes: Int64
        var sha256: String
    }

    @Test(arguments: seeds)
    func `whatever origins answer, what is available is the original and all else fails by name`(
        seed: UInt64
    ) async throws {
        let scene = try EngineScene()
        // Two processes, so that they are two hosts and an item may have two sources.
        let origins = try [Origin(), Origin()]
        let originals = try JSONDecoder().decode(
            [Original].self,
            from: origins[0].get("/_origin/fuzz?path=/fuzz/\(seed)/none/0.bin&count=\(Self.itemCount)"))
        let engine = try await scene.open {
            $0.clock = FastClock()
            $0.idleTimeout = .milliseconds(150)
        }
        for (key, value) in [
            ("queue.maxConcurrent", "16"), ("queue.maxPerHost", "16"), ("retry.baseMs", "100"),
            ("retry.capMs", "1000"),
        ] { try await engine.set(key, to: value) }
        for first in stride(from: 0, to: Self.itemCount, by: Self.batchSize) {
            try await withThrowingTaskGroup { group in
                for number in first..<(first + Self.batchSize) {
                    let item = Self.registration(number, seed, originals[number], origins)
                    group.addTask {
                        try await engine.register(item)
                        try await engine.request(item.id)
                    }
                }
                try await group.waitForAll()
            }
            await engine.untilIdle()
        }
        var available = 0
        var failures: [String: Int] = [:]
        for number in 0..<Self.itemCount {
            let item = try #require(try await engine.item("f\(number)"))
            if item.installed != nil {
                available += 1
                let path = try await engine.contentPath(of: item.id)
                #expect(Self.sha256(of: path) == originals[number].sha256, "seed \(seed), item \(number)")
            } else if case .failed(let failure, _) = item.transfer {
                failures["\(failure.class) \(failure.code)", default: 0] += 1
            } else {
                Issue.record("seed \(seed), item \(number) is \(item.transfer)")
            }
        }
        try await engine.close()
        #expect(try scene.verify().problems == [])
        print("seed \(seed): \(available) available, failed: \(failures.sorted { $0.key < $1.key })")
        // Origins that always fail, or never, prove nothing.
        #expect(available > Self.itemCount / 3 && failures.count >= 10, "seed \(seed)")
    }

    private static func registration(
        _ number: Int, _ seed: UInt64, _ original: Original, _ origins: [Origin]
    ) -> Registration {
        let trust = Trust(number)
        let path = "/fuzz/\(seed)/\(trust.rawValue)/\(number).bin"
        let urls = origins.map { "http://127.0.0.1:\($0.port)\(path)" }
        // Every fifth has two sources, the others the one or the other.
        let sources = number.isMultiple(of: 5) ? urls : [urls[number % 2]]
        var item = Registration(id: "f\(number)", sources: sources)
        if number.isMultiple(of: 3) { item.mediaType = "application/octet-stream" }
        if trust != .none { item.expectedBytes = original.bytes }
        if trust == .digest { item.expectedDigest = Digest("sha256:" + original.sha256) }
        return item
    }

    private static func sha256(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { data in
            data.withUnsafeBytes { bytes in
                let sha = SHA256()
                return sha.hash(bytes).bytes.map { String(format: "%02x", $0) }.joined()
            }
        }
    }
}
