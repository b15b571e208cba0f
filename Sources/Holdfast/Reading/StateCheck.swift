internal import HoldfastLog

/// Folds all records anew, in one walk, and holds what is stored against it: the state's rows, what is kept of the past, and private parts.
struct StateCheck: ~Copyable {
    private let store: OfflineStore
    private var log: EventLog { store.log }
    private var fold = StateFold()
    private let sha = SHA256()
    /// Records that were walked over.
    private var count: UInt64 = 0
    private var privateRowCount: UInt64 = 0

    /// Records of one snapshot: a snapshot for each would cost more than the check.
    private static let batch: UInt64 = 4_096

    init(_ store: OfflineStore) {
        self.store = store
    }

    /// - Throws: `UnreadableRecord` at the first record that the fold cannot read.
    mutating func run(_ result: inout StoreVerification) throws {
        // Tables that are damaged themselves say nothing about what is laid over them.
        while result.problems.isEmpty,
            let oldest = try log.lend({ [count] in try $0.pastCounts().first { $0 >= count } })
        {
            try walk(to: oldest, &result)
            let isDone = try fold.withRows { [store] in try store.checkPast($0, at: oldest, &result) }
            if isDone { break }
        }
        try compareTables(&result)
        // Commits that come meanwhile are checked too, until rows and records can be counted in one snapshot.
        while true {
            try walk(to: try store.snapshotCount(), &result)
            let isDone = try log.lend { [count, privateRowCount] snapshot in
                guard snapshot.count == count else { return false }
                try snapshot.checkPrivateRows(privateRowCount, &result)
                return true
            }
            if isDone { return }
        }
    }

    /// A flush may move the position while records are folded: folds on until both agree in one snapshot.
    private mutating func compareTables(_ result: inout StoreVerification) throws {
        while true {
            try walk(to: try log.coveredCount, &result)
            let changes = fold.changes()
            let isDone = try log.lend { [count] snapshot in
                guard snapshot.coveredCount == count else { return false }
                for (table, rows) in zip(StateTable.allCases, changes) { try snapshot.compare(table, rows, &result) }
                return true
            }
            if isDone { return }
        }
    }

    private mutating func walk(to end: UInt64, _ result: inout StoreVerification) throws {
        while count < end {
            let range = count..<min(end, count + Self.batch)
            let log = log
            try log.lend { snapshot in
                var failure: (any Error)?
                try snapshot.scan(range, isChecked: false) { position, bytes throws(LogError) in
                    do {
                        try fold.apply(stored: bytes, at: position)
                        try checkPrivatePart(of: bytes, at: position, snapshot, &result)
                    } catch { failure = error }
                    return failure == nil
                }
                if let failure { throw failure }
            }
            count = range.upperBound
        }
    }

    private mutating func checkPrivatePart(
        of record: UnsafeRawBufferPointer, at position: UInt64, _ snapshot: borrowing LogSnapshot,
        _ result: inout StoreVerification
    ) throws {
        let found = try snapshot.privateRow(at: position).map { sha.privateRow($0) }
        if found != nil { privateRowCount += 1 }
        switch (try Record.privateDigest(in: record), found) {
        case (nil, nil): break
        case (_?, nil): result.privatePartsErased += 1
        case (let expected?, let found?) where expected == found: result.privatePartsIntact += 1
        default:
            result.add(
                .privatePart, position..<(position + 1), "the private part is not what the record was written with")
        }
    }
}

extension SHA256 {
    /// `SHA-256(0x02 || salt || private bytes)`, as records hold it.
    borrowing func privateRow(_ row: UnsafeRawBufferPointer) -> Digest {
        begin()
        add(2)
        add(row)
        return Digest(sha256: finish().bytes)
    }
}

extension LogSnapshot {
    /// A row whose key was damaged is found by no record, and its record would pass for one whose private part was erased.
    fileprivate borrowing func checkPrivateRows(_ found: UInt64, _ result: inout StoreVerification) throws {
        if let position = try privateRowPastEnd(), position < .max {
            return result.add(.privatePart, position..<(position + 1), "there is a private part, and no such record")
        }
        let stored = try privateRowCount()
        if stored != found {
            result.add(.privatePart, nil, "\(stored) private parts are stored, of which records have \(found)")
        }
    }

    /// Compares the rows of a table with the ones that a fold gives; the first difference is told.
    fileprivate borrowing func compare(
        _ table: StateTable, _ rows: [(key: [UInt8], value: [UInt8]?)], _ result: inout StoreVerification
    ) throws {
        let expected = rows.filter { $0.value != nil }
        var next = 0
        var difference: String?
        try walk(table, from: []) { key, value in
            guard next < expected.count else {
                difference = "a row too many"
                return false
            }
            if key != expected[next].key {
                difference = "row \(next) has another key"
            } else if !value.elementsEqual(expected[next].value ?? []) {
                difference = "row \(next) has another value"
            }
            next += 1
            return difference == nil
        }
        if difference == nil, next < expected.count { difference = "\(expected.count - next) rows are missing" }
        if let difference { result.add(.state, nil, "\(table.name) is not a fold of the records: \(difference)") }
    }
}
