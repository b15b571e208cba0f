internal import HoldfastLog

/// Keeps content usable without internet: writes down what is wanted and what happens, downloads, proves, publishes and deletes files,
/// and tells a screen what to show.
///
/// One engine writes to a store at a time; any number of `OfflineStore`s read it, from any process. A call that changes something returns
/// when the change is on disk. Close an engine before letting go of it.
public actor OfflineEngine {
    let options: EngineOptions
    let directory: StoreDirectory
    /// Which volumes there are, and which is used for what comes.
    var places: ContentPlaces
    /// New content and all partial files stand here.
    var content: ContentVolume { places.current }
    /// Reads what is on disk, in this process: history, any earlier position, proofs. It closes with the engine.
    public nonisolated let store: OfflineStore
    let sequencer: Sequencer
    let monitor: any ConnectivityMonitor
    let transport: any Transport
    let power: any PowerMonitor
    let pool: FinishingPool
    /// Shared by all running transfers.
    let bandwidth = BandwidthLimit()

    /// Attempts in flight, by item. An entry stays until its task has let go of the partial file.
    var attempts: [UInt64: RunningAttempt] = [:]
    /// Items whose file is being removed.
    var removals: [UInt64: Task<Void, Never>] = [:]
    /// Items whose removal could not be written down; a later turn goes on with it.
    var unfinishedRemovals: Set<UInt64> = []
    /// Imports under way, by item.
    var imports: [UInt64: Task<Receipt, any Error>] = [:]
    /// Set when the engine closes: ends what takes long and can be given up.
    let stop = CancellationFlag()
    /// Files that are open, and those that a newer version has replaced while they were.
    let inUse = OpenContent()
    var replacedInUse: [UInt64: [StoredFile]] = [:]
    /// Takes commands from other processes, where that is allowed.
    var control: ControlServer?
    /// The last eviction that found nothing to take.
    var fruitlessEviction: EvictionAttempt?
    /// A file that nothing refers to could not be deleted.
    var hasLeftovers = false
    /// Items whose transfer makes way for a command that is about to be written down: none of them starts again before it is.
    var heldBack: Set<UInt64> = []
    /// Where the staged bytes of items came from, as far as this session knows: a place among the item's sources.
    var stagedSources: [UInt64: Int] = [:]
    /// How far the wall clock was ahead of the monotonic one at the last turn, in microseconds.
    var wallLead: Int64?
    /// Wakes the scheduler when something becomes due.
    var timer: Task<Void, Never>?
    var flushTask: Task<Void, Never>?
    /// Flushes after a second without a commit.
    var quietTask: Task<Void, Never>?
    var watches: [Task<Void, Never>] = []
    var isTurnScheduled = false
    /// Turns taken since the engine was opened.
    var turnCount = 0
    /// False until recovery is through: it must be the only one at work on what a crash left.
    var isActing = false
    /// Set by the first `close`, which the others wait for.
    var closing: Task<HoldfastError?, Never>?
    var isClosing: Bool { closing != nil }
    /// A failure after which nothing is written any more; every call reports it.
    var brokenBy: HoldfastError? {
        didSet { if brokenBy != nil { resumeIdleWaiters() } }
    }
    /// Monotonic moment before which nothing is started: a commit has just failed, and would again.
    var holdsUntil: Int64 = 0
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// What lies behind the links, and the change that is still to be written down.
    var internet: InternetReducer
    var unobserved: ConnectivityChanged?
    var internetTimer: Task<Void, Never>?
    var probeTask: Task<Void, Never>?
    /// Measures how fast bytes come in while transfers run.
    var trafficWatch: Task<Void, Never>?
    var trafficMark = Duration.zero
    /// Monotonic moment of the last regular look at the device.
    var lookedAt: Int64?
    /// A reading that is still to be looked at.
    var unobservedPower: PowerReading?
    /// Somebody is looking which volumes are there.
    var volumeLook: Task<Void, Never>?
    /// Free bytes as last written down, so that only crossings of a threshold are events.
    var measuredFreeBytes: Int64?

    init(
        options: EngineOptions, directory: StoreDirectory, places: ContentPlaces, sequencer: Sequencer,
        monitor: any ConnectivityMonitor, transport: any Transport
    ) {
        self.options = options
        self.directory = directory
        self.places = places
        store = OfflineStore(log: sequencer.log, path: directory.path, clock: options.clock, isLent: true)
        self.sequencer = sequencer
        self.monitor = monitor
        pool = FinishingPool(threadCount: options.surroundings.fileThreadCount)
        self.transport = transport
        power = options.power ?? SystemPowerMonitor(clock: options.clock)
        internet = InternetReducer(hasProbe: !options.probes.isEmpty)
    }

    /// Opens the store in the directory, making one where there is none, and closes what a crash left open.
    ///
    /// - Throws: `inUse` while another engine has it open, `newerStore`, `damaged`, `permission`, `diskFull`, `inputOutput`; `wrongVolume`
    ///   where `contentPath` is another store's. A volume that is away is no error.
    @concurrent
    public static func open(
        at path: String, options: EngineOptions = EngineOptions()
    ) async throws(HoldfastError) -> OfflineEngine {
        do {
            return try await openOnce(at: path, options: options)
        } catch  where error is DamagedRow && !options.rebuildsTables {
            // As if killed in the midst of recovery, and then with tables that say what the records say.
            var again = options
            again.rebuildsTables = true
            do { return try await openOnce(at: path, options: again) } catch { throw HoldfastError(error) }
        } catch {
            throw HoldfastError(error)
        }
    }

    private static func openOnce(at path: String, options: EngineOptions) async throws -> OfflineEngine {
        let engine = try assemble(at: path, options: options)
        do {
            try await engine.begin()
        } catch {
            await engine.abandon()
            throw error
        }
        return engine
    }

    private static func assemble(at path: String, options: EngineOptions) throws -> OfflineEngine {
        let directory = try StoreDirectory(path: path, creating: true)
        if try directory.hasLostLog() {
            throw HoldfastError(
                .damaged,
                "the log of the store at \(path) is gone or empty; put it back from a backup, nothing is started over it"
            )
        }
        var logOptions = LogOptions.writing
        logOptions.fault = options.logFault
        logOptions.runner = options.surroundings.logRunner
        logOptions.storeIdentifier = options.surroundings.identifier()
        logOptions.discardsDerived = options.rebuildsTables
        logOptions.rebuildProgress = options.rebuildProgress
        let log = try EventLog.open(directory: path, options: logOptions)
        options.surroundings.logOpened?(log)
        do {
            let storeID = try identify(directory, log: log)
            let own = try directory.contentRoot(storeID: storeID)
            let monitor = try options.monitor ?? Self.monitor(for: options.mode)
            if options.rebuildsTables { options.rebuildProgress?(0, log.nextPosition) }
            let sequencer = try Sequencer(
                log: log, addresses: { monitor.addresses }, salts: options.surroundings.salts(),
                rebuildProgress: options.rebuildProgress)
            let places = try ContentPlaces(
                own: own, storeID: storeID, sequencer.state.device(), sequencer.privateParts)
            return OfflineEngine(
                options: options, directory: directory, places: places, sequencer: sequencer, monitor: monitor,
                transport: try options.transport
                    ?? CurlTransport(options: CurlTransport.Options(certificateFile: options.certificateFile)))
        } catch {
            log.closeAndWait()
            throw error
        }
    }

    private static func monitor(for mode: EngineOptions.Mode) throws -> any ConnectivityMonitor {
        switch mode {
        case .acting: try NetlinkMonitor()
        case .commandsOnly: ManualMonitor()
        }
    }

    /// The id that the log was born with also marks the folder, so that a log and the files beside it are known to belong together.
    private static func identify(_ directory: StoreDirectory, log: EventLog) throws -> String {
        let storeID = TextForm.hex(try log.lend { try $0.storeIdentifier() })
        if try directory.marker() == nil { try directory.writeMarker(StoreMarker(storeID: storeID, volume: 0)) }
        return storeID
    }

    /// First records of a new store, then the session, then recovery, then the watches.
    private func begin() async throws {
        if let position = try sequencer.state.device().unreadable {
            throw HoldfastError(
                .newerStore,
                "record \(position) of \(directory.path) is of a kind this version cannot read; open it with a newer "
                    + "version to act on it (reading tools still work)")
        }
        if sequencer.log.nextPosition == 0 {
            try await commit(.createStore(storeID: places.storeID, engineVersion: Holdfast.version))
        }
        let chosen = options.mode == .acting ? try chosenVolume() : nil
        // A known volume at another path is there, whatever its old place looks like.
        if let chosen { places.relocate(chosen) }
        // On a full disk there may be no room for it now; the next deletion makes it again.
        try? directory.reserveFile().restore()
        guard options.mode == .acting else {
            try await closeDeadAttempts()
            return
        }
        try await recoverAndOpenSession(choosing: chosen)
        isActing = true
        watch()
        scheduleTurn()
    }

    /// Lets go of everything without writing.
    private func abandon() async {
        let task = Task { () -> HoldfastError? in
            await self.release()
            return nil
        }
        closing = task
        _ = await task.value
    }

    /// Ends running transfers (they go on at the next open), writes what is queued, and releases the store. Commands that came from other
    /// processes are answered first.
    ///
    /// Called again, it waits for the first call and tells the same. The store is released also when it throws.
    public func close() async throws(HoldfastError) {
        let task = closing ?? Task { await self.finish() }
        closing = task
        if let failure = await task.value { throw failure }
    }

    private func finish() async -> HoldfastError? {
        await control?.close()
        timer?.cancel()
        quietTask?.cancel()
        internetTimer?.cancel()
        probeTask?.cancel()
        trafficWatch?.cancel()
        for watch in watches { watch.cancel() }
        stop.set()
        for attempt in attempts.values { attempt.stop(.sessionEnded) }
        for work in imports.values { _ = await work.result }
        for attempt in attempts.values { await attempt.task?.value }
        for removal in removals.values { await removal.value }
        await volumeLook?.value
        let failure = await finalWrites()
        await release()
        resumeIdleWaiters()
        return failure
    }

    private func release() async {
        await monitor.shutdown()
        await power.shutdown()
        await transport.shutdown()
        await pool.shutdown()
        await sequencer.log.close()
    }

    private func finalWrites() async -> HoldfastError? {
        guard brokenBy == nil else { return brokenBy }
        do {
            // A session left open tells the next one to look through the store.
            if options.mode == .acting, await removeLeftovers() { try await commit(.closeSession(.normal)) }
            fault(.closing)
            await flushTask?.value
            if let flush = try sequencer.beginFlush() { try await flush.durable() }
            return nil
        } catch {
            return HoldfastError(error)
        }
    }

    private func removeLeftovers() async -> Bool {
        // What is still in use is left to the next session.
        guard replacedInUse.isEmpty else { return false }
        guard hasLeftovers else { return true }
        return (try? await comb())?.left == 0
    }

    func fault(_ point: FaultPoint) { options.faultPoint?(point) }
}
