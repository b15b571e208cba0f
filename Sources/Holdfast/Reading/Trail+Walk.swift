internal import HoldfastLog

// Back through the records of a subject, newest first.
extension Trail {
    /// So many records of one subject are looked at and no more: what lies further back is not told.
    private static var lookMax: Int { 16_384 }

    func lastOfItem(_ snapshot: borrowing LogSnapshot, _ matches: (Event) -> Bool) throws -> UInt64? {
        try last(ofSubject: item.number, snapshot, matches)
    }

    func last(
        _ subject: String, _ snapshot: borrowing LogSnapshot, _ matches: (Event) -> Bool
    ) throws -> UInt64? {
        guard let number = try snapshot.subjectNumber(subject) else { return nil }
        return try last(ofSubject: number, snapshot, matches)
    }

    func last(
        ofSubject subject: UInt64, _ snapshot: borrowing LogSnapshot, _ matches: (Event) -> Bool
    ) throws -> UInt64? {
        try lastRecord(ofSubject: subject, snapshot) { matches($0.event) }
    }

    /// Position of the last matching record.
    func lastRecord(
        ofSubject subject: UInt64, _ snapshot: borrowing LogSnapshot, _ matches: (Record) -> Bool
    ) throws -> UInt64? {
        var found: UInt64?
        try walk(subject, snapshot) { record in
            if matches(record) { found = record.position }
            return found == nil
        }
        return found
    }

    /// Position of the first record of the unbroken run that leads up to now and in which `holds` is true. Records that say nothing about it
    /// (`nil`) break no run.
    func first(
        _ subject: String, since start: UInt64 = 0, _ snapshot: borrowing LogSnapshot, _ holds: (Event) -> Bool?
    ) throws -> UInt64? {
        guard let number = try snapshot.subjectNumber(subject) else { return nil }
        var found: UInt64?
        try walk(number, snapshot) { record in
            guard record.position >= start else { return false }
            guard let isSo = holds(record.event) else { return true }
            if isSo { found = record.position }
            return isSo
        }
        return found
    }

    private func walk(
        _ subject: UInt64, _ snapshot: borrowing LogSnapshot, _ body: (Record) -> Bool
    ) throws {
        var end = end
        var (step, looked) = (64, 0)
        while looked < Self.lookMax {
            let positions = try snapshot.positions(ofSubject: subject, in: 0..<end, isReverse: true, limit: step)
            for position in positions {
                guard body(try Record(stored: try snapshot.record(at: position), at: position)) else { return }
            }
            guard let oldest = positions.last, positions.count == step else { return }
            looked += step
            (end, step) = (oldest, 4_096)
        }
    }
}
