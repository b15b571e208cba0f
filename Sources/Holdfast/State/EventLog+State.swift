package import HoldfastLog
package import HoldfastModel

/// For a program of this package that keeps a log and its state without an engine's decisions.
extension EventLog {
    /// Opens the log of a store, or makes it, with the tables of the state.
    ///
    /// - Parameters:
    ///   - identifier: 16 bytes that name a store that is new; its first record has them too. Drawn at random when nil.
    ///   - mapSizeInBytes: address space to reserve; the standard when nil.
    package static func openForState(
        at directory: String, identifier: [UInt8]? = nil, mapSizeInBytes: Int? = nil
    ) throws(LogError) -> EventLog {
        var options = LogOptions.writing
        options.storeIdentifier = identifier
        if let mapSizeInBytes { options.mapSizeInBytes = mapSizeInBytes }
        return try open(directory: directory, options: options)
    }

    /// State as the stored tables have it: complete up to `coveredCount`.
    package func storedState() -> any StateView {
        let rows = LiveRows(log: self)
        return TableView(rows: rows, privateParts: PrivateParts(rows: rows))
    }
}

extension NewRecord {
    /// - Parameter privateRow: its digest stands in the record already.
    package init(_ record: borrowing Record, privateRow: [UInt8]?) {
        let beginsSegment = if case .clockJumped = record.event { true } else { false }
        let keys = RecordKeys(
            record.subject, command: record.command, recordedAt: record.recordedAt,
            beginsSegment: beginsSegment)
        self.init(bytes: record.encode(), keys: keys, privateRow: privateRow)
    }
}
