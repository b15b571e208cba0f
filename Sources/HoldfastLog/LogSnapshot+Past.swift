import HoldfastLMDB

/// The recent past of the caller's tables.
extension LogSnapshot {
    /// What turns the caller's tables into what they were at some position not after `count`, the latest that is kept.
    /// Nil when nothing so old is kept, or when it cannot be trusted: then fold from the beginning.
    package func pastRows(notAfter count: UInt64) throws(LogError) -> PastRows? {
        var rows = presentRows()
        while rows.count > count {
            guard let earlier = try pastRows(before: rows.count) else { return nil }
            rows.lay(earlier)
        }
        return rows
    }

    /// No row of the past: the tables as they are.
    package func presentRows() -> PastRows {
        PastRows(count: coveredCount, tableCount: log.options.tables.count)
    }

    /// The rows that were changed by the flushes that led to `end`, as they were before; nil when they are not kept.
    package func pastRows(before end: UInt64) throws(LogError) -> PastRows? {
        try pastSpans().first { $0.end == end }.flatMap { span throws(LogError) in try images(of: span) }
    }

    /// The span of kept rows that begins at `start`: where it ends, and its rows, of each table in the order of their keys, nil where
    /// there was none. Nil when they are not kept, or not what was written.
    package func pastSpanRows(
        from start: UInt64
    ) throws(LogError) -> (end: UInt64, tables: [[(key: [UInt8], value: [UInt8]?)]])? {
        guard let span = try pastSpans().first(where: { $0.start == start }) else { return nil }
        var tables: [[(key: [UInt8], value: [UInt8]?)]] = log.options.tables.map { _ in [] }
        let isWhole = try scanImages(of: span) { image in
            if image.table < tables.count {
                tables[image.table].append((Array(image.key), image.value.map { Array($0) }))
            }
        }
        return isWhole ? (span.end, tables) : nil
    }

    /// Positions for which `pastRows` has rows of their own: numbers of records covered, ascending.
    package func pastCounts() throws(LogError) -> [UInt64] { try pastSpans().map(\.start) }

    /// The spans that lead, one after the other, up to the tables as they are; empty when they do not.
    func pastSpans() throws(LogError) -> [PastSpan] {
        guard header.areTablesUsable, coveredCount > 0,
            let cursor = try mapped({ () throws(StorageError) in try cursor(log.tables.past) })
        else { return [] }
        let names = PastSpan.names(of: log.options.tables.map(\.storedName))
        var spans: [PastSpan] = []
        var row = try mapped { () throws(StorageError) in try cursor.first() }
        while let found = row {
            // Spans without a record would be read for ever.
            guard let span = PastSpan(key: found.key, value: found.value), span.names == names, span.start < span.end,
                span.start == spans.last?.end ?? span.start
            else { return [] }
            spans.append(span)
            if span.end >= coveredCount { break }
            row = try mapped { () throws(StorageError) in try cursor.seek(span.end) }
        }
        guard let last = spans.last, last.end == coveredCount, try last.tables == tablesFingerprint() else { return [] }
        return spans
    }

    /// - Returns: nil when the images are not those that were written.
    private func images(of span: PastSpan) throws(LogError) -> PastRows? {
        var rows = PastRows(count: span.start, tableCount: log.options.tables.count)
        let isWhole = try scanImages(of: span) { image in
            if image.table < rows.tables.count { rows.add(image) }
        }
        return isWhole ? rows : nil
    }

    /// Calls `body` with each image, in order of tables and keys.
    /// - Returns: whether they are those that were written.
    private func scanImages(of span: PastSpan, _ body: (PastImage) -> Void) throws(LogError) -> Bool {
        var found = PastSpan(from: span.start, of: span.names)
        let sha = SHA256()
        try scanPast(from: span.start) { key, value in
            if key.number(at: 0) != span.start { return false }
            if key.count == 8 { return true }
            found.add(key, value, sha)
            if let image = PastImage(key, value) { body(image) }
            return true
        }
        return found.imageCount == span.imageCount && found.images == span.images
    }

    /// What is wrong with the stored images themselves. That they do not lead up to the tables as they are is nothing
    /// wrong: an older program may have written since.
    func pastProblem() throws(LogError) -> String? {
        let sha = SHA256()
        var expected: PastSpan?
        var found: PastSpan?
        var isSound = true
        try scanPast(from: 0) { key, value in
            if let span = PastSpan(key: key, value: value) {
                isSound = found == expected && span.start == expected?.end ?? span.start && span.end <= count
                expected = span
                found = span
                found?.imageCount = 0
                found?.images = Fingerprint()
            } else {
                isSound = key.number(at: 0) == expected?.start && PastImage(key, value) != nil
                found?.add(key, value, sha)
            }
            return isSound
        }
        return isSound && found == expected ? nil : "the rows of \(Layout.pastTable) are not those that were kept"
    }

    private func scanPast(
        from start: UInt64, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) throws(LogError) {
        try mapped { () throws(StorageError) in
            guard let cursor = try cursor(log.tables.past) else { return }
            var row = try cursor.seek(start)
            while let found = row, body(found.key, found.value) { row = try cursor.next() }
        }
    }

    private func tablesFingerprint() throws(LogError) -> Fingerprint {
        var sum = Fingerprint()
        for table in log.options.tables.indices { sum.add(try state(ofTable: table).fingerprint) }
        return sum
    }
}

/// One row of `past@1` that is not the head of a span.
struct PastImage {
    /// Number in the order of the caller's definitions.
    var table: Int
    var key: UnsafeRawBufferPointer
    /// Nil when there was no such row.
    var value: UnsafeRawBufferPointer?

    /// - Returns: nil when these are not the bytes of an image.
    init?(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard key.count > 9, let kind = value.first, kind == 1 || (kind == 0 && value.count == 1) else { return nil }
        table = Int(key[8])
        self.key = UnsafeRawBufferPointer(rebasing: key[9...])
        self.value = kind == 0 ? nil : UnsafeRawBufferPointer(rebasing: value[1...])
    }
}
