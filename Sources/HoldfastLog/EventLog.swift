import HoldfastLMDB

/// An append-only log of opaque records, with positions, a Merkle tree, and tables derived from the records.
///
/// One engine writes; any number of threads and processes read. Records are queued in the order of `submit` and become
/// durable in groups. Derived tables are written behind by `flush`; what they do not cover yet is the *tail*.
package final class EventLog: Sendable {
    let environment: Environment
    let options: LogOptions
    let tables: LogTables
    let writer: LogWriter?
    let state: Monitor<LogState>
    let headers: Monitor<SnapshotHeader>

    init(
        environment: Environment, options: LogOptions, tables: LogTables, writer: LogWriter?, header: SnapshotHeader,
        tail: Tail
    ) {
        self.environment = environment
        self.options = options
        self.tables = tables
        self.writer = writer
        state = Monitor(LogState(header, tail: tail))
        headers = Monitor(header)
    }

    deinit {
        environment.stop()
    }

    /// The store's directory, absolute and free of links.
    package var directory: String { environment.directory }
    package var isReadOnly: Bool { environment.isReadOnly }

    /// Number of records on disk: the head's position plus one. In a reader this looks at the file.
    package var storedCount: UInt64 {
        get throws(LogError) {
            if !isReadOnly { return state.withLock { $0.storedCount } }
            return try header().count
        }
    }

    /// The position that the next record gets, counting what is queued.
    package var nextPosition: UInt64 {
        state.withLock { $0.nextPosition }
    }

    /// A write failed: nothing is taken until `resynchronise`.
    package var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Records that wait for a flush, counting what is queued.
    package var unflushedCount: Int {
        state.withLock { Int(clamping: $0.nextPosition - min($0.coveredCount, $0.ownCoveredCount)) }
    }

    /// Records that the caller's tables cover, on disk.
    package var coveredCount: UInt64 {
        get throws(LogError) {
            if !isReadOnly { return state.withLock { $0.coveredCount } }
            return try header().coveredCount
        }
    }

    /// Number of the last commit of any process; nanoseconds. It changes exactly when there may be something new.
    package func lastCommitNumber() throws(LogError) -> UInt64 {
        do { return try environment.lastTransactionNumber() } catch { throw .storage(error) }
    }

    /// Finishes what is queued and closes. Never to be called in a read or in a submission's callback.
    package func closeAndWait() {
        let followers = state.withLock { state in
            state.isClosed = true
            defer { state.followers = [:] }
            return state.followers.values.map { $0 }
        }
        for follower in followers { follower.finish() }
        environment.close()
    }

    /// As `closeAndWait`, on another thread than the caller's where the writer has one.
    package func close() async {
        if options.runner != nil { return closeAndWait() }
        await withCheckedContinuation { continuation in
            do throws(StorageError) {
                try Environment.runOnThread { [self] in
                    closeAndWait()
                    continuation.resume()
                }
            } catch {
                closeAndWait()
                continuation.resume()
            }
        }
    }

    /// Counters of the newest snapshot; read from the disk once a commit.
    func header() throws(LogError) -> SnapshotHeader {
        try environment.read(mapping: LogError.storage) { transaction throws(LogError) in
            try header(transaction)
        }
    }

    func header(_ transaction: borrowing ReadTransaction) throws(LogError) -> SnapshotHeader {
        let known = headers.withLock { $0 }
        if known.number == transaction.number { return known }
        let read = try SnapshotHeader.read(transaction, tables, options.tables)
        headers.withLock { if $0.number < read.number { $0 = read } }
        return read
    }
}
