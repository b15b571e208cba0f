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

/// How often each job was told that it is done, and with what.
final class Outcomes: Sendable {
    private let outcomes = Mutex<[UInt64: [Result<Void, StorageError>]]>([:])
    var all: [UInt64: [Bool]] {
        outcomes.withLock { $0.mapValues { results in results.map { (try? $0.get()) != nil } } }
    }
    var errors: [UInt64: [StorageError]] {
        outcomes.withLock {
            $0.mapValues { results in
                results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
            }
        }
    }

    func add(_ number: UInt64, _ result: Result<Void, StorageError>) {
        outcomes.withLock { $0[number, default: []].append(result) }
    }
}

final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
