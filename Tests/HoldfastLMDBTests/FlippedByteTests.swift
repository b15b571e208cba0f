import Glibc
import HoldfastLMDB
import HoldfastTestSupport
import Testing

/// Damage that LMDB would follow to where a read ends the process. damus#3142, damus#3660, rkv#216, lmdb-zero#30.
@Suite(.timeLimit(.minutes(20))) struct FlippedByteTests {
    let folder = Folder(isInMemory: true)

    /// A closed store of 200 rows over several pages, with a long value and a free list.
    private func makeStore() throws {
        let store = try TestStore(folder.path)
        for number in 0..<200 as Range<UInt64> {
            try store.put(number, Array(repeating: UInt8(truncatingIfNeeded: number), count: 300))
        }
        try store.write(200, Array(repeating: 9, count: 20_000))
        for number in 0..<3 as Range<UInt64> { try store.write(number, [1]) }
        store.environment.close()
    }

    /// Opens the log as a reader and, if its pages are found right, reads every row.
    /// - Returns: the bytes read, or nil after an error.
    private static func readAll(_ path: String) -> Int? {
        guard let store = try? TestStore(path, isReadOnly: true) else { return nil }
        defer { store.environment.close() }
        return try? store.environment.read { transaction throws(StorageError) in
            try store.environment.checkPages()
            var size = 0
            guard let cursor = try transaction.cursor(store.table) else { return 0 }
            var row = try cursor.first()
            while let found = row {
                size += found.value.reduce(found.key.count) { $0 + Int($1) }
                row = try cursor.next()
            }
            row = try cursor.last()
            while row != nil { row = try cursor.previous() }
            for number in 0..<201 { _ = try transaction.value(store.table, Array("\(number)".utf8)) }
            return size
        }
    }

    /// Applies `changes` one at a time to the log in `path`, and reads. The number of the change in work stands in the
    /// file `at`, so that a signal can be traced.
    private static func tryAll(_ path: String, _ changes: [(offset: Int, mask: UInt8)]) {
        let whole = contents(path + "/log.mdb")
        let note = open(path + "/at", O_RDWR | O_CREAT, 0o600)
        for change in changes {
            var bytes = whole
            bytes[change.offset] ^= change.mask
            writeFile(path + "/log.mdb", bytes)
            let text = Array("byte \(change.offset) mask \(change.mask)          ".utf8)
            pwrite(note, text, text.count, 0)
            _ = readAll(path)
        }
        close(note)
    }

    private var place: Comment { "\(String(decoding: contents(folder.path + "/at"), as: UTF8.self))" }

    @Test func `a log cut at any page opens with an error or reads whole, and never ends the process`() async throws {
        try makeStore()
        let path = folder.path
        let result = await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let whole = contents(path + "/log.mdb")
            let sum = FlippedByteTests.readAll(path)
            let step = isLong ? 512 : 4096
            var readCount = 0
            for size in stride(from: step, to: whole.count, by: step) {
                writeFile(path + "/log.mdb", Array(whole.prefix(size)))
                writeFile(path + "/at", Array("cut at \(size)".utf8))
                guard let found = FlippedByteTests.readAll(path) else { continue }
                // Pages at the end that nobody uses may be missing.
                if found != sum { exit(1) }
                readCount += 1
            }
            exit(sum == nil || readCount > 8 ? 2 : 0)
        }
        if result == nil { Issue.record(place) }
    }

    @Test(arguments: [0x01, 0x80, 0xFF] as [UInt8])
    func `a change of any byte of the headers never ends the process`(_ mask: UInt8) async throws {
        try makeStore()
        let path = folder.path
        let result = await #expect(processExitsWith: .success) { [path = path as String, mask = mask as UInt8] in
            Patience.limitThisProcess()
            // The rest of a header page is not used.
            let used = isLong ? 4096 : 168
            let offsets = Array(0..<used) + Array(4096..<(4096 + used))
            FlippedByteTests.tryAll(path, offsets.map { ($0, mask) })
            exit(0)
        }
        if result == nil { Issue.record(place) }
    }

    @Test(arguments: [0x01, 0x80, 0xFF] as [UInt8])
    func `a change of the page that lists the tables never ends the process at open`(_ mask: UInt8) async throws {
        try makeStore()
        let path = folder.path
        let result = await #expect(processExitsWith: .success) { [path = path as String, mask = mask as UInt8] in
            Patience.limitThisProcess()
            let bytes = contents(path + "/log.mdb")
            // Both headers name it; its rows are at its end.
            let roots = [0, 4096].map { header in
                Int(bytes[(header + 128)..<(header + 136)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
            for root in roots where root >= 2 && root < bytes.count / 4096 {
                let offsets = Array(0..<20) + Array(4020..<4096)
                FlippedByteTests.tryAll(path, offsets.map { (root * 4096 + $0, mask) })
                writeFile(path + "/log.mdb", bytes)
            }
            exit(0)
        }
        if result == nil { Issue.record(place) }
    }

    @Test(arguments: isLong ? [1, 2, 19] : [1] as [UInt64])
    func `a change of any byte never ends the process at open, nor behind the check of all pages`(_ seed: UInt64)
        async throws
    {
        try makeStore()
        let path = folder.path
        let result = await #expect(processExitsWith: .success) { [path = path as String, seed = seed as UInt64] in
            Patience.limitThisProcess()
            var random = SeededGenerator(seed: seed)
            let size = contents(path + "/log.mdb").count
            // Half of them where the structure is: at the beginnings of pages.
            let changes = (0..<(isLong ? 1000 : 300)).map { number in
                let offset = Int.random(in: 8192..<size, using: &random)
                let isAtStart = number % 2 == 0
                return (
                    offset: isAtStart ? offset / 4096 * 4096 + offset % 64 : offset,
                    mask: UInt8.random(in: 1...255, using: &random)
                )
            }
            FlippedByteTests.tryAll(path, changes)
            exit(0)
        }
        if result == nil { Issue.record("seed \(seed), \(place)") }
    }
}
