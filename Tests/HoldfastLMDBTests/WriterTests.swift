import Glibc
import HoldfastLMDB
import Synchronization
import Testing

@Suite struct WriterTests {
    let folder = Folder()

    @Test func `keys and values at the borders are stored, and past them refused without harm`() throws {
        let store = try TestStore(folder.path)
        let table = store.table
        try store.write { transaction throws(StorageError) in
            try transaction.put(table, [1], [])
            try transaction.put(table, Array(repeating: 2, count: 511), [9])
            for size in [0, 512] {
                do throws(StorageError) {
                    try transaction.put(table, Array(repeating: 3, count: size), [])
                    throw .rejected(detail: "size \(size) was accepted")
                } catch .keySize(let refused) {
                    if refused != size { throw .rejected(detail: "\(refused)") }
                }
            }
            do throws(StorageError) {
                try transaction.put(table, [4], Array(repeating: 0, count: StorageLimits.valueSizeMax + 1))
                throw .rejected(detail: "a value past the limit was accepted")
            } catch .valueSize(_) {}
            try transaction.put(table, [5], [6])
        }
        try store.environment.read { transaction throws(StorageError) in
            #expect(try transaction.value(table, [1])?.count == 0)
            #expect(try transaction.value(table, Array(repeating: 2, count: 511))?.count == 1)
            #expect(try transaction.value(table, [5]).map { Array($0) } == [6])
            #expect(try transaction.value(table, [4]) == nil)
            #expect(throws: StorageError.keySize(0)) { try transaction.value(table, []) }
            #expect(throws: StorageError.keySize(512)) { try transaction.value(table, Array(repeating: 1, count: 512)) }
        }
        store.environment.close()
    }

