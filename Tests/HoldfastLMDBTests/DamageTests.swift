import Glibc
import HoldfastLMDB
import Testing

@Suite struct DamageTests {
    let folder = Folder()

    /// A closed store of 200 rows over several pages.
    private func makeStore() throws {
        let store = try TestStore(folder.path)
        for number in 0..<200 as Range<UInt64> {
            try store.put(number, Array(repeating: UInt8(truncatingIfNeeded: number), count: 300))
        }
        store.environment.close()
    }

    @Test(arguments: [false, true]) func `foreign bytes are refused and left alone`(_ isReadOnly: Bool) throws {
        for bytes in [Array("SQLite format 3".utf8), Array(repeating: 7, count: 20_000), [0]] as [[UInt8]] {
            writeFile(folder.log, bytes)
            #expect {
                try TestStore(folder.path, isReadOnly: isReadOnly)
            } throws: { error in
                if case .notALogFile = error as? StorageError { true } else { false }
            }
            #expect(contents(folder.log) == bytes)
        }
    }

    @Test func `a file of LMDB 1 is named as such`() throws {
        try makeStore()
        var bytes = contents(folder.log)
        bytes.replaceSubrange(24..<28, with: bytes[16..<20])
        bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        writeFile(folder.log, bytes)
        for isReadOnly in [false, true] {
            #expect(throws: StorageError.newerStorage(path: folder.log)) {
                try TestStore(folder.path, isReadOnly: isReadOnly)
            }
        }
        #expect(contents(folder.log) == bytes)
    }

    @Test(arguments: [0, 2, 3, 999] as [UInt32]) func `another data version is named and left alone`(_ version: UInt32)
        throws
    {
        try makeStore()
        var bytes = contents(folder.log)
        for header in [0, 4096] {
            withUnsafeBytes(of: version) { bytes.replaceSubrange((header + 20)..<(header + 24), with: $0) }
        }
        writeFile(folder.log, bytes)
        #expect(
            throws: StorageError.notALogFile(path: folder.log, detail: "its data version is \(version), not 1")
        ) { try TestStore(folder.path) }
        #expect(contents(folder.log) == bytes)
    }

    @Test func `an empty file is filled by a writer and is no log yet to a reader`() throws {
        writeFile(folder.log, [])
        #expect(throws: StorageError.notMadeYet(path: folder.path)) { try TestStore(folder.path, isReadOnly: true) }
        try TestStore(folder.path).environment.close()
    }

    @Test func `a free list whose pages point at each other is damage and ends`() throws {
        let pageSize = 4096
        func page(_ fill: (inout [UInt8]) -> Void) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: pageSize)
            fill(&bytes)
            return bytes
        }
        func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int, in bytes: inout [UInt8]) {
            withUnsafeBytes(of: number) { bytes.replaceSubrange(offset..<(offset + $0.count), with: $0) }
        }
        let header = page { bytes in
            put(0xBEEF_C0DE as UInt32, at: 16, in: &bytes)
            put(1 as UInt32, at: 20, in: &bytes)
            put(UInt32(pageSize), at: 40, in: &bytes)
            put(2 as UInt64, at: 80, in: &bytes)
            put(UInt64.max, at: 128, in: &bytes)
            put(9 as UInt64, at: 136, in: &bytes)
        }
        // A branch page of 500 entries, each of which leads to itself.
        let branch = page { bytes in
            put(2 as UInt64, at: 0, in: &bytes)
            put(1 as UInt16, at: 10, in: &bytes)
            put(16 + 2 * 500 as UInt16, at: 12, in: &bytes)
            put(2000 as UInt16, at: 14, in: &bytes)
            for index in 0..<500 { put(2000 as UInt16, at: 16 + 2 * index, in: &bytes) }
            put(2 as UInt16, at: 2000, in: &bytes)
        }
        writeFile(folder.log, header + header + branch)
        #expect(throws: StorageError.damaged(path: folder.log, detail: "page 2 is used twice")) {
            try TestStore(folder.path, isReadOnly: true)
        }
    }

    @Test func `the check of all pages passes whatever was written, removed and cut off`() throws {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0 ... .max, using: &random)
        print("seed \(seed)")
        var state = seed
        func next(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        let store = try TestStore(folder.path)
        let table = store.table
        try store.environment.checkPages()
        for _ in 0..<60 {
            let changes = (0..<40).map { _ in (number: next(500), size: Int(next(9) == 0 ? next(40_000) : next(900))) }
            let isRemoving = next(3) == 0
            try store.write { transaction throws(StorageError) in
                for (number, size) in changes {
                    let key = Array("\(number)".utf8)
                    if isRemoving {
                        try withBytes(of: key) { key throws(StorageError) in _ = try transaction.remove(table, key) }
                    } else {
                        try transaction.put(table, key, Array(repeating: 1, count: size))
                    }
                }
            }
            try store.environment.checkPages()
        }
        store.environment.close()
        let reader = try TestStore(folder.path, isReadOnly: true)
        try reader.environment.checkPages()
        reader.environment.close()
    }

    /// LMDB takes such a row for one with several values and reads through a pointer that it has not.
    @Test(arguments: [0x04, 0x06, 0x3C] as [UInt8])
    func `a row of a foreign kind is found by the check`(_ mask: UInt8) throws {
        try makeStore()
        let whole = contents(folder.log)
        let reader = try TestStore(folder.path, isReadOnly: true)
        var foundCount = 0
        for page in 2..<(whole.count / 4096) {
            // Leaf pages; the first of their rows stands where the first number behind the header says.
            guard whole[page * 4096 + 10] == 2 else { continue }
            let row = Int(whole[page * 4096 + 16]) | Int(whole[page * 4096 + 17]) << 8
            let descriptor = open(folder.log, O_RDWR)
            pwrite(descriptor, [whole[page * 4096 + row + 4] ^ mask], 1, off_t(page * 4096 + row + 4))
            do throws(StorageError) {
                try reader.environment.checkPages()
            } catch .damaged(_, _) {
                foundCount += 1
            }
            pwrite(descriptor, [whole[page * 4096 + row + 4]], 1, off_t(page * 4096 + row + 4))
            close(descriptor)
        }
        #expect(foundCount > 10)
        try reader.environment.checkPages()
        reader.environment.close()
    }

    @Test func `a wrong number in any page is found by the check and never ends the process`() async throws {
        try makeStore()
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let log = path + "/log.mdb"
            let whole = contents(log)
            let store = try TestStore(path, isReadOnly: true)
            var foundCount = 0
            // Page number, flags, bounds and the first rows of each page behind the headers.
            for page in 2..<(whole.count / 4096) {
                for offset in [0, 10, 12, 14, 16, 18] {
                    var bytes = whole
                    bytes[page * 4096 + offset + 1] ^= 0x7F
                    let descriptor = open(log, O_RDWR)
                    pwrite(descriptor, bytes, bytes.count, 0)
                    do throws(StorageError) {
                        try store.environment.checkPages()
                    } catch .damaged(_, _) {
                        foundCount += 1
                    } catch {
                        exit(2)
                    }
                    pwrite(descriptor, whole, whole.count, 0)
                    close(descriptor)
                }
            }
            // Pages that nobody uses may hold anything.
            exit(foundCount > 60 ? 0 : 1)
        }
    }

    @Test func `a table with foreign flags is refused`() throws {
        let store = try TestStore(folder.path)
        store.environment.close()
        var bytes = contents(folder.log)
        // The table's record in the main tree: its name, then padding and flags.
        let name = Array("rows".utf8)
        var isFound = false
        for offset in 8192..<(bytes.count - 12) where Array(bytes[offset..<(offset + 4)]) == name {
            bytes[offset + 8] = 0x04
            isFound = true
        }
        try #require(isFound)
        writeFile(folder.log, bytes)
        #expect(throws: StorageError.unexpectedTableFlags(table: "rows", flags: 4)) { try TestStore(folder.path) }
    }
}
