import Dispatch
import Glibc
import Holdfast
import HoldfastModel
import Synchronization

/// Writes long stretches of the log as JSON, on all processors: each makes the lines of a block, and the blocks are written in order.
struct RecordLines {
    let store: OfflineStore
    /// Which records are shown.
    let fits: @Sendable (Record) -> Bool

    /// Records of a block: enough to be worth handing out, few enough for memory to stay flat.
    private static let blockSize: UInt64 = 8_192
    private static let workerMax = 8

    func write(_ range: Range<UInt64>, to output: Output) throws {
        let writers = (0..<min(Self.workerMax, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))).map { _ in
            BlockWriter(store, fits)
        }
        var next = range.lowerBound
        while next < range.upperBound, !output.isEnded {
            let blocks = writers.indices.map { index in
                let start = min(range.upperBound, next + UInt64(index) * Self.blockSize)
                return start..<min(range.upperBound, start + Self.blockSize)
            }
            DispatchQueue.concurrentPerform(iterations: blocks.count) { writers[$0].make(blocks[$0]) }
            for writer in writers { try writer.hand(to: output) }
            next = blocks.last?.upperBound ?? range.upperBound
        }
    }
}

/// The lines of one block at a time. Used by one thread at a time, and lent to the output between.
private final class BlockWriter: Sendable {
    private let store: OfflineStore
    private let fits: @Sendable (Record) -> Bool
    private let state = Mutex(State())

    private struct State {
        var json = JSONText()
        /// Names of subjects that were asked for, each in the one place that its number leads to: records of one subject stand near
        /// each other, and a dictionary costs more than it saves.
        var subjects = [(number: UInt64, name: String)](repeating: (.max, ""), count: BlockWriter.subjectPlaces)
        var failure: (any Error)?
    }

    private static let subjectPlaces = 4_096

    init(_ store: OfflineStore, _ fits: @escaping @Sendable (Record) -> Bool) {
        (self.store, self.fits) = (store, fits)
    }

    func make(_ range: Range<UInt64>) {
        state.withLock { state in
            state.json.removeAll()
            guard !range.isEmpty else { return }
            do {
                try store.records(range) { record in
                    guard fits(record) else { return true }
                    let subject = try subject(of: record, &state)
                    let privatePart = try store.privatePart(of: record)
                    state.json.beginLine()
                    RecordObject.write(record, subject: subject, privatePart: privatePart, into: &state.json)
                    state.json.endLine()
                    return true
                }
            } catch {
                state.failure = error
            }
        }
    }

    /// What was made before a failure is still good.
    func hand(to output: Output) throws {
        try state.withLock { state in
            output.lines(state.json.utf8)
            if let failure = state.failure { throw failure }
        }
    }

    private func subject(of record: Record, _ state: inout State) throws -> String {
        guard case .number(let number) = record.subject else { return try store.subject(of: record) }
        let place = Int(truncatingIfNeeded: number) & (Self.subjectPlaces - 1)
        if state.subjects[place].number == number { return state.subjects[place].name }
        let text = try store.subject(of: record)
        state.subjects[place] = (number, text)
        return text
    }
}
