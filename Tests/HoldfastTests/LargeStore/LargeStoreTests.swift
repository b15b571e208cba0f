import Foundation
import HoldfastLog
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A store with many finished items, made by the engine's own decisions with the transfers left out.
@Suite struct LargeStoreTests {
    private let itemCount = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == nil ? 6_000 : 100_000

    @Test func `a store of many finished items opens with a short tail and answers from its tables`() throws {
        let directory = try TemporaryDirectory()
        let path = ProcessInfo.processInfo.environment["HOLDFAST_LARGE_STORE"] ?? directory.file("store")
        try fill(path)

        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        let count = try store.recordCount()
        #expect(count > UInt64(itemCount) * 7)
        // What opening folds is what the tables do not cover.
        let covered = try store.log.coveredCount
        #expect(covered == count)
        try store.read { state throws in
            #expect(try state.totals().installed == Int64(itemCount))
            #expect(try state.item("item-\(itemCount - 1)")?.installed?.bytes == 1_000)
            #expect(try state.items(limit: 50).count == 50)
            #expect(try state.queue().isEmpty)
        }
        #expect(try store.positions(ofSubject: "item:item-17").count == 7)
        #expect(try store.verify().problems == [])
    }

    private func fill(_ path: String) throws {
        let directory = try StoreDirectory(path: path, creating: true)
        try directory.writeMarker(StoreMarker(storeID: String(repeating: "0", count: 32), volume: 0))
        let log = try EventLog.openForState(at: path, identifier: [UInt8](repeating: 0, count: 16))
        defer { log.closeAndWait() }
        let sequencer = try Sequencer(log: log, addresses: { [] })
        let life = ItemLife(sequencer: sequencer)
        try life.begin()
        for number in 0..<itemCount {
            try life.complete("item-\(number)")
            if sequencer.isFlushDue {
                try sequencer.beginFlush()?.wait()
                sequencer.endFlush()
            }
        }
        try life.end()
        try sequencer.beginFlush()?.wait()
    }
}

/// Takes items through a whole life on made-up reports.
private final class ItemLife {
    let sequencer: Sequencer
    private var wall: Int64 = 1_800_000_000_000_000

    init(sequencer: Sequencer) { self.sequencer = sequencer }

    func begin() throws {
        try perform(.createStore(storeID: String(repeating: "0", count: 32), engineVersion: Holdfast.version))
        try perform(.openSession(engineVersion: Holdfast.version, operatingSystem: "test", bootID: "test"))
    }

    func end() throws { try perform(.closeSession(.normal)) }

    func complete(_ id: String) throws {
        var item = Registration(id: id, sources: ["http://127.0.0.1:1/\(id)"])
        item.title = "Title of \(id)"
        item.expectedBytes = 1_000
        let number = try perform(.register(item)).positions.lowerBound
        try perform(.request(item: id, RequestOptions()))
        let attempt = try perform(
            .startTransfer(item: number, source: 0, fromByte: 0, validator: nil, reservedBytes: 1_000)
        ).positions.lowerBound
        var response = ResponseReceived()
        response.attempt = attempt
        response.httpStatus = 200
        response.contentBytes = 1_000
        response.totalBytes = 1_000
        let digest = Digest(sha256: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32))
        let reports: [AttemptReport] = [
            .response(response),
            .completed(bytes: 1_000, wireBytes: 1_000, elapsedInMilliseconds: 12, meteredBytes: 0),
            .verified(bytes: 1_000, digest, .sizeOnly),
            .published(path: "content/00/\(number)-\(number)-\(id)", volume: 0),
        ]
        for report in reports { try perform(.attempt(item: number, id: attempt, report)) }
    }

    @discardableResult
    private func perform(_ command: Command) throws -> Sequencer.Appended {
        wall += 1_000
        return try sequencer.perform(
            command, by: .system, id: nil, now: Now(wall: wall, monotonic: wall))
    }
}
