package import HoldfastLMDB

/// Why the log could not do what was asked.
package enum LogError: Error, Sendable, Equatable {
    case storage(StorageError)
    case newerFormat(path: String, found: UInt32, supported: UInt32)
    case notALog(path: String, detail: String)
    case stalePosition(expected: UInt64, given: UInt64)
    case unknownSubject(UInt64)
    case subjectAlreadyNamed(String, number: UInt64)
    case subjectSize(Int)
    case groupSplit(command: String)
    case commandAlreadyRecorded(String, Range<UInt64>)
    case recordSize(Int)
    case emptySubmission
    case submissionSize(Int)
    case submissionSizeInBytes(Int)
    /// The tail is full: flush, wait for it, and submit again.
    case tailFull(unflushedCount: Int)
    /// A write failed; `resynchronise` before going on.
    case notResynchronised
    case pastEnd(position: UInt64, count: UInt64)
    /// Records in `positions` are not those that were written.
    case damaged(positions: Range<UInt64>, detail: String)
    case damagedTable(String, detail: String)
    /// The keys of a record could not be read from its bytes.
    case unreadable(position: UInt64, detail: String)
    case invalidFlush(detail: String)
    case schemaTooLarge(Int)
}

extension LogError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .storage(let error): error.description
        case .newerFormat(let path, let found, let supported):
            "\(path) has format \(found); this program reads up to format \(supported). Use a newer one. "
                + "Nothing was changed."
        case .notALog(let path, let detail): "\(path) is not a log of this program: \(detail)."
        case .stalePosition(let expected, let given):
            "Could not append at position \(given): the next position is \(expected). Decide again on the newer state."
        case .unknownSubject(let number): "No record named subject number \(number). Name it in its first record."
        case .subjectAlreadyNamed(let text, let number): "Subject \(text) already has the number \(number). Use that."
        case .subjectSize(let size):
            "A subject of \(size) bytes was given; subjects have 1 to \(Layout.subjectSizeMax) bytes."
        case .groupSplit(let command):
            "The records of command \(command) are not one whole group. Submit all of them together."
        case .commandAlreadyRecorded(let command, let positions):
            "Command \(command) is already recorded at positions \(positions). Use its result."
        case .recordSize(let size):
            "A record of \(size) bytes was given; records have at most \(Layout.recordSizeMax) bytes."
        case .emptySubmission: "No records were given. Submit at least one."
        case .submissionSize(let count):
            "\(count) records were given at once; at most \(LogLimits.recordsASubmissionMax) fit. Submit them in parts."
        case .submissionSizeInBytes(let size):
            "\(size) bytes of records were given at once; at most \(LogLimits.submissionSizeMaxInBytes) fit. "
                + "Submit them in parts."
        case .tailFull(let count):
            "\(count) records wait for a flush, the most that is allowed. Flush, wait for it, and submit again."
        case .notResynchronised: "An earlier write failed. Resynchronise the log before going on."
        case .pastEnd(let position, let count): "There is no position \(position); the log holds \(count) records."
        case .damaged(let positions, let detail):
            "Records \(positions.lowerBound) to \(positions.upperBound &- 1) are damaged: \(detail). "
                + "Restore the log from a backup."
        case .damagedTable(let table, let detail): "Table \(table) is damaged: \(detail). Verify the log."
        case .unreadable(let position, let detail): "Could not read record \(position): \(detail)."
        case .invalidFlush(let detail): "Could not flush: \(detail)."
        case .schemaTooLarge(let size): "A schema of \(size) bytes was given; at most 1 MiB fits."
        }
    }
}

/// For tests: called on the writer thread at each step; throwing fails the group, and what is queued with it.
package typealias LogFault = @Sendable (LogStep) throws(StorageError) -> Void
