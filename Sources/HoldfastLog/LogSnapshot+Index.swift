import HoldfastLMDB

extension LogSnapshot {
    /// The number of the subject with this text, or nil when no record named it.
    package func subjectNumber(_ text: String) throws(LogError) -> UInt64? {
        let key = Array(text.utf8)
        guard (1...Layout.subjectSizeMax).contains(key.count) else { return nil }
        if let row = try mapped({ () throws(StorageError) in try value(log.tables.names, key) }) {
            guard let number = row.number(at: 0), number < count else {
                throw .damagedTable("names", detail: "the number of subject \(text) cannot be read")
            }
            return number
        }
        let count = self.count
        return try withTail { tail in tail.number(of: text).flatMap { $0 < count ? $0 : nil } }
    }

    /// Positions in `range` of the records of a subject.
    ///
    /// - Parameters:
    ///   - isReverse: newest first; `limit` counts from that end.
    package func positions(
        ofSubject number: UInt64, in range: Range<UInt64>? = nil, isReverse: Bool = false, limit: Int = .max
    ) throws(LogError) -> [UInt64] {
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        if range.isEmpty || limit <= 0 { return [] }
        var found: [UInt64] = []
        if isReverse {
            found = try tailPositions(number, range).reversed()
            if found.count < limit { try addRows(number, range, isReverse: true, limit, to: &found) }
        } else {
            try addRows(number, range, isReverse: false, limit, to: &found)
            if found.count < limit { found += try tailPositions(number, range) }
        }
        return Array(found.prefix(limit))
    }

    /// Positions of the records with which times begin anew, ascending; the first record is not told.
    package func segments() throws(LogError) -> [UInt64] {
        let (covered, count) = (header.ownCoveredCount, self.count)
        return try storedSegments(before: covered)
            + withTail { tail in tail.segments.filter { $0 >= covered && $0 < count } }
    }

    func storedSegments(before end: UInt64) throws(LogError) -> [UInt64] {
        var starts: [UInt64] = []
        try scanEveryRow(log.tables.segments) { key, _ in
            // What cannot be right begins nothing.
            if key.count == 8, let start = key.number(at: 0), start < end { starts.append(start) }
        }
        return starts
    }

    /// Positions of the records of a command, or nil when it is not among the last 65,536 commands.
    package func command(_ id: String) throws(LogError) -> Range<UInt64>? {
        let count = self.count
        let inTail = try withTail { tail in
            let wanted = ExactText(id)
            return tail.commands.last { ExactText($0.id) == wanted && $0.positions.upperBound <= count }?.positions
        }
        if let inTail { return inTail }
        let key = CommandRow.key(of: id, SHA256())
        guard let bytes = try mapped({ () throws(StorageError) in try value(log.tables.commands, key) }) else {
            return nil
        }
        guard let row = CommandRow(bytes), row.first < count, UInt64(row.count) <= count - row.first else {
            throw .damagedTable("commands", detail: "a row cannot be read")
        }
        // The table knows eight bytes of a hash; the record knows the whole id.
        guard try log.keys(row.first, record(at: row.first)).command.map({ ExactText($0.id) }) == ExactText(id) else {
            return nil
        }
        return row.first..<(row.first + UInt64(row.count))
    }

    private func tailPositions(_ number: UInt64, _ range: Range<UInt64>) throws(LogError) -> [UInt64] {
        let part = max(range.lowerBound, header.ownCoveredCount)..<max(range.upperBound, header.ownCoveredCount)
        if part.isEmpty { return [] }
        return try withTail { $0.positions(of: number, in: part) }
    }

    private func addRows(
        _ number: UInt64, _ range: Range<UInt64>, isReverse: Bool, _ limit: Int, to found: inout [UInt64]
    ) throws(LogError) {
        guard let cursor = try mapped({ () throws(StorageError) in try cursor(log.tables.subjects) }) else { return }
        let firstChunk = (isReverse ? range.upperBound - 1 : range.lowerBound) >> Layout.chunkBits
        // In reverse the cursor begins at the last row below the chunk after the wanted one.
        let bound = Layout.key(subject: number, chunk: isReverse ? firstChunk + 1 : firstChunk)
        var row = try mapped { () throws(StorageError) in
            try withBytes(of: bound) { key throws(StorageError) in
                isReverse ? try cursor.seekBefore(key) : try cursor.seek(key)
            }
        }
        while let (key, value) = row, key.count == 16, key.number(at: 0) == number, let chunk = key.number(at: 8) {
            guard chunk <= Layout.recordCountMax >> Layout.chunkBits else {
                throw .damagedTable("subjects", detail: "a row of subject \(number) is past the last position")
            }
            let base = chunk << Layout.chunkBits
            if isReverse ? base + (1 << Layout.chunkBits) <= range.lowerBound : base >= range.upperBound { return }
            let offsets = stride(from: 0, to: value.count - 1, by: 2)
            for offset in isReverse ? Array(offsets.reversed()) : Array(offsets) {
                guard let low = value.number16(at: offset) else { continue }
                let position = base | UInt64(low)
                if position < header.ownCoveredCount && range.contains(position) { found.append(position) }
                if found.count >= limit { return }
            }
            row = try mapped { () throws(StorageError) in isReverse ? try cursor.previous() : try cursor.next() }
        }
    }

    /// Calls `body` with a tail that reaches from this snapshot's tables to its end, perhaps further.
    func withTail<R: Sendable>(_ body: (Tail) -> R) throws(LogError) -> R {
        let wanted = header.ownCoveredCount..<header.count
        let (result, known): (R?, Tail) = log.state.withLock { state in
            state.tail.contains(wanted) ? (body(state.tail), Tail(start: 0)) : (nil, state.tail)
        }
        if let result { return result }
        let tail = try decodeTail(after: known)
        // Only a reader keeps it; a writer's own tail is always the newer one.
        if log.isReadOnly { log.state.withLock { if $0.tail.end <= tail.end { $0.tail = tail } } }
        return body(tail)
    }

    /// Reads the keys of this snapshot's tail out of its records, reusing what `known` has of it.
    func decodeTail(after known: Tail) throws(LogError) -> Tail {
        var tail = Tail(start: header.ownCoveredCount)
        if known.start <= tail.start, known.end >= tail.start, known.end <= count {
            tail = known
            tail.drop(before: header.ownCoveredCount)
        }
        try scan(tail.end..<count) { position, bytes throws(LogError) in
            tail.append(try log.keys(position, bytes))
            return true
        }
        return tail
    }
}
