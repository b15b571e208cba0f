import HoldfastLMDB

/// What the log's own derived tables must hold, gathered from the records in memory that does not grow with them
/// (but for one bit a record).
struct DerivedExpectation {
    /// Records that the tables cover.
    var coveredCount: UInt64
    private var subjects = PositionSet()
    private var nameSum = Fingerprint()
    private var nameCount = 0
    private var postings = PostingSum()
    /// The newest commands, oldest first; at least as many as the tables keep.
    private var commands: [(row: CommandRow, key: [UInt8])] = []
    private var segments: [UInt64] = []
    private var groupEnd: UInt64 = 0

    init(coveredCount: UInt64) {
        self.coveredCount = coveredCount
    }

    /// - Returns: how the record contradicts those before it, if it does.
    mutating func add(_ position: UInt64, _ keys: RecordKeys, _ sha: borrowing SHA256) -> String? {
        if position < coveredCount { addDerived(position, keys, sha) }
        var contradiction: String?
        switch keys.subject {
        case nil: break
        case .first: subjects.insert(position)
        case .number(let number):
            if !subjects.contains(number) { contradiction = "it refers to subject \(number), which no record named" }
        }
        if let command = keys.command {
            if position < groupEnd { contradiction = "command \(command.id) begins inside another command" }
            groupEnd = position &+ UInt64(max(0, command.count))
        }
        return contradiction
    }

    mutating func addDerived(_ position: UInt64, _ keys: RecordKeys, _ sha: borrowing SHA256) {
        switch keys.subject {
        case nil: break
        case .number(let number): postings.add(number, position)
        case .first(let text):
            postings.add(position, position)
            nameCount += 1
            let row = [UInt8](number: position)
            nameSum.add(Self.rowHash("names", Array(text.utf8), row, sha))
        }
        if keys.beginsSegment { segments.append(position) }
        if let command = keys.command {
            let row = CommandRow(first: position, count: UInt32(clamping: command.count))
            commands.append((row, CommandRow.key(of: command.id, sha)))
            if commands.count >= 2 * Layout.commandsKeptMax { commands.removeFirst(Layout.commandsKeptMax) }
        }
    }

    /// One sentence a table that is not what the records say.
    func differences(_ snapshot: borrowing LogSnapshot, _ sha: borrowing SHA256) throws(LogError) -> [String] {
        let tables = snapshot.log.tables
        var differences: [String] = []
        var foundNames = Fingerprint()
        var foundNameCount = 0
        try snapshot.scanEveryRow(tables.names) { key, row in
            foundNameCount += 1
            foundNames.add(Fingerprint.rowHash("names", key, row, sha))
        }
        if foundNames != nameSum || foundNameCount != nameCount {
            differences.append("the table of subject names is not what the records say")
        }
        var foundPostings = postings.empty()
        var isOrdered = true
        try snapshot.scanEveryRow(tables.subjects) { key, row in
            isOrdered = foundPostings.add(key, row) && isOrdered
        }
        if !isOrdered || foundPostings != postings {
            differences.append("the table of the subjects' positions is not what the records say")
        }
        let segmentCount = try mapped { () throws(StorageError) in try snapshot.rowCount(tables.segments) }
        if try snapshot.storedSegments(before: coveredCount) != segments || segmentCount != segments.count {
            differences.append("the table of the times' segments is not what the records say")
        }
        if try !areCommandsRight(snapshot, tables) {
            differences.append("the table of commands is not what the records say")
        }
        return differences
    }

    private func areCommandsRight(_ snapshot: borrowing LogSnapshot, _ tables: LogTables) throws(LogError) -> Bool {
        let kept = commands.suffix(Layout.commandsKeptMax)
        var order = kept.makeIterator()
        var isRight = true
        try snapshot.scanEveryRow(tables.commandOrder) { key, row in
            guard let (expected, hash) = order.next() else {
                isRight = false
                return
            }
            if key.number(at: 0) != expected.first || !row.elementsEqual(hash) { isRight = false }
        }
        if order.next() != nil { isRight = false }
        var latest: [[UInt8]: CommandRow] = [:]
        for (row, key) in kept { latest[key] = row }
        var foundCount = 0
        try snapshot.scanEveryRow(tables.commands) { key, row in
            foundCount += 1
            if latest[Array(key)] != CommandRow(row) { isRight = false }
        }
        return isRight && foundCount == latest.count
    }

    private static func rowHash(
        _ table: String, _ key: [UInt8], _ row: [UInt8], _ sha: borrowing SHA256
    ) -> Hash {
        key.withUnsafeBytes { key in row.withUnsafeBytes { Fingerprint.rowHash(table, key, $0, sha) } }
    }
}

/// A sum over (subject, position) pairs that depends on two random numbers of the run, so that nobody can prepare a
/// table with the right sum and the wrong pairs.
struct PostingSum: Equatable {
    private let secrets: (UInt64, UInt64)
    private var sums: (UInt64, UInt64) = (0, 0)
    private var count: UInt64 = 0

    init() {
        secrets = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
    }

    /// A sum of nothing under the same secrets.
    func empty() -> PostingSum {
        var copy = self
        copy.sums = (0, 0)
        copy.count = 0
        return copy
    }

    mutating func add(_ subject: UInt64, _ position: UInt64) {
        sums.0 &+= Self.mix(Self.mix(subject ^ secrets.0) &+ position)
        sums.1 &+= Self.mix(Self.mix(position ^ secrets.1) &+ subject)
        count += 1
    }

    /// Adds a stored row.
    /// - Returns: whether it is well formed: not empty, positions strictly ascending.
    mutating func add(_ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer) -> Bool {
        guard key.count == 16, let subject = key.number(at: 0), let chunk = key.number(at: 8),
            row.count > 0, row.count % 2 == 0, chunk < 1 << (64 - Layout.chunkBits)
        else { return false }
        var last = -1
        for offset in stride(from: 0, to: row.count, by: 2) {
            guard let low = row.number16(at: offset), Int(low) > last else { return false }
            last = Int(low)
            add(subject, chunk << Layout.chunkBits | UInt64(low))
        }
        return true
    }

    static func == (left: PostingSum, right: PostingSum) -> Bool {
        left.sums == right.sums && left.count == right.count
    }

    /// A bijection of 64-bit numbers in which every input bit reaches every output bit.
    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Positions of which the greatest is not much greater than their number: one bit each.
private struct PositionSet {
    private var words: [UInt64] = []

    /// Positions must come in ascending order.
    mutating func insert(_ position: UInt64) {
        let word = Int(clamping: position >> 6)
        while words.count <= word { words.append(0) }
        words[word] |= 1 << (position & 63)
    }

    func contains(_ position: UInt64) -> Bool {
        let word = Int(clamping: position >> 6)
        return word < words.count && words[word] & 1 << (position & 63) != 0
    }
}
