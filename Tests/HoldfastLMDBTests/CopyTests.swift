import Glibc
import HoldfastLMDB
import HoldfastTestSupport
import Testing

/// A hot copy. lmdb-js#256: `cp` of a log that is written to gives a file that fails later.
@Suite(.timeLimit(.minutes(10))) struct CopyTests {
    let folder = Folder(isInMemory: true)
    private var copyFolder: String { folder.path + "/copy" }

    /// Makes the copy a store of its own.
    private func openCopy(_ path: String) throws -> TestStore {
        mkdir(copyFolder, 0o700)
        rename(path, copyFolder + "/log.mdb")
        return try TestStore(copyFolder)
    }

    @Test func `a copy under write load is one whole commit, private, and without the free pages`() async throws {
        let store = try TestStore(folder.path + "/store")
        let table = store.table
        // Every commit writes the same number into all rows, so that a mixture of two would show.
        let writeAll: @Sendable (UInt8) -> WriteJob.Body = { round in
            { transaction throws(StorageError) in
                for number in 0..<200 as Range<UInt64> {
                    try withKey(number) { key throws(StorageError) in
                        try withBytes(of: [UInt8](repeating: round, count: 500)) { value throws(StorageError) in
                            try transaction.put(table, key, value)
                        }
                    }
                }
            }
        }
        try store.write(writeAll(0))
        let flag = Flag()
        async let writing: Void = onThread {
            var round: UInt8 = 0
            while !flag.isSet {
                round = round &+ 1
                try store.write(writeAll(round))
            }
        }
        let path = folder.path + "/copy.mdb"
        for round in 0..<(isLong ? 100 : 8) {
            try store.environment.copy(to: path)
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let copy = try openCopy(path)
            try copy.environment.checkPages()
            let values = try copy.environment.read { transaction throws(StorageError) in
                var values = Set<UInt8>()
                guard let cursor = try transaction.cursor(copy.table) else { return values }
                var row = try cursor.first()
                while let found = row {
                    values.formUnion(found.value)
                    row = try cursor.next()
                }
                return values
            }
            #expect(values.count == 1, "round \(round)")
            #expect(try copy.rowCount() == 200)
            // The copy can be written to.
            try copy.write(writeAll(255))
            copy.environment.close()
            for name in names(in: copyFolder) { unlink(copyFolder + "/" + name) }
        }
        flag.set()
        try await writing
        try store.environment.copy(to: path)
        #expect(sizeInBytes(path) < sizeInBytes(folder.path + "/store/log.mdb"))
        #expect(names(in: folder.path) == ["copy", "copy.mdb", "store"])
        store.environment.close()
    }

    @Test func `a reader can copy, and its copy equals the writer's`() throws {
        let store = try TestStore(folder.path + "/store")
        try store.write(1, [1])
        try store.environment.copy(to: folder.path + "/a.mdb")
        store.environment.close()
        let reader = try TestStore(folder.path + "/store", isReadOnly: true)
        try reader.environment.copy(to: folder.path + "/b.mdb")
        #expect(contents(folder.path + "/a.mdb") == contents(folder.path + "/b.mdb"))
        reader.environment.close()
        #expect(throws: StorageError.closed) { try reader.environment.copy(to: folder.path + "/c.mdb") }
        #expect(names(in: folder.path) == ["a.mdb", "b.mdb", "store"])
    }

    @Test func `a name that is taken is refused and left alone, also when it is a link to nothing`() throws {
        let store = try TestStore(folder.path + "/store")
        writeFile(folder.path + "/taken", [7])
        symlink("/nowhere", folder.path + "/link")
        for name in ["taken", "link", "store"] {
            let path = folder.path + "/" + name
            #expect(throws: StorageError.alreadyExists(path: path)) { try store.environment.copy(to: path) }
        }
        #expect(contents(folder.path + "/taken") == [7])
        let missing = folder.path + "/none/copy"
        #expect(throws: StorageError.io(operation: "create a copy", path: missing, code: ENOENT)) {
            try store.environment.copy(to: missing)
        }
        #expect(names(in: folder.path) == ["link", "store", "taken"])
        store.environment.close()
    }

    @Test(.enabled(if: SmallVolume.canMount, "only root can mount a small disk"))
    func `a copy to a disk that is too small is an error that leaves nothing there`() throws {
        let volume = try SmallVolume(kibibytes: 512)
        let store = try TestStore(folder.path + "/store")
        for number in 0..<20 as Range<UInt64> { try store.write(number, Array(repeating: 1, count: 100_000)) }
        let path = volume.path + "/copy.mdb"
        #expect(throws: StorageError.diskFull(path: path)) { try store.environment.copy(to: path) }
        #expect(names(in: volume.path).isEmpty)
        // The log goes on.
        try store.write(1, [1])
        store.environment.close()
    }
}
