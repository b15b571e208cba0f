import HoldfastLMDB

/// The subjects of records of one chunk, each in one number, so that sorting them is sorting numbers.
struct ChunkPostings: Sendable {
    let chunk: UInt64
    /// Subject << 16 | low bits of the position.
    private(set) var packed: [UInt64] = []

    init(_ chunk: UInt64, capacity: Int) {
        self.chunk = chunk
        packed.reserveCapacity(capacity)
    }

    /// A subject past the last position that there can be is none, and is left out.
    mutating func add(_ subject: UInt64, _ position: UInt64) {
        guard subject < Layout.recordCountMax else { return }
        packed.append(subject << Layout.chunkBits | position & (1 << Layout.chunkBits - 1))
    }
}

/// What a range of records adds to the log's own derived tables. Written sorted by key, in the transaction of a flush.
struct DerivedRows: Sendable {
    var range: Range<UInt64>
    var names: [Tail.Naming] = []
    var postings: [ChunkPostings] = []
    var commands: [Tail.Command] = []
    var segments: [UInt64] = []

    var sizeInBytes: Int { names.count * 64 + range.count * 16 + commands.count * 64 }

    func write(
        _ transaction: inout WriteTransaction, _ tables: LogTables, _ sha: borrowing SHA256
    ) throws(StorageError) {
        for naming in names.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) {
            try transaction.put(tables.names, Array(naming.text.utf8), [UInt8](number: naming.number))
        }
        try writePostings(&transaction, tables)
        try writeCommands(&transaction, tables, sha)
        for start in segments { try transaction.put(tables.segments, [UInt8](number: start), []) }
        try transaction.put(tables.meta, Layout.MetaKey.covered, [UInt8](number: range.upperBound))
    }

    /// One row a subject and chunk: the row is the same whichever flushes its positions came in.
    private func writePostings(_ transaction: inout WriteTransaction, _ tables: LogTables) throws(StorageError) {
        var key: [UInt8] = []
        var row: [UInt8] = []
        for postings in postings {
            // A chunk that begins inside this range has no row yet.
            let mayBeStored = postings.chunk << Layout.chunkBits < range.lowerBound
            let sorted = postings.packed.sorted()
            var index = 0
            while index < sorted.count {
                let subject = sorted[index] >> Layout.chunkBits
                key.removeAll(keepingCapacity: true)
                Layout.append(subject: subject, chunk: postings.chunk, to: &key)
                row.removeAll(keepingCapacity: true)
                if mayBeStored, let stored = try transaction.value(tables.subjects, key) {
                    row.append(contentsOf: stored)
                }
                while index < sorted.count, sorted[index] >> Layout.chunkBits == subject {
                    row.append(number: UInt16(truncatingIfNeeded: sorted[index]))
                    index += 1
                }
                try transaction.put(tables.subjects, key, row)
            }
        }
    }

    /// Keeps exactly the last `Layout.commandsKeptMax` commands.
    private func writeCommands(
        _ transaction: inout WriteTransaction, _ tables: LogTables, _ sha: borrowing SHA256
    ) throws(StorageError) {
        for command in commands {
            let key = CommandRow.key(of: command.id, sha)
            let row = CommandRow(first: command.positions.lowerBound, count: UInt32(clamping: command.positions.count))
            try transaction.put(tables.commands, key, row.bytes)
            try transaction.put(tables.commandOrder, [UInt8](number: row.first), key)
        }
        var excess = try transaction.rowCount(tables.commandOrder) - Layout.commandsKeptMax
        while excess > 0 {
            guard let (order, key) = try oldest(transaction, tables) else { break }
            try withBytes(of: order) { bytes throws(StorageError) in
                _ = try transaction.remove(tables.commandOrder, bytes)
            }
            // A later command with the same key owns the row now.
            if let stored = try transaction.value(tables.commands, key), let row = CommandRow(stored),
                [UInt8](number: row.first) == order
            {
                try withBytes(of: key) { bytes throws(StorageError) in
                    _ = try transaction.remove(tables.commands, bytes)
                }
            }
            excess -= 1
        }
    }

    private func oldest(
        _ transaction: borrowing WriteTransaction, _ tables: LogTables
    ) throws(StorageError) -> (order: [UInt8], key: [UInt8])? {
        guard let cursor = try transaction.cursor(tables.commandOrder), let row = try cursor.first() else { return nil }
        return (Array(row.key), Array(row.value))
    }
}

/// A row of `commands`.
struct CommandRow: Equatable {
    var first: UInt64
    var count: UInt32

    init(first: UInt64, count: UInt32) {
        self.first = first
        self.count = count
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 12, let first = bytes.number(at: 0), let count = bytes.number32(at: 8) else { return nil }
        self.first = first
        self.count = count
    }

    var bytes: [UInt8] {
        var bytes = [UInt8](number: first)
        bytes.append(number: count)
        return bytes
    }

    static func key(of id: String, _ sha: borrowing SHA256) -> [UInt8] {
        var id = id
        let hash = id.withUTF8 { sha.hash(UnsafeRawBufferPointer($0)) }
        return Array(hash.bytes.prefix(8))
    }
}
