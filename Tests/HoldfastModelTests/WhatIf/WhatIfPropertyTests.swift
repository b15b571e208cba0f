import Foundation
import Testing

@testable import HoldfastModel

/// Over logs made at random, whose right answer nobody worked out.
@Suite struct WhatIfPropertyTests {
    private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    private static let seeds = Array(UInt64(1)...(isLong ? 200 : 4))

    private func life(_ seed: UInt64) throws -> ModelLog { try RecordedLife(seed: seed, steps: 150).log }

    private func sums(_ bytes: [NetworkBytes]) -> (before: Int64, after: Int64) {
        (bytes.reduce(0) { $0 + $1.before }, bytes.reduce(0) { $0 + $1.after })
    }

    private func expectNothing(_ report: WhatIfReport) {
        #expect(report.items.isEmpty)
        #expect(report.bytes.allSatisfy { $0.before == $0.after })
        #expect(report.waitedBefore == report.waitedAfter)
    }

    @Test(arguments: seeds)
    func `without a change nothing is different`(_ seed: UInt64) throws {
        let log = try life(seed)
        let report = try log.whatIf([])
        expectNothing(report)
        #expect(sums(report.bytes).before > 0 && report.waitedBefore > 0)
        // A setting that stood all the time, set again.
        expectNothing(try log.whatIf("network.allowRoaming", "false"))
    }

    @Test(arguments: seeds)
    func `without a change nothing is different in a log of an engine that does whatever it likes`(_ seed: UInt64)
        throws
    {
        var simulation = try Simulation(seed: seed)
        for _ in 0..<200 { try simulation.step() }
        expectNothing(try simulation.log.whatIf([]))
        expectNothing(try simulation.log.whatIf("queue.maxPerHost", "2"))
    }

    @Test(arguments: seeds)
    func `where more networks are allowed nothing waits longer`(_ seed: UInt64) throws {
        let log = try life(seed)
        for changes in [
            ["network.allowMetered"], ["network.allowRoaming"], ["network.allowMetered", "network.allowRoaming"],
        ] {
            let report = try log.whatIf(changes.map { .init(key: $0, value: "true") })
            #expect(report.items.allSatisfy { $0.isEarlier }, "\(changes)")
            #expect(report.waitedAfter <= report.waitedBefore, "\(changes)")
            for item in report.items { #expect(item.waitedAfter <= item.waitedBefore, "\(item.id), \(changes)") }
        }
    }

    @Test(arguments: seeds)
    func `no byte moves over a network that is not allowed`(_ seed: UInt64) throws {
        let report = try life(seed).whatIf("network.allowMetered", "false")
        #expect(report.bytes.allSatisfy { $0.network.isMetered != true || $0.after == 0 })
        let unknown = try life(seed).whatIf([
            .init(key: "network.allowMetered", value: "false"), .init(key: "network.unknownMetered", value: "block"),
        ])
        #expect(unknown.bytes.allSatisfy { $0.network.isMetered == false || $0.after == 0 })
    }

    @Test(arguments: seeds)
    func `what moves at another time is as much as was recorded`(_ seed: UInt64) throws {
        let log = try life(seed)
        for (key, value) in [
            ("network.allowMetered", "false"), ("network.unknownMetered", "block"), ("queue.maxConcurrent", "1"),
            ("queue.maxConcurrent", "4"), ("storage.quotaBytes", "2000000"), ("network.allowRoaming", "true"),
        ] {
            let report = try log.whatIf(key, value)
            for item in report.items {
                let (before, after) = sums(item.bytes)
                #expect(item.bytes.allSatisfy { $0.before >= 0 && $0.after >= 0 })
                if item.wholeAfter != nil { #expect(before == after, "\(item.id) under \(key) \(value)") }
            }
            expectOrdered(report)
        }
    }

    private func expectOrdered(_ report: WhatIfReport) {
        for item in report.items {
            for waits in [item.waitsBefore, item.waitsAfter] {
                #expect(waits.dropLast().allSatisfy { $0.until != nil })
                for (wait, next) in zip(waits, waits.dropFirst()) { #expect(wait.until ?? .max <= next.from) }
                // The open one may have begun with the last record.
                for wait in waits { #expect(wait.from < wait.until ?? .max && wait.from >= item.parted) }
            }
            #expect(item.ranAfter ?? item.parted >= item.parted)
        }
    }

    @Test func `the logs hold what goes earlier, what goes later, and bytes on both sides`() throws {
        var (earlier, later, fewer, more) = (0, 0, 0, 0)
        for seed in UInt64(1)...6 {
            let log = try life(seed)
            earlier += try log.whatIf("network.allowMetered", "true").items.filter { $0.isEarlier }.count
            let less = try log.whatIf("network.allowMetered", "false")
            later += less.items.filter { !$0.isEarlier }.count
            fewer += less.bytes.filter { $0.before > $0.after }.count
            more += less.bytes.filter { $0.before < $0.after }.count
        }
        #expect(earlier > 5 && later > 5 && fewer > 1 && more > 1, "\((earlier, later, fewer, more))")
    }
}
