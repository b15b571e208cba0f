import Glibc
import HoldfastLMDB
import Testing

@Suite struct ProcessTests {
    let folder = Folder()

    /// Begins snapshots inside each other and dies when there is no slot left.
    static func fillSlotsAndDie(_ store: TestStore) throws(StorageError) {
        do throws(StorageError) {
            try store.environment.read { _ throws(StorageError) in try fillSlotsAndDie(store) }
        } catch .readersFull(_) {
            kill(getpid(), SIGKILL)
        }
    }

    @Test func `the slots of a killed reader are used again`() async throws {
        let store = try TestStore(folder.path)
        try store.write { [table = store.table] transaction throws(StorageError) in
            try transaction.put(table, [1], [2])
        }
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let reader = try TestStore(path, isReadOnly: true)
            try ProcessTests.fillSlotsAndDie(reader)
        }
        // Every slot is taken by a dead process now.
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }

    @Test func `snapshots inside each other are allowed on one thread`() throws {
        let store = try TestStore(folder.path)
        let count = try store.environment.read { outer throws(StorageError) in
            try store.environment.read { inner throws(StorageError) in
                try outer.rowCount(store.table) + inner.rowCount(store.table)
            }
        }
        #expect(count == 0)
        store.environment.close()
    }

    @Test func `a writer that is killed inside its transaction leaves the log usable`() async throws {
        try TestStore(folder.path).environment.close()
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try TestStore(path)
            try store.write { [table = store.table] transaction throws(StorageError) in
                try transaction.put(table, [1], [2])
                kill(getpid(), SIGKILL)
            }
        }
        let store = try TestStore(folder.path)
        #expect(try store.rowCount() == 0)
        try store.write { [table = store.table] transaction throws(StorageError) in try transaction.put(table, [1], [2])
        }
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }

    @Test(.enabled(if: Privileges.canMount, "only root can mount a small disk"))
    func `opening a new log on a full disk is an error and not a signal`() async throws {
        let mount = folder.path + "/disk"
        mkdir(mount, 0o700)
        try #require(system("mount -t tmpfs -o size=256k holdfast-test '\(mount)'") == 0)
        defer { system("umount '\(mount)'") }
        writeFile(mount + "/filler", [UInt8](repeating: 1, count: 250_000))
        await #expect(processExitsWith: .success) { [mount = mount as String] in
            do throws(StorageError) {
                _ = try TestStore(mount + "/store")
                exit(1)
            } catch .diskFull(_) {
                exit(0)
            } catch {
                exit(2)
            }
        }
    }

    @Test(.enabled(if: Privileges.canMount, "only root can mount"))
    func `a read-only file system is read without making anything`() async throws {
        let store = try TestStore(folder.path + "/store")
        try store.write { [table = store.table] transaction throws(StorageError) in
            try transaction.put(table, [1], [2])
        }
        store.environment.close()
        let mount = folder.path + "/readonly"
        mkdir(mount, 0o700)
        try #require(
            system("mount --bind '\(folder.path)/store' '\(mount)' && mount -o remount,ro,bind '\(mount)'") == 0)
        defer { system("umount '\(mount)'") }
        let reader = try TestStore(mount, isReadOnly: true)
        #expect(try reader.rowCount() == 1)
        #expect(throws: StorageError.self) { try TestStore(mount) }
        // While it is read without slots, no writer may begin.
        let path = folder.path + "/store"
        await #expect(processExitsWith: .success) { [path = path as String] in
            do throws(StorageError) {
                _ = try TestStore(path)
                exit(1)
            } catch .writerElsewhere(_, _) {
                exit(0)
            } catch {
                exit(2)
            }
        }
        reader.environment.close()
        try TestStore(path).environment.close()
    }
}
