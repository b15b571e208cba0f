/// What the log must know of a record to index it. The log cannot read records; the caller says it beside the bytes.
package struct RecordKeys: Sendable, Equatable {
    package var subject: SubjectKey?
    package var command: CommandKey?
    /// Microseconds since 1970 UTC.
    package var recordedAt: Int64
    /// Times begin anew with this record: its `recordedAt` may be below that of the record before.
    package var beginsSegment: Bool

    package init(
        subject: SubjectKey? = nil, command: CommandKey? = nil, recordedAt: Int64, beginsSegment: Bool = false
    ) {
        self.subject = subject
        self.command = command
        self.recordedAt = recordedAt
        self.beginsSegment = beginsSegment
    }
}

package enum SubjectKey: Sendable, Equatable {
    /// Names a new subject; the position of this record becomes its number.
    case first(String)
    /// A subject that an earlier record named.
    case number(UInt64)
}

/// Stands on the first record of a command. The `count` records from it on are one group and share one commit.
package struct CommandKey: Sendable, Equatable {
    package var id: String
    package var count: Int

    package init(id: String, count: Int) {
        self.id = id
        self.count = count
    }
}

/// A record to append.
package struct NewRecord: Sendable {
    package var bytes: [UInt8]
    package var keys: RecordKeys
    /// Stored beside the record under the same position, outside the tree, so that it can be erased.
    package var privateRow: [UInt8]?

    package init(bytes: [UInt8], keys: RecordKeys, privateRow: [UInt8]? = nil) {
        self.bytes = bytes
        self.keys = keys
        self.privateRow = privateRow
    }
}

extension NewRecord {
    /// In bytes; zero for a private row that is not there.
    var sizes: (record: Int, privateRow: Int) { (bytes.count, privateRow?.count ?? 0) }
}

/// A table of the caller's that is derived from the log. Another version is another table; the old one is left alone.
package struct TableDefinition: Sendable, Hashable {
    package var name: String
    package var version: Int

    package init(name: String, version: Int) {
        self.name = name
        self.version = version
    }

    package var storedName: String { "\(name)@\(version)" }
}

/// A new value of one row; nil removes it.
package struct TableChange: Sendable, Equatable {
    package var key: [UInt8]
    package var value: [UInt8]?

    package init(key: [UInt8], value: [UInt8]?) {
        self.key = key
        self.value = value
    }
}
