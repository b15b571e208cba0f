internal import HoldfastLog

/// Records from a position on, in order: first those that are there, then each new one once it is durable. It ends when the log is closed
/// or the task is cancelled. Read one at a time: a slow consumer costs no memory and misses nothing.
public struct RecordSequence: AsyncSequence, Sendable {
    let log: EventLog
    let start: UInt64

    public func makeAsyncIterator() -> Iterator {
        Iterator(log: log, next: start, counts: log.follow(from: start).makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        let log: EventLog
        var next: UInt64
        var counts: AsyncStream<UInt64>.Iterator
        var known: UInt64 = 0

        /// - Throws: `HoldfastError`, as when looking up a single record.
        public mutating func next() async throws -> Record? {
            while next >= known {
                guard let count = await counts.next(isolation: #isolation) else { return nil }
                known = count
            }
            do {
                let record = try log.decodedRecord(at: next)
                next += 1
                return record
            } catch {
                throw HoldfastError(error)
            }
        }
    }
}
