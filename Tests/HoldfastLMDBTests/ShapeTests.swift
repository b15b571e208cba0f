import CHoldfastLMDB
import Glibc
import HoldfastTestSupport
import Synchronization
import Testing

@testable import HoldfastLMDB

/// What the interface makes impossible, and what it promises about rows.
@Suite(.timeLimit(.minutes(10))) struct ShapeTests {
    let folder = Folder(isInMemory: true)

    /// heed#339, cocoindex#2424: a write transaction that crosses an `await` commits on another thread, and every later
    /// writer hangs.
    @Test func `bodies of reads and writes cannot be asynchronous`() {
        let body = ObjectIdentifier(WriteJob.Body.self)
        let synchronous = ObjectIdentifier((@Sendable (inout WriteTransaction) throws(StorageError) -> Void).self)
        #expect(body == synchronous)
        // The closure of a read fits only because it is synchronous; the call itself is no `await`.
        let read: (Environment, (borrowing ReadTransaction) throws(StorageError) -> Int) throws(StorageError) -> Int = {
            environment, body throws(StorageError) in try environment.read(body)
        }
        #expect("\(type(of: read))".contains("async") == false)
    }

    @Test func `a thousand concurrent writes from many tasks are written by one thread`() async throws {
        let store = try TestStore(folder.path)
        let threads = ThreadNumbers()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 as Range<UInt64> {
                group.addTask {
                    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                        do throws(StorageError) {
                            try store.environment.submit(
                                WriteJob(
                                    sizeInBytes: 1,
                                    body: { [table = store.table] transaction throws(StorageError) in
                                        threads.noteThisOne()
                                        try transaction.put(table, Array("\(number)".utf8), [1])
                                    },
                                    completion: { result in
                                        threads.noteThisOne()
                                        continuation.resume(with: result.mapError { $0 })
                                    }))
                        } catch {
                            continuation.resume(throwing: error)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(threads.count == 1)
        #expect(try store.rowCount() == 1000)
        store.environment.close()
    }

    /// libmdbx#121, py-lmdb#380, py-lmdb#388: deleting through a cursor loses rows of tables with several values a key.
    /// There is no such table and no such delete.
    @Test func `every table has the flags 0, and only whole rows can be removed`() throws {
        let store = try TestStore(folder.path)
        try store.environment.read { transaction throws(StorageError) in
            let opened = transaction.access.shared.tables.compactMap(\.self)
            #expect(opened.count == 1)
            for table in opened {
                var flags: UInt32 = 99
                #expect(mdb_dbi_flags(transaction.access.handle, table.identifier, &flags) == 0)
                #expect(flags == 0)
            }
        }
        // A second value replaces the first.
        try store.write(1, [1])
        try store.write(1, [2, 2])
        #expect(try store.rowCount() == 1)
        #expect(try store.value("1") == [2, 2])
        store.environment.close()
    }

    /// The delete loop that is wrong on tables with several values, on ours, against a model.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `removing rows while walking over them agrees with a model`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try TestStore(folder.path)
        let table = store.table
        var model: Set<UInt64> = []
        for _ in 0..<(isLong ? 300 : 20) {
            let added = (0..<200).map { _ in UInt64.random(in: 0..<500, using: &random) }
            let removed = Set((0..<500 as Range<UInt64>).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
            model.formUnion(added)
            model.subtract(removed)
            try store.write { transaction throws(StorageError) in
                for number in added {
                    try withKey(number) { key throws(StorageError) in try transaction.put(table, key, key) }
                }
                var next: UInt64 = 0
                while true {
                    let found = try transaction.cursor(table)?.seek(next).map { Array($0.key) }
                    guard let found else { break }
                    let number = found.reduce(0) { $0 << 8 | UInt64($1) }
                    if removed.contains(number) {
                        try withBytes(of: found) { key throws(StorageError) in _ = try transaction.remove(table, key) }
                    }
                    next = number + 1
                }
            }
            let stored = try store.environment.read { transaction throws(StorageError) in
                var stored: [UInt64] = []
                guard let cursor = try transaction.cursor(table) else { return stored }
                var row = try cursor.first()
                while let found = row {
                    stored.append(found.key.reduce(0) { $0 << 8 | UInt64($1) })
                    row = try cursor.next()
                }
                return stored
            }
            try #require(stored == model.sorted(), "seed \(seed)")
            try #require(try store.rowCount() == model.count, "seed \(seed)")
        }
        store.environment.close()
    }

    /// py-lmdb#126, QuickLMDB 12.0.0.
    @Test func `a range that starts between two keys begins with the stored key`() throws {
        let store = try TestStore(folder.path)
        let table = store.table
        try store.write { transaction throws(StorageError) in
            for number in [10, 20, 30] as [UInt64] {
                try withKey(number) { key throws(StorageError) in try transaction.append(table, key, key) }
            }
        }
        try store.environment.read { transaction throws(StorageError) in
            guard let cursor = try transaction.cursor(table) else { throw .missingTable("rows") }
            func number(_ row: Cursor.Row?) -> UInt64? {
                row.map { $0.key.reduce(0) { $0 << 8 | UInt64($1) } }
            }
            #expect(number(try cursor.seek(11)) == 20)
            #expect(number(try cursor.seek(20)) == 20)
            #expect(number(try cursor.next()) == 30)
            #expect(number(try cursor.seek(31)) == nil)
            let before = try withKey(20) { key throws(StorageError) in try cursor.seekBefore(key).map { $0.key.last } }
            #expect(before == 10)
        }
        store.environment.close()
    }

    /// PowerDNS/lmdb-go#1, PowerDNS/lmdb-go#2, ledgerwatch/lmdb-go#25.
    @Test func `an empty value comes back empty, and is there`() throws {
        let store = try TestStore(folder.path)
        try store.write(1, [])
        try store.environment.read { transaction throws(StorageError) in
            let value = try transaction.value(store.table, Array("1".utf8))
            #expect(value?.count == 0)
            #expect(value?.baseAddress != nil)
            let row = try transaction.cursor(store.table)?.first()
            #expect(row?.value.count == 0)
            #expect(try transaction.value(store.table, Array("2".utf8)) == nil)
        }
        store.environment.close()
    }

    /// SwiftLMDB: an error of a put came after the commit, errors of a delete never.
    @Test(arguments: [0, 100, 199])
    func `an error inside a batch leaves nothing of the batch`(_ failing: Int) throws {
        let store = try TestStore(folder.path)
        let table = store.table
        try store.write(1, [1])
        let before = contents(folder.log)
        #expect(throws: StorageError.keySize(512)) {
            try store.write { transaction throws(StorageError) in
                for number in 0..<200 {
                    let key = number == failing ? [UInt8](repeating: 1, count: 512) : Array("row \(number)".utf8)
                    try transaction.put(table, key, Array(repeating: 1, count: 3000))
                }
            }
        }
        #expect(throws: StorageError.keySize(0)) {
            try store.write { transaction throws(StorageError) in
                try transaction.put(table, [7], [7])
                try withBytes(of: []) { key throws(StorageError) in _ = try transaction.remove(table, key) }
            }
        }
        #expect(try store.rowCount() == 1)
        #expect(contents(folder.log) == before)
        store.environment.close()
    }
}

/// The threads that ran something.
final class ThreadNumbers: Sendable {
    private let numbers = Mutex<Set<UInt>>([])
    var count: Int { numbers.withLock { $0.count } }

    func noteThisOne() {
        numbers.withLock { _ = $0.insert(UInt(pthread_self())) }
    }
}