    @Test func `an append that is not past the last key is refused`() throws {
        let store = try TestStore(folder.path)
        let table = store.table
        #expect(throws: StorageError.outOfOrder(table: "rows")) {
            try store.write { transaction throws(StorageError) in
                for number in [5, 6, 5] as [UInt64] {
                    try withKey(number) { key throws(StorageError) in try transaction.append(table, key, key) }
                }
            }
        }
        #expect(try store.rowCount() == 0)
        store.environment.close()
    }

    @Test func `a thousand concurrent writes are all durable, in the order of their queueing`() async throws {
        let shared = SharedOrder()
        let store = try TestStore(folder.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 as Range<UInt64> {
                group.addTask {
                    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                        do {
                            try shared.next { position throws(StorageError) in
                                try store.put(number, [UInt8(truncatingIfNeeded: position)]) { result in
                                    shared.finished(position)
                                    continuation.resume(with: result.mapError { $0 })
                                }
                            }
                        } catch {
                            continuation.resume(throwing: error)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(shared.finishedOrder == Array(0..<1000))
        store.environment.close()
        let reader = try TestStore(folder.path, isReadOnly: true)
        #expect(try reader.rowCount() == 1000)
        reader.environment.close()
    }

    @Test func `a failing job fails its group and what is queued once, and the writer goes on`() throws {
        let isRunning = Monitored<Bool>()
        let mayGoOn = Monitored<Bool>()
        let store = try TestStore(folder.path)
        let shared = Outcomes()
        // The first job holds the thread until the others are queued behind it.
        try store.environment.submit(
            WriteJob(
                sizeInBytes: 1,
                body: { _ in
                    isRunning.set(true)
                    _ = mayGoOn.wait()
                }, completion: { shared.add(0, $0) }))
        _ = isRunning.wait()
        for number in 1...20 as ClosedRange<UInt64> {
            try store.put(number, [1]) { shared.add(number, $0) }
        }
        try store.environment.submit(
            WriteJob(
                sizeInBytes: 1, body: { _ throws(StorageError) in throw .rejected(detail: "on purpose") },
                completion: { shared.add(21, $0) }))
        mayGoOn.set(true)
        store.environment.waitUntilIdle()
        #expect(shared.all[0] == [true])
        for number in 1...21 as ClosedRange<UInt64> { #expect(shared.all[number] == [false]) }
        #expect(try store.rowCount() == 0)
        try store.write { [table = store.table] transaction throws(StorageError) in try transaction.put(table, [1], [1])
        }
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }

    @Test func `a tiny map grows under readers of this process`() async throws {
        let store = try TestStore(folder.path, mapSizeInBytes: 64 << 10)
        let flag = Flag()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while !flag.isSet {
                        guard let count = try? store.rowCount(), count >= 0 else { return false }
                        await Task.yield()
                    }
                    return true
                }
            }
            group.addTask {
                defer { flag.set() }
                for number in 0..<300 as Range<UInt64> {
                    guard (try? store.put(number, Array(repeating: 1, count: 5000))) != nil else { return false }
                    if number % 20 == 0 { store.environment.waitUntilIdle() }
                }
                store.environment.waitUntilIdle()
                return true
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(try store.rowCount() == 300)
        #expect(try store.environment.mapUse().reserved >= 300 * 5000)
        store.environment.close()
    }

    @Test func `a reader in another process follows a map that grows past its own`() async throws {
        let store = try TestStore(folder.path, mapSizeInBytes: 64 << 10)
        let path = folder.path
        async let child = #expect(processExitsWith: .success) { [path = path as String] in
            do throws(StorageError) {
                let reader = try TestStore(path, isReadOnly: true, mapSizeInBytes: 64 << 10)
                writeFile(path + "/started", [1])
                var count = 0
                while count < 300 {
                    count = try reader.rowCount()
                    usleep(200)
                }
                exit(try reader.value("299")?.count == 5000 ? 0 : 1)
            } catch {
                exit(2)
            }
        }
        while contents(folder.path + "/started").isEmpty { await Task.yield() }
        for number in 0..<300 as Range<UInt64> {
            try store.put(number, Array(repeating: 1, count: 5000))
            if number % 30 == 0 { store.environment.waitUntilIdle() }
        }
        _ = await child
        store.environment.close()
    }

    @Test func `closing waits for readers and refuses new ones`() async throws {
        for _ in 0..<20 {
            let store = try TestStore(folder.path)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<50 {
                            do throws(StorageError) { _ = try store.rowCount() } catch { return error == .closed }
                        }
                        return true
                    }
                }
                group.addTask {
                    store.environment.close()
                    return true
                }
                for await isRight in group { #expect(isRight) }
            }
            #expect(throws: StorageError.closed) { try store.rowCount() }
            #expect(throws: StorageError.closed) { try store.put(1, []) }
        }
    }

    @Test(.enabled(if: Privileges.canMount, "only root can mount a small disk"))
    func `a full disk is named, nothing is acknowledged, and a smaller write succeeds after it`() throws {
        let mount = folder.path + "/disk"
        mkdir(mount, 0o700)
        try #require(system("mount -t tmpfs -o size=2m holdfast-test '\(mount)'") == 0)
        defer { system("umount '\(mount)'") }
        let store = try TestStore(mount + "/store")
        let table = store.table
        #expect(throws: StorageError.diskFull(path: mount + "/store/log.mdb")) {
            try store.write { transaction throws(StorageError) in
                for number in 0..<40 as Range<UInt8> {
                    try transaction.put(table, [number], Array(repeating: 1, count: 100_000))
                }
            }
        }
        #expect(try store.rowCount() == 0)
        try store.write { transaction throws(StorageError) in try transaction.put(table, [1], [1]) }
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }
}

/// The order in which jobs were queued and finished.
final class SharedOrder: Sendable {
    private let queued = Mutex<UInt64>(0)
    private let done = Mutex<[UInt64]>([])
    var finishedOrder: [UInt64] { done.withLock { $0 } }

    func next(_ body: (UInt64) throws(StorageError) -> Void) throws(StorageError) {
        try queued.withLock { position throws(StorageError) in
            try body(position)
            position += 1
        }
    }

    func finished(_ position: UInt64) { done.withLock { $0.append(position) } }
}

final class Outcomes: Sendable {
    private let outcomes = Mutex<[UInt64: [Bool]]>([:])
    var all: [UInt64: [Bool]] { outcomes.withLock { $0 } }

    func add(_ number: UInt64, _ result: Result<Void, StorageError>) {
        let isSuccess = if case .success = result { true } else { false }
        outcomes.withLock { $0[number, default: []].append(isSuccess) }
    }
}

final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
