import HoldfastLMDB

package struct LogOptions: Sendable {
    package enum Access: Sendable { case readWrite, readOnly }

    package var access: Access
    /// Stored when the log is made, and again when `replacesSchema` says that this one is newer.
    package var schema: [UInt8]
    package var replacesSchema: @Sendable (_ stored: [UInt8]) -> Bool
    package var tables: [TableDefinition]
    /// Reads the keys out of a record's bytes: for the tail at open, rebuilds and verify. It must agree with the keys
    /// given to `submit`.
    package var keys: @Sendable (UnsafeRawBufferPointer) throws -> RecordKeys
    /// 16 bytes that name a new store; drawn at random when nil.
    package var storeIdentifier: [UInt8]?
    package var mapSizeInBytes: Int
    /// Empties every derived table at open, so that all are built anew from the records.
    package var discardsDerived = false
    /// Called with (done, all) records while the log rebuilds its own tables at open.
    package var rebuildProgress: (@Sendable (UInt64, UInt64) -> Void)?
    /// Others only in tests.
    package var past = PastLimits()
    /// Nil outside tests.
    package var fault: LogFault?
    /// Runs the writer's work in place of its thread. Whoever uses the log then does so from one thread, and blocks on nothing.
    package var runner: LogRunner?

    package init(
        access: Access, schema: [UInt8] = [], tables: [TableDefinition] = [],
        keys: @escaping @Sendable (UnsafeRawBufferPointer) throws -> RecordKeys
    ) {
        self.access = access
        self.schema = schema
        self.tables = tables
        self.keys = keys
        replacesSchema = { [schema] stored in stored != schema }
        mapSizeInBytes = StorageLimits.mapSizeInBytes
    }
}

/// Takes a piece of the writer's work, to be run soon and on the one thread that uses the log, but not inside the call.
package typealias LogRunner = @Sendable (@escaping @Sendable () -> Void) -> Void

/// Steps of writing at which a test may fail or kill the process.
package enum LogStep: String, Sendable, CaseIterable {
    case groupBegun, appendStarted, appendWritten, flushStarted, flushWritten, groupWritten, groupCommitted
}

/// How much of the past of the caller's tables is kept.
package struct PastLimits: Sendable {
    /// Flushes that ended at most so many records ago keep what they overwrote.
    package var recordsMax: UInt64 = 131_072
    /// Flushes are joined to spans of at least so many records: small ones would keep the same rows again and again.
    package var spanMin: UInt64 = 8_192

    package init() {}
}

/// Bounds of the log.
package enum LogLimits {
    /// Records that may wait for a flush; a submit that would pass it is refused until one is durable.
    package static let tailMax = 65_536
    /// Records of one step of a rebuild.
    package static let rebuildStep: UInt64 = 50_000
    package static let recordsASubmissionMax = 65_536
    package static let submissionSizeMaxInBytes = 64 << 20
    /// Bounds of one transaction of a long scan.
    static let scanRowsMax = 10_000
    static let scanSizeMaxInBytes = 1 << 20
    /// Shorter scans do not ask the system to read ahead.
    static let prefetchedScanMin = 4096
    static let rememberedSubjectsMax = 65_536
    static let rememberedBlocksMax = 65_536
}
