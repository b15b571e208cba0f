import Glibc
import HoldfastLMDB
import HoldfastTestSupport
import Testing

/// Full disks, real ones of a few hundred kibibytes. LMDB turns a short write into "input/output error", and a page
/// that cannot be made into a signal. py-lmdb#161, PowerDNS/lmdb-go#40, ModSecurity#2601.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SmallVolume.canMount, "only root can mount a small disk"))
struct FullDiskTests {
    private func fill(_ volume: SmallVolume, leavingInBytes rest: Int) {
        var status = statvfs()
        guard statvfs(volume.path, &status) == 0 else { return }
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        writeFile(volume.path + "/filler", [UInt8](repeating: 1, count: max(0, free - rest)))
    }

    @Test(arguments: [0, 4096, 40_960, 131_072])
    func `opening a new log on a full disk is an error and not a signal`(_ rest: Int) async throws {
        let volume = try SmallVolume(kibibytes: 512)
        fill(volume, leavingInBytes: rest)
        let path = volume.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            do throws(StorageError) {
                _ = try TestStore(path + "/store")
                exit(1)
            } catch .diskFull(_) {
                exit(0)
            } catch {
                exit(2)
            }
        }
    }

    @Test func `a log that is there opens and is read on a full disk, and removing rows works`() throws {
        let volume = try SmallVolume(kibibytes: 4096)
        let path = volume.path + "/store"
        let before = try TestStore(path)
        for number in 0..<100 as Range<UInt64> { try before.write(number, Array(repeating: 1, count: 3000)) }
        before.environment.close()
        fill(volume, leavingInBytes: 0)
        let reader = try TestStore(path, isReadOnly: true)
        #expect(try reader.rowCount() == 100)
        reader.environment.close()
        let store = try TestStore(path)
        #expect(try store.rowCount() == 100)
        #expect(throws: StorageError.diskFull(path: path + "/log.mdb")) {
            try store.write(500, Array(repeating: 1, count: 200_000))
        }
        for number in 0..<50 as Range<UInt64> { try store.remove(number) }
        try store.write(501, Array(repeating: 1, count: 50_000))
        #expect(try store.rowCount() == 51)
        try store.environment.checkPages()
        store.environment.close()
    }

    @Test func `an append that fails for want of room fails every waiter once, and a smaller one succeeds`() throws {
        let volume = try SmallVolume(kibibytes: 2048)
        let store = try TestStore(volume.path + "/store")
        let outcomes = Outcomes()
        let gate = try BlockedWriter(store)
        // All of one group: fifteen small rows and one that does not fit. One more waits behind the group's size limit.
        for number in 0..<15 as Range<UInt64> { try store.put(number, [1]) { outcomes.add(number, $0) } }
        try store.environment.submit(
            WriteJob(
                sizeInBytes: 1,
                body: { [table = store.table] transaction throws(StorageError) in
                    try transaction.put(table, [1], Array(repeating: 1, count: 3 << 20))
                }, completion: { outcomes.add(15, $0) }))
        try store.environment.submit(
            WriteJob(sizeInBytes: 2 << 20, body: { _ in }, completion: { outcomes.add(16, $0) }))
        gate.release()
        store.environment.waitUntilIdle()
        for number in 0...16 as ClosedRange<UInt64> { #expect(outcomes.all[number] == [false]) }
        for number in 0...16 as ClosedRange<UInt64> {
            #expect(outcomes.errors[number] == [.diskFull(path: store.environment.directory + "/log.mdb")])
        }
        #expect(try store.rowCount() == 0)
        try store.write(1, [1])
        #expect(try store.rowCount() == 1)
        try store.environment.checkPages()
        store.environment.close()
    }

    @Test func `the map grows on a disk that cannot take it, and the error is that of the disk`() throws {
        let volume = try SmallVolume(kibibytes: 2048)
        let store = try TestStore(volume.path + "/store", mapSizeInBytes: 64 << 10)
        #expect(throws: StorageError.diskFull(path: store.environment.directory + "/log.mdb")) {
            try store.write(1, Array(repeating: 1, count: 4 << 20))
        }
        try store.write(1, [1])
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }

    @Test func `a large write of a derived table that does not fit changes nothing`() throws {
        let volume = try SmallVolume(kibibytes: 2048)
        let store = try TestStore(volume.path + "/store")
        let table = store.table
        let flush: @Sendable (UInt8, Int) -> WriteJob.Body = { round, rowCount in
            { transaction throws(StorageError) in
                try transaction.clear(table)
                for number in 0..<UInt64(rowCount) {
                    try withKey(number) { key throws(StorageError) in
                        try withBytes(of: [UInt8](repeating: round, count: 500)) { value throws(StorageError) in
                            try transaction.put(table, key, value)
                        }
                    }
                }
            }
        }
        try store.write(flush(1, 1000))
        for rowCount in [20_000, 4_000, 3_000] {
            #expect(throws: StorageError.diskFull(path: store.environment.directory + "/log.mdb")) {
                try store.write(flush(2, rowCount))
            }
            #expect(try store.rowCount() == 1000)
        }
        try store.write(flush(3, 500))
        #expect(try store.rowCount() == 500)
        try store.environment.checkPages()
        store.environment.close()
    }
}
