import Glibc
import HoldfastLMDB
import Testing

/// Case C40: the map fills up while others read. A map of one page cluster makes every few rows a growth.
@Suite(.timeLimit(.minutes(10))) struct GrowthTests {
    let folder = Folder(isInMemory: true)
    private static let tiny = 64 << 10

    /// Stores rows until one is refused.
    private static func fill(
        _ store: TestStore, from first: UInt64, rowSizeInBytes: Int
    ) -> (next: UInt64, error: StorageError) {
        var next = first
        while true {
            do throws(StorageError) {
                try store.write(next, Array(repeating: 1, count: rowSizeInBytes))
            } catch {
                return (next, error)
            }
            next += 1
        }
    }

    /// py-lmdb#379, py-lmdb#475, monero#1748, mainsail#1354.
    @Test func `a tiny map grows twentyfold under readers of this process, and no row is lost or doubled`() async throws
    {
        let store = try TestStore(folder.path, mapSizeInBytes: Self.tiny)
        let flag = Flag()
        let runs = Outcomes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        while !flag.isSet { _ = try store.rowCount() }
                    }
                }
            }
            group.addTask {
                defer { flag.set() }
                try await onThread {
                    for number in 0..<300 as Range<UInt64> {
                        try store.put(number, Array(repeating: 1, count: 5000)) { runs.add(number, $0) }
                        if number % 20 == 0 { store.environment.waitUntilIdle() }
                    }
                    store.environment.waitUntilIdle()
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.rowCount() == 300)
        for number in 0..<300 as Range<UInt64> { #expect(runs.all[number] == [true]) }
        #expect(try store.environment.mapUse().reserved >= 20 * Self.tiny)
        try store.environment.checkPages()
        store.environment.close()
    }

    @Test func `growth waits for a snapshot that another thread holds`() async throws {
        let store = try TestStore(folder.path, mapSizeInBytes: Self.tiny)
        try store.write(1, [7])
        let isLooking = Monitored<Bool>()
        let mayLook = Monitored<Bool>()
        let looking = try OwnThread {
            try store.environment.read { transaction throws(StorageError) in
                let row = try transaction.value(store.table, Array("1".utf8))
                isLooking.set(true)
                _ = mayLook.wait()
                // The bytes are still where they were: the map did not move under them.
                return row.map { Array($0) }
            }
        }
        try await onThread { _ = isLooking.wait() }
        let growing = Monitored<Bool>()
        try store.environment.submit(
            WriteJob(
                sizeInBytes: 1,
                body: { [table = store.table] transaction throws(StorageError) in
                    mayLook.set(true)
                    try transaction.put(table, [9], Array(repeating: 1, count: 10 * Self.tiny))
                },
                completion: { result in
                    if case .success = result { growing.set(true) } else { growing.set(false) }
                }))
        #expect(try await looking.value() == [7])
        #expect(try await onThread { growing.wait() })
        store.environment.close()
    }

    @Test func `a reader process that opened before the growth reads after it`() async throws {
        let store = try TestStore(folder.path, mapSizeInBytes: Self.tiny)
        let started = Message(in: folder.path, "started")
        let path = folder.path
        let writing = try OwnThread {
            guard Message.receive(started.path) else { throw ChildTrouble(reason: "the reader did not start") }
            for number in 0..<300 as Range<UInt64> {
                try store.put(number, Array(repeating: 1, count: 5000))
                if number % 10 == 0 { store.environment.waitUntilIdle() }
            }
            store.environment.waitUntilIdle()
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let reader = try TestStore(path, isReadOnly: true, mapSizeInBytes: 64 << 10)
            // Several threads meet the growth at once, some inside each other's snapshots.
            let threads = try (0..<4).map { _ in
                let done = Monitored<Bool>()
                try Environment.runOnThread {
                    var count = 0
                    while count < 300 {
                        guard let found = try? reader.rowCount() else { return done.set(false) }
                        count = found
                    }
                    done.set((try? reader.value("299"))??.count == 5000)
                }
                return done
            }
            Message.send(path + "/started")
            exit(threads.allSatisfy { $0.wait() } ? 0 : 1)
        }
        try await writing.value()
        store.environment.close()
    }

    /// Opening, too, may meet a map that has grown since the file was looked at.
    @Test func `a reader with a map smaller than the log opens and follows`() async throws {
        let store = try TestStore(folder.path, mapSizeInBytes: Self.tiny)
        for number in 0..<100 as Range<UInt64> { try store.write(number, Array(repeating: 1, count: 5000)) }
        store.environment.close()
        let reader = try TestStore(folder.path, isReadOnly: true, mapSizeInBytes: Self.tiny)
        #expect(try reader.rowCount() == 100)
        reader.environment.close()
    }

    @Test(arguments: [128 << 10, 1 << 20, 3 << 20])
    func `at the hard cap the error says so, reading works, and removing makes room`(_ cap: Int) throws {
        let store = try TestStore(folder.path, mapSizeInBytes: Self.tiny, mapSizeMaxInBytes: cap)
        let (stored, full) = Self.fill(store, from: 0, rowSizeInBytes: 3000)
        #expect(full == .mapFull(sizeInBytes: cap))
        #expect("\(full)".contains("ulimit -v"))
        #expect(stored > UInt64(cap / 3 / 4096))
        for _ in 0..<3 {
            #expect(throws: StorageError.mapFull(sizeInBytes: cap)) {
                try store.write(9_999, Array(repeating: 1, count: cap))
            }
            #expect(try store.rowCount() == Int(stored))
        }
        for number in 0..<stored where number % 2 == 0 { try store.remove(number) }
        for number in 0..<stored / 4 { try store.write(10_000 + number, Array(repeating: 2, count: 1000)) }
        #expect(try store.rowCount() == Int(stored / 2 + stored / 4))
        try store.environment.checkPages()
        store.environment.close()
        let reader = try TestStore(folder.path, isReadOnly: true)
        #expect(try reader.rowCount() == Int(stored / 2 + stored / 4))
        reader.environment.close()
    }

    @Test func `an address space limit is met by asking for less at open and at growth`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            AddressSpace.limit(toMoreInBytes: 700 << 20)
            // A terabyte is not granted, half a gibibyte is.
            let store = try TestStore(path)
            guard try store.environment.mapUse().reserved == 512 << 20 else { exit(1) }
            try store.write(1, [1])
            store.environment.close()
            // Growth that is not granted ends in an error; the map that was there stays.
            let small = try TestStore(path, mapSizeInBytes: 256 << 20)
            AddressSpace.limit(toMoreInBytes: 48 << 20)
            let end = GrowthTests.fill(small, from: 2, rowSizeInBytes: 8 << 20)
            guard case .mapFull = end.error else { exit(4) }
            let reserved = try small.environment.mapUse().reserved
            guard reserved > 256 << 20, reserved < 304 << 20 else { exit(2) }
            guard try small.rowCount() == Int(end.next) - 1 else { exit(3) }
            try small.write(1, [2])
            small.environment.close()
            exit(0)
        }
    }

    @Test func `too little address space to open is a typed error`() async throws {
        try TestStore(folder.path).environment.close()
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            AddressSpace.limit(toMoreInBytes: 100 << 20)
            for isReadOnly in [false, true] {
                do throws(StorageError) {
                    _ = try TestStore(path, isReadOnly: isReadOnly)
                    exit(1)
                } catch .addressSpace(let size) {
                    if size != StorageLimits.mapSizeFloorInBytes { exit(2) }
                } catch {
                    exit(3)
                }
            }
            exit(0)
        }
    }
}

/// What `ulimit -v` sets.
enum AddressSpace {
    static func limit(toMoreInBytes more: Int) {
        // The first number of statm is the size in pages.
        let text = String(decoding: contentsOfSpecialFile("/proc/self/statm"), as: UTF8.self)
        let pageCount = text.split(separator: " ").first.flatMap { Int($0) } ?? 0
        var limit = rlimit(rlim_cur: rlim_t(pageCount * 4096 + more), rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }
}
