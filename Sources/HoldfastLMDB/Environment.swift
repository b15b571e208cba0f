import CHoldfastLMDB
import Glibc
import Synchronization

/// One open log file: short reads on any thread, writes on its own thread.
///
/// Every call into LMDB happens here or in a transaction that was made here.
package final class Environment: Sendable {
    package let directory: String
    package let isReadOnly: Bool
    let context: FailureContext
    // LMDB's environment may be used by any number of threads when it was opened with MDB_NOTLS; it is closed only
    // after the gate has let the last user out, so the pointer is never used after it.
    nonisolated(unsafe) let handle: OpaquePointer
    let gate: ReaderGate
    let queue = WriterQueue()
    /// Replaced as a whole when tables are opened.
    let shared: Mutex<TransactionAccess.Shared>
    /// Its lock is also what lets only one thread at a time open table handles.
    let names = Monitor<[TableName]>([])
    /// Number of the newest commit that was found to lack the tables still missing.
    let tablesLookedForAt = Atomic<UInt64>(0)
    /// Most address space that the map may grow to.
    let mapSizeMaxInBytes: Int
    let files: Mutex<OpenFiles?>
    private let registered: Mutex<RegisteredFiles?>
    private let lock: Mutex<WriterLock?>
    private let forkGeneration = ForkGuard.generation
    private let lifecycle = Monitor(Lifecycle())

    private struct Lifecycle {
        var hasWriter = false
        /// Set where the writer has no thread.
        var unthreaded: GroupHooks?
        var isClosing = false
        var isClosed = false
    }

    init(
        _ directory: LogDirectory, _ options: EnvironmentOptions, handle: sending OpaquePointer,
        registered: consuming sending RegisteredFiles, files: consuming sending OpenFiles,
        lock: consuming sending WriterLock?
    ) {
        self.directory = directory.path
        isReadOnly = options.isReadOnly
        mapSizeMaxInBytes = options.mapSizeMaxInBytes
        self.handle = handle
        self.registered = Mutex(registered)
        self.files = Mutex(files)
        self.lock = Mutex(lock)
        context = FailureContext(path: directory.log)
        gate = ReaderGate(path: directory.log)
        shared = Mutex(TransactionAccess.Shared(tables: [], context: context))
    }

    deinit {
        close()
    }

    /// Runs `body` in a snapshot. The body is synchronous and short: while it runs, pages of newer commits pile up.
    package func read<R: ~Copyable, E: Error>(
        mapping: (StorageError) -> E, _ body: (borrowing ReadTransaction) throws(E) -> R
    ) throws(E) -> R {
        do { try enter() } catch { throw mapping(error) }
        defer { gate.leave() }
        let transaction: ReadTransaction
        do { transaction = try beginRead() } catch { throw mapping(error) }
        return try body(transaction)
    }

    package func read<R: ~Copyable>(
        _ body: (borrowing ReadTransaction) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try read(mapping: { $0 }, body)
    }

    /// Number of the last commit of any process; a few nanoseconds.
    package func lastTransactionNumber() throws(StorageError) -> UInt64 {
        try enter()
        defer { gate.leave() }
        return information().lastTransaction
    }

    /// Bytes of address space in use and reserved.
    package func mapUse() throws(StorageError) -> (used: Int, reserved: Int) {
        try enter()
        defer { gate.leave() }
        let information = information()
        return (information.usedInBytes, information.sizeInBytes)
    }

    /// Starts the writer thread, unless the hooks bring a runner; `submit` works from then on. Call it at most once.
    package func startWriter(_ hooks: GroupHooks) throws(StorageError) {
        if isReadOnly { throw .readOnly(operation: "write") }
        try refuseFork()
        if hooks.runner != nil { return lifecycle.change { $0.unthreaded = hooks } }
        lifecycle.change { $0.hasWriter = true }
        do throws(StorageError) {
            try WriterThread.start { [self] in
                writeGroups(hooks)
                finish()
            }
        } catch {
            lifecycle.change { $0.hasWriter = false }
            throw error
        }
    }

    package func submit(_ job: WriteJob) throws(StorageError) {
        if isReadOnly { throw .readOnly(operation: "write") }
        try refuseFork()
        try queue.add(job)
        if let hooks = lifecycle.withLock({ $0.unthreaded }) {
            hooks.runner? { [weak self] in self?.writeQueued(hooks) }
        }
    }

    /// Blocks until every queued job has been completed, whichever way. Not for a job's completion.
    package func waitUntilIdle() {
        if isForked { return }
        if let hooks = lifecycle.withLock({ $0.unthreaded }) { writeQueued(hooks) }
        queue.waitUntilIdle()
    }

    /// Lets queued jobs finish and then closes, without waiting for it.
    package func stop() {
        if isForked { return }
        queue.stop()
    }

    /// Finishes what is queued, waits for readers, and closes. A second call waits for the first.
    /// Not to be called inside a read, a job or a completion: it would wait for itself.
    package func close() {
        // A forked child must leave the parent's locks and reader slots alone, and has no writer thread to wait for.
        if isForked { return }
        queue.stop()
        if let hooks = lifecycle.withLock({ $0.unthreaded }) { writeQueued(hooks) }
        if !lifecycle.withLock({ $0.hasWriter }) { finish() }
        lifecycle.wait(until: { $0.isClosed })
    }

    private func finish() {
        let isFirst = lifecycle.change { state in
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return }
        gate.close()
        mdb_env_close(handle)
        files.withLock { $0 = nil }
        registered.withLock { $0 = nil }
        lock.withLock { $0 = nil }
        lifecycle.change { $0.isClosed = true }
    }

    /// Runs `body` on a thread of its own, for calls that block and must not hold up a task's thread.
    package static func runOnThread(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
        try WriterThread.start(body)
    }

    func enter() throws(StorageError) {
        try refuseFork()
        try gate.enter()
    }

    private var isForked: Bool { forkGeneration != ForkGuard.generation }

    private func refuseFork() throws(StorageError) {
        if isForked { throw .forked(path: context.path) }
    }
}
