import Glibc
import HoldfastLMDB
import Testing

/// How large the file gets, and what must not make it larger.
@Suite(.timeLimit(.minutes(10))) struct FileGrowthTests {
    let folder = Folder(isInMemory: true)

    private func commit(_ count: Int, _ store: TestStore) throws {
        for number in 0..<UInt64(count) { try store.write(1000 + number % 500, Array(repeating: 1, count: 100)) }
    }

    /// A pipe whose other end nobody reads any more: the scan stands between two batches, without a snapshot.
    @Test func `a scan that is paused between its batches does not make the file grow, one inside a batch does`() throws
    {
        let store = try TestStore(folder.path)
        for number in 0..<500 as Range<UInt64> { try store.write(1000 + number, Array(repeating: 1, count: 100)) }
        let commitCount = isLong ? 10_000 : 2_000
        let before = sizeInBytes(folder.log)
        // The first batch, and its last key, from which the next would go on.
        let lastKey = try store.environment.read { transaction throws(StorageError) in
            guard let cursor = try transaction.cursor(store.table) else { return [UInt8]() }
            var row = try cursor.first()
            var key: [UInt8] = []
            for _ in 0..<100 {
                guard let found = row else { break }
                key = Array(found.key)
                row = try cursor.next()
            }
            return key
        }
        try commit(commitCount, store)
        #expect(sizeInBytes(folder.log) - before < 256 << 10)
        // It goes on where it was.
        let next = try store.environment.read { transaction throws(StorageError) in
            guard let cursor = try transaction.cursor(store.table) else { return [UInt8]() }
            return try withBytes(of: lastKey + [0]) { key throws(StorageError) in
                try cursor.seek(key).map { Array($0.key) } ?? []
            }
        }
        #expect(next == Array("1100".utf8))
        // What the batches are for: a snapshot that is held makes every commit take new pages.
        let held = try HeldSnapshot(store)
        let beforeHeld = sizeInBytes(folder.log)
        try commit(500, store)
        #expect(sizeInBytes(folder.log) - beforeHeld > 2 << 20)
        #expect(try store.environment.readers().oldestLag >= 500)
        held.release()
        let afterHeld = sizeInBytes(folder.log)
        try commit(500, store)
        #expect(sizeInBytes(folder.log) == afterHeld)
        store.environment.close()
    }

    /// lmdb-js#335. Pages that a commit frees can be used again two commits later.
    @Test func `a table that is cleared and filled ten times stays below 1.3 times its first size`() throws {
        let store = try TestStore(folder.path)
        let table = store.table
        func fill(_ round: UInt8) throws {
            for part in 0..<10 as Range<UInt64> {
                try store.write { transaction throws(StorageError) in
                    for number in (part * 500)..<(part * 500 + 500) {
                        try withKey(number) { key throws(StorageError) in
                            let value = [UInt8](repeating: round, count: 200)
                            try withBytes(of: value) { value throws(StorageError) in
                                try transaction.append(table, key, value)
                            }
                        }
                    }
                }
            }
        }
        try fill(0)
        let first = sizeInBytes(folder.log)
        for round in 1...10 as ClosedRange<UInt8> {
            try store.write { transaction throws(StorageError) in try transaction.clear(table) }
            // As a rebuild does, whose position is a commit of its own.
            for _ in 0..<2 { try store.write { _ throws(StorageError) in } }
            try fill(round)
        }
        #expect(Double(sizeInBytes(folder.log)) <= 1.3 * Double(first))
        #expect(try store.rowCount() == 5000)
        try store.environment.checkPages()
        store.environment.close()
    }

    /// Section 1.21 of LMDB's layout: rows that are appended fill their pages.
    @Test func `appended rows take half the room of rows put in place`() throws {
        func size(_ folder: Folder, _ isAppending: Bool) throws -> Int {
            let store = try TestStore(folder.path)
            let table = store.table
            let value = [UInt8](repeating: 1, count: 1400)
            for part in 0..<10 as Range<UInt64> {
                try store.write { transaction throws(StorageError) in
                    for number in (part * 100)..<(part * 100 + 100) {
                        try withKey(number) { key throws(StorageError) in
                            try withBytes(of: value) { value throws(StorageError) in
                                if isAppending {
                                    try transaction.append(table, key, value)
                                } else {
                                    try transaction.put(table, key, value)
                                }
                            }
                        }
                    }
                }
            }
            store.environment.close()
            return sizeInBytes(folder.log)
        }
        let other = Folder(isInMemory: true)
        #expect(try Double(size(folder, true)) < 0.6 * Double(size(other, false)))
    }
}
