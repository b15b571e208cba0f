import Foundation
import HoldfastTestSupport
import Testing

@testable import HoldfastBenchmarks
@testable import HoldfastCLI

/// The page of `holdfast report` in a real browser, without a network.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BrowserTests {
    @Test func `every view shows what the tool tells`() throws {
        let report = try MadeReport(of: BrowsedHistory.write)
        let items = try report.objects(["status", "--all"]).filter { $0["kind"] as? String == "item" }
        #expect(items.count == 5)
        let histories: [[String: Any]] = try items.map { item in
            let id = try #require(item["item"] as? String)
            return ["id": id, "history": try report.objects(["history", id]).compactMap { $0["sentence"] }]
        }
        let titles = items.map { item in item["title"] as? String ?? item["item"] as? String ?? "" }
        try report.browse("views", ["titles": titles, "items": histories, "attempts": 3])
    }

    @Test(arguments: [0, 9])
    func `the scrubber shows the state that the tool tells of any moment`(_ first: Int) throws {
        let report = try MadeReport(first == 0 ? [] : ["--since", "#\(first)"], of: BrowsedHistory.write)
        let count = try report.objects(["log"]).count
        let states: [[String: Any]] = try stride(from: max(0, first - 1), to: count, by: first == 0 ? 2 : 7).map { at in
            let rows = try report.objects(["state", "--at", "#\(at)"]).map { row in
                ["kind": row["kind"], "key": row["key"], "value": row["value"]].mapValues { $0 ?? NSNull() }
            }
            let ids = rows.filter { $0["kind"] as? String == "item" }.compactMap { $0["key"] as? String }
            let shown = try ids.flatMap { try report.objects(["why", $0, "--at", "#\(at)"]) }
            return ["at": at, "rows": rows, "shown": shown]
        }
        #expect(first > 0 || states.count >= 20)
        let queue = try report.objects(["queue", "--all"]).compactMap { $0["item"] }
        try report.browse("scrubber", ["first": first, "states": states, "queue": queue])
    }

    @Test func `everything is reached by the keyboard`() throws {
        try MadeReport(of: BrowsedHistory.write).browse("keyboard")
    }

    @Test func `light and dark can be read, and all of it fits a phone`() throws {
        try MadeReport(of: BrowsedHistory.write).browse("looks")
    }

    @Test func `the download becomes a pin when the scrubber passes the moment`() throws {
        let report = try MadeReport(of: BrowsedHistory.write)
        let log = try report.objects(["log", "--item", "guide"])
        func position(of type: String) throws -> Any {
            try #require(log.first { $0["type"] as? String == type }?["position"])
        }
        let facts: [String: Any] = [
            "first": 0, "published": try position(of: "contentPublished"),
            "removed": try position(of: "deletionRequested"),
        ]
        try report.browse("motion", facts)
    }

    @Test func `an empty store has a page too`() throws {
        let report = try MadeReport { try StoreScribe(at: $0).close() }
        try report.browse("empty")
    }

    /// The bounded share of it is made by a build without optimisation, which needs a while for each record.
    @Test func `a long log stays usable`() throws {
        let count = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == nil ? 20_000 : 100_000
        let report = try MadeReport { path in
            try Measure(["store=\(path)", "count=\(count)"]).fill()
        }
        let size = try #require(FileManager.default.attributesOfItem(atPath: report.path)[.size] as? Int)
        #expect(size <= count * 100, "\(size) bytes for \(count) records")
        try report.browse("large", ["events": count])
    }
}
