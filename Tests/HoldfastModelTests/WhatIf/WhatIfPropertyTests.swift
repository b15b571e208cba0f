import Foundation
import Testing

@testable import HoldfastModel

/// Over logs made at random, whose right answer nobody worked out.
@Suite struct WhatIfPropertyTests {
    private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    private static let seeds = Array(UInt64(1)...(isLong ? 200 : 12))

    private func log(_ seed: UInt64, steps: Int = 400) throws -> ModelLog {
        var simulation = try Simulation(seed: seed)
        for _ in 0..<steps { try simulation.step() }
        return simulation.log
    }

    /// Bytes and waits of the records are counted without the changes in mind.
    private func expectSameRecords(_ reports: [WhatIfReport], _ seed: UInt64) {
        for report in reports.dropFirst() {
            #expect(report.bytes.reduce(0) { $0 + $1.before } == reports[0].bytes.reduce(0) { $0 + $1.before }, "seed \(seed)")
            #expect(report.waitedBefore == reports[0].waitedBefore, "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `without a change nothing is different`(_ seed: UInt64) throws {
        let log = try log(seed)
        let report = try log.whatIf([])
        #expect(report.items.isEmpty)
        #expect(report.bytes.allSatisfy { $0.before == $0.after })
        #expect(report.waitedBefore == report.waitedAfter)
        #expect(report.waitedBefore > 0)
        // A setting that stood all the time, set again.
        let same = try log.whatIf("network.allowRoaming", "false")
        #expect(same.items.isEmpty && same.bytes == report.bytes && same.waitedAfter == report.waitedAfter)
    }

    @Test(arguments: seeds)
    func `where more networks are allowed nothing waits longer`(_ seed: UInt64) throws {
        let log = try log(seed)
        let more = try log.whatIf("network.allowMetered", "true")
        let less = try log.whatIf("network.allowMetered", "false")
        expectSameRecords([more, less], seed)
        #expect(more.items.allSatisfy { $0.isEarlier })
        #expect(more.waitedAfter <= more.waitedBefore)
        for item in more.items {
            #expect(item.waitedAfter <= item.waitedBefore, "\(item.id) of request \(item.request)")
        }
    }

    @Test func `the logs hold what goes earlier, what goes later, and bytes on both sides`() throws {
        var (earlier, later, fewer, more) = (0, 0, 0, 0)
        for seed in UInt64(1)...8 {
            let log = try log(seed)
            earlier += try log.whatIf("network.allowMetered", "true").items.filter { $0.isEarlier }.count
            let less = try log.whatIf("network.unknownMetered", "block")
            later += less.items.filter { !$0.isEarlier }.count
            fewer += less.bytes.filter { $0.before > $0.after }.count
            more += less.bytes.filter { $0.before < $0.after }.count
        }
        #expect(earlier > 0 && later > 0 && fewer > 0 && more > 0, "\((earlier, later, fewer, more))")
    }

    @Test(arguments: seeds)
    func `what moves at another time is as much as was recorded`(_ seed: UInt64) throws {
        let log = try log(seed)
        for (key, value) in [
            ("network.unknownMetered", "block"), ("queue.maxConcurrent", "1"), ("storage.quotaBytes", "2000000"),
        ] {
            let report = try log.whatIf(key, value)
            for item in report.items {
                let (before, after) = (item.bytes.reduce(0) { $0 + $1.before }, item.bytes.reduce(0) { $0 + $1.after })
                #expect(item.bytes.allSatisfy { $0.before >= 0 && $0.after >= 0 })
                guard item.wholeAfter != nil else { continue }
                #expect(before == after, "\(item.id) of request \(item.request) under \(key) \(value)")
            }
            expectOrdered(report)
        }
    }

    private func expectOrdered(_ report: WhatIfReport) {
        for item in report.items {
            for waits in [item.waitsBefore, item.waitsAfter] {
                #expect(waits.dropLast().allSatisfy { $0.until != nil })
                for (wait, next) in zip(waits, waits.dropFirst()) { #expect(wait.until ?? .max <= next.from) }
                for wait in waits { #expect(wait.from < wait.until ?? .max && wait.from >= item.parted) }
            }
            #expect(item.ranAfter ?? item.parted >= item.parted)
        }
    }
}
