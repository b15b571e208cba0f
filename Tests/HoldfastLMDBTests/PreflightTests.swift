import Testing

@testable import HoldfastLMDB

@Suite struct PreflightTests {
    let folder = Folder()

    /// A log that another process makes longer between any two reads of its file.
    @Test func `a log that grows while it is examined is not damaged`() throws {
        let store = try TestStore(folder.path)
        for number in 0..<50 as Range<UInt64> { try store.put(number, Array(repeating: 1, count: 3000)) }
        store.environment.waitUntilIdle()
        var readCount: UInt64 = 0
        func grow() {
            readCount += 1
            try? store.write { [table = store.table, number = readCount] transaction throws(StorageError) in
                try transaction.put(table, Array("more \(number)".utf8), Array(repeating: 2, count: 50_000))
            }
        }
        let view = HeaderPreflight.FileHandleReading(
            sizeInBytes: {
                grow()
                return contents(folder.log).count
            },
            bytes: { offset, count in
                defer { grow() }
                return Array(contents(folder.log).dropFirst(offset).prefix(count))
            })
        try HeaderPreflight(path: folder.log, file: view).check()
        #expect(readCount >= 3)
        store.environment.close()
    }
}
