import Foundation
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI

/// The figures of `stats` against a count by hand of what `log --json` says.
@Suite struct FiguresTests {
    private static let utc = ["TZ": "UTC"]

    private func lines(_ words: [String], _ store: String) throws -> [Substring] {
        let end = try Tool.run(words, store: store, variables: Self.utc)
        try #require(end.code == 0, "\(words): \(end.errors)")
        return end.lines
    }

    /// As `HandCount` names them: reasons by what was seen, since their numbers run.
    private func figures(_ words: [String], _ store: String) throws -> [String: Int64] {
        var figures: [String: Int64] = [:]
        for line in try lines(["stats", "--json"] + words, store) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let kind = try #require(object["kind"] as? String)
            if kind == "failure" {
                let status = object.number("httpStatus").map { "\($0)" } ?? "-"
                let reason = "\(object["class"] as? String ?? "") \(object["code"] as? String ?? "") \(status)"
                figures["failure.\(reason)", default: 0] += object.number("count") ?? 0
            } else if kind == "interruption" {
                let name = "interruption.\(object["cause"] as? String ?? "") \(object["blocker"] as? String ?? "-")"
                figures[name] = object.number("count")
            } else {
                let key = (object["key"] as? String).map { ".\($0)" } ?? ""
                for (name, value) in object {
                    if let number = value as? NSNumber { figures["\(kind)\(key).\(name)"] = number.int64Value }
                }
            }
        }
        return figures
    }

    private func compare(_ store: String, _ records: [LoggedRecord], _ range: ClosedRange<Int>) throws {
        let words = ["--since", "#\(range.lowerBound)", "--until", "#\(range.upperBound)"]
        let told = try figures(words, store)
        let counted = HandCount(records, range).figures
        // A moment has no slices.
        for (name, figure) in counted where told[name] != nil || !name.hasPrefix("storage.") {
            #expect(told[name] ?? 0 == figure, "\(name) in \(range) of \(store)")
        }
        // And nothing is told that was not counted.
        for (name, figure) in told where figure > 0 && (name.hasPrefix("failure.") || name.hasPrefix("interruption.")) {
            #expect(counted[name] == figure, "\(name) in \(range) of \(store)")
        }
        try expectSumsToAgree(told)
    }

    private func expectSumsToAgree(_ told: [String: Int64]) throws {
        for figure in ["attempts", "completed", "interrupted", "failed", "bytes", "wireBytes", "meteredBytes"] {
            let whole = told["attempts.\(figure)"] ?? 0
            let hosts = told.filter { $0.key.hasPrefix("host") && $0.key.hasSuffix(".\(figure)") }
            #expect(hosts.values.reduce(0, +) == whole, "hosts: \(figure)")
            guard figure != "wireBytes" else { continue }
            let days = told.filter { $0.key.hasPrefix("day.") && $0.key.hasSuffix(".\(figure)") }
            #expect(days.values.reduce(0, +) == whole, "days: \(figure)")
        }
        let failed = told.filter { $0.key.hasPrefix("failure.") }.values.reduce(0, +)
        #expect(failed == told["attempts.failed"])
        let interrupted = told.filter { $0.key.hasPrefix("interruption.") }.values.reduce(0, +)
        #expect(interrupted == told["attempts.interrupted"])
        #expect(
            told["attempts.meteredBytes", default: 0] + told["attempts.unmeteredBytes", default: 0]
                == told["attempts.wireBytes"])
    }

    private func records(_ store: String) throws -> [LoggedRecord] {
        try lines(["log", "--json"], store).map { try LoggedRecord($0) }
    }

    @Test func `a recorded morning is counted as its records say, in every part of it`() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        try RecordedHistory.write(to: store)
        let records = try records(store)
        for (first, last) in [(0, records.count - 1), (5, 12), (8, 20), (12, 12), (0, 0), (14, records.count - 1)] {
            try compare(store, records, first...last)
        }
        let told = try figures([], store)
        #expect(told["downloads.requested"] == 2 && told["downloads.completed"] == 2)
        #expect(told["attempts.wireBytes"] == 348_000_000)
        #expect(told["availability.medianMs"] == 60_000)
    }

    @Test func `lives of a simulated device are counted as their records say`() throws {
        let directory = try TemporaryDirectory()
        let seeds = 5...6
        try Program.simulate(seeds: seeds, days: 0.3, folder: directory.file("seeds"))
        for seed in seeds {
            let store = directory.file("seeds/\(seed)")
            let records = try records(store)
            try #require(records.count > 50)
            let head = records.count - 1
            for (first, last) in [(0, head), (head / 3, 2 * head / 3), (head / 2, head), (0, head / 4)] {
                try compare(store, records, first...last)
            }
            let told = try figures([], store)
            let ended = (told["downloads.completed"] ?? 0) + (told["downloads.cancelled"] ?? 0)
            #expect(told["downloads.requested"] == ended + (told["downloads.wanted"] ?? 0))
            try expectItemsToAddUp(store, records, told)
        }
    }

    /// What is told item by item is told of all together.
    private func expectItemsToAddUp(_ store: String, _ records: [LoggedRecord], _ told: [String: Int64]) throws {
        var sums: [String: Int64] = [:]
        let names = ["downloads", "attempts", "saved", "removals"]
        for line in try lines(["status", "--json", "--all"], store) where line.contains("\"kind\":\"item\"") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let id = try #require(object?["item"] as? String)
            for (name, figure) in try figures(["--item", id], store) where names.contains(where: name.hasPrefix) {
                sums[name, default: 0] += figure
            }
        }
        for (name, figure) in told where names.contains(where: name.hasPrefix) {
            #expect(sums[name] ?? 0 == figure, "\(name) of \(store)")
        }
    }

    @Test func `a table for a spreadsheet has the figures of the objects, in their order`() throws {
        let directory = try TemporaryDirectory()
        let store = directory.file("store")
        try RecordedHistory.write(to: store)
        var told: [String] = ["kind,key,figure,value"]
        for line in try lines(["stats", "--json"], store) {
            // The order of the keys is the line's own.
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let names = String(line).matches(of: /"([A-Za-z0-9]+)":/).map { String($0.1) }.dropFirst(2)
            let key = object["key"] as? String ?? ""
            for name in names {
                let value = object[name].map { $0 is NSNull ? "" : "\($0)" } ?? ""
                told.append("\(object["kind"] ?? ""),\(key),\(name),\(value)")
            }
        }
        #expect(try lines(["stats", "--csv"], store).map(String.init) == told)
    }
}

/// Programs that are built beside the tests.
private enum Program {
    static func simulate(seeds: ClosedRange<Int>, days: Double, folder: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: Tool.path).deletingLastPathComponent().appending(
            path: "holdfast-simulate")
        process.arguments = [
            "--seeds", "\(seeds.lowerBound)..\(seeds.upperBound)", "--days", "\(days)", "--folder", folder, "--keep",
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
