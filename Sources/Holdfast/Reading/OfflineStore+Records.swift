internal import HoldfastLog

/// A record with what stands beside it.
public struct StoredRecord: Sendable {
    public var record: Record
    /// The exact bytes that are hashed.
    public var bytes: [UInt8]
    /// RFC 6962 leaf hash of the bytes.
    public var leafHash: [UInt8]
    /// `nil` when there is none, or when it was erased.
    public var privatePart: PrivatePart?
    /// Text of the subject: `item:ID`, `device`, `settings` or `session`.
    public var subject: String
}

extension OfflineStore {
    /// Calls `body` with each record of the range, in order or newest first, until it returns false. Clamped to what the log holds; memory
    /// stays flat, and no transaction is open while `body` runs.
    public func records(
        _ range: Range<UInt64>? = nil, newestFirst: Bool = false, _ body: (Record) throws -> Bool
    ) throws(HoldfastError) {
        do {
            let count = try snapshotCount()
            let range = (range ?? 0..<count).clamped(to: 0..<count)
            if newestFirst { try backward(range, body) } else { try forward(range, body) }
        } catch {
            throw HoldfastError(error)
        }
    }

    private func forward(_ range: Range<UInt64>, _ body: (Record) throws -> Bool) throws {
        var failure: (any Error)?
        try log.scan(range) { position, bytes throws(LogError) in
            do {
                return try body(try Record(stored: bytes, at: position))
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    private func backward(_ range: Range<UInt64>, _ body: (Record) throws -> Bool) throws {
        let step: UInt64 = 1_000
        var end = range.upperBound
        while end > range.lowerBound {
            let start = max(range.lowerBound, end < step ? 0 : end - step)
            var records: [Record] = []
            try forward(start..<end) { record in
                records.append(record)
                return true
            }
            for record in records.reversed() where try !body(record) { return }
            end = start
        }
    }

    /// - Throws: `noSuchPosition` past the head; `damaged` where the bytes are not those that were written.
    public func record(at position: UInt64) throws(HoldfastError) -> StoredRecord {
        try lookUp { snapshot in try snapshot.storedRecord(at: position) }
    }

    /// Text of a record's subject.
    public func subject(of record: Record) throws(HoldfastError) -> String {
        if case .first(let text) = record.subject { return text }
        return try lookUp { snapshot in try snapshot.subject(of: record) }
    }

    /// `nil` where the record has no private part, or when it was erased.
    ///
    /// - Throws: `damaged` where it is not the one that the record was written with.
    public func privatePart(of record: Record) throws(HoldfastError) -> PrivatePart? {
        guard record.privateDigest != nil else { return nil }
        return try lookUp { snapshot in
            try snapshot.privateRow(at: record.position).map { try PrivatePart(row: $0, of: record) }
        }
    }

    /// Positions of the records of a subject, `item:ID` for an item; ascending, or newest first. Empty for one never named.
    ///
    /// - Parameters:
    ///   - subject: its text.
    ///   - start: earlier positions are left out.
    ///   - newestFirst: descending; the limit counts from that end.
    ///   - limit: at most so many.
    public func positions(
        ofSubject subject: String, from start: UInt64 = 0, newestFirst: Bool = false, limit: Int = .max
    ) throws(HoldfastError) -> [UInt64] {
        try lookUp { snapshot in
            guard let number = try snapshot.subjectNumber(subject) else { return [] }
            return try snapshot.positions(
                ofSubject: number, in: min(start, snapshot.count)..<snapshot.count, isReverse: newestFirst, limit: limit
            )
        }
    }

    /// The last position whose `recordedAt` is not later than the time, in microseconds since 1970 UTC. Logarithmic in the log's length.
    public func position(at time: Int64) throws(HoldfastError) -> ChosenPosition {
        try lookUp { snapshot in try snapshot.position(at: time) }
    }

    /// Root of the RFC 9162 tree over all records, and how many they are.
    public func root() throws(HoldfastError) -> (root: [UInt8], count: UInt64) {
        try lookUp { snapshot in (try snapshot.root().bytes, snapshot.count) }
    }

    /// Counts of records as the log grows past `position`, written by whatever process; each at most some 50 ms old.
    public func follow(from position: UInt64) -> AsyncStream<UInt64> { log.follow(from: position) }

    private func lookUp<Value>(
        _ body: (borrowing LogSnapshot) throws -> Value
    ) throws(HoldfastError) -> Value {
        do {
            return try log.lend(body)
        } catch {
            throw HoldfastError(error)
        }
    }
}

extension LogSnapshot {
    borrowing func storedRecord(at position: UInt64) throws -> StoredRecord {
        guard position < count else { throw OfflineStore.past(position, count) }
        let bytes = try self.record(at: position)
        let record = try Record(stored: bytes, at: position)
        return StoredRecord(
            record: record, bytes: [UInt8](bytes), leafHash: try leafHash(at: position).bytes,
            privatePart: try privatePart(at: position),
            subject: try subject(of: record))
    }

    borrowing func subject(of record: Record) throws -> String {
        switch record.subject {
        case .first(let text): return text
        case .number(let number):
            guard case .first(let text) = try Record(stored: try self.record(at: number), at: number).subject else {
                throw HoldfastError(.damaged, "record \(record.position) refers to \(number), which names no subject")
            }
            return text
        }
    }
}
