internal import HoldfastLog

/// The rows of one state table as a fold of the records gives them, in the order of their keys.
struct FoldedRows {
    private var rows: [(key: [UInt8], value: [UInt8])] = []

    /// Goes on to a later position.
    ///
    /// - Parameters:
    ///   - changes: every row that the records in between changed, and perhaps others, as they are there.
    ///   - images: the rows that were kept of the records in between, as they are said to have been before; ordered too. Nil when
    ///     nothing is said.
    /// - Returns: whether the images are right: each row as it was, and every row that changed among them.
    mutating func advance(by changes: [Overlay.Change], past images: [Overlay.Change]? = nil) -> Bool {
        var merged: [(key: [UInt8], value: [UInt8])] = []
        merged.reserveCapacity(rows.count + changes.count)
        let kept = images ?? []
        var (row, change, image) = (0, 0, 0)
        var isRight = true
        while change < changes.count || image < kept.count {
            let key: [UInt8]
            if image == kept.count || change < changes.count && changes[change].key.order(to: kept[image].key) < 0 {
                key = changes[change].key
            } else {
                key = kept[image].key
            }
            while row < rows.count, rows[row].key.order(to: key) < 0 {
                merged.append(rows[row])
                row += 1
            }
            var before: [UInt8]?
            if row < rows.count, rows[row].key == key {
                before = rows[row].value
                row += 1
            }
            var after = before
            if change < changes.count, changes[change].key == key {
                after = changes[change].value
                change += 1
            }
            if image < kept.count, kept[image].key == key {
                if kept[image].value != before { isRight = false }
                image += 1
            } else if images != nil, after != before {
                isRight = false
            }
            if let after { merged.append((key, after)) }
        }
        merged.append(contentsOf: rows[row...])
        rows = merged
        return isRight
    }

    /// How the stored rows of the table are different, if they are.
    func difference(from table: StateTable, in snapshot: borrowing LogSnapshot) throws -> String? {
        var next = 0
        var difference: String?
        try snapshot.scanRows(table.rawValue) { key, value in
            guard next < rows.count else {
                difference = "a row too many"
                return false
            }
            if !isEqual(rows[next].key, key) {
                difference = "row \(next) has another key"
            } else if !isEqual(rows[next].value, value) {
                difference = "row \(next) has another value"
            }
            next += 1
            return difference == nil
        }
        if difference == nil, next < rows.count { difference = "\(rows.count - next) rows are missing" }
        return difference
    }

    private func isEqual(_ left: [UInt8], _ right: UnsafeRawBufferPointer) -> Bool {
        left.withUnsafeBytes { $0.isEqual(to: right) }
    }
}
