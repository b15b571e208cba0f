import Glibc
import HoldfastLMDB
import Testing

/// One log opened twice, by whatever path. A second open of the lock file would drop the locks of the first.
@Suite(.timeLimit(.minutes(10))) struct SameLogTwiceTests {
    let folder = Folder()

    /// py-lmdb#230, lmdb-js#164, slangpy#1170, lmdb-go#85.
    @Test func `a second open by any path is refused and the first keeps its slots and its writing`() async throws {
        let store = try TestStore(folder.path + "/store")
        try store.write(1, [1])
        let held = try HeldSnapshot(store)
        symlink(folder.path + "/store", folder.path + "/link")
        mkdir(folder.path + "/other", 0o700)
        link(folder.path + "/store/log.mdb", folder.path + "/other/log.mdb")
        for path in ["store", "store/.", "link", "link/../store", "other"].map({ folder.path + "/" + $0 }) {
            for isReadOnly in [false, true] {
                for spelled in [path, relative(path)] {
                    let refusal = #expect(throws: StorageError.self) { try TestStore(spelled, isReadOnly: isReadOnly) }
                    guard case .alreadyOpenInProcess = refusal else {
                        Issue.record("\(spelled): \(String(describing: refusal))")
                        continue
                    }
                }
            }
        }
        try await expectSlotSeenElsewhere(folder.path + "/store")
        held.release()
        try store.write(2, [2])
        #expect(try store.rowCount() == 2)
        try store.environment.checkPages()
        store.environment.close()
        try TestStore(folder.path + "/link").environment.close()
    }

    private func relative(_ path: String) -> String {
        guard let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        let depth = String(cString: current).split(separator: "/").count
        return String(repeating: "../", count: depth) + path.dropFirst()
    }

    /// Another process finds this one's lock on its number and the slot of its snapshot.
    private func expectSlotSeenElsewhere(_ directory: String) async throws {
        let pid = getpid()
        await #expect(processExitsWith: .success) { [path = directory as String, pid = pid as Int32] in
            Patience.limitThisProcess()
            let descriptor = open(path + "/log.mdb-lock", O_RDWR)
            var lock = flock(
                l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: off_t(pid), l_len: 1, l_pid: 0)
            guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_pid == pid else { exit(1) }
            close(descriptor)
            let reader = try TestStore(path, isReadOnly: true)
            exit(try reader.environment.readers().snapshotCount == 1 ? 0 : 2)
        }
    }

    @Test func `nothing that is done with an open log opens its lock file`() async throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let held = try HeldSnapshot(store)
        try store.environment.checkPages()
        try store.environment.copy(to: folder.path + "/copy.mdb")
        _ = try store.environment.readers()
        _ = try store.environment.mapUse()
        _ = try store.environment.lastTransactionNumber()
        for number in 0..<50 as Range<UInt64> { try store.write(number, [1]) }
        #expect(throws: StorageError.self) { try TestStore(folder.path, isReadOnly: true) }
        try await expectSlotSeenElsewhere(folder.path)
        held.release()
        store.environment.close()
    }

    @Test func `another log beside the lock file of an open one is refused`() async throws {
        try TestStore(folder.path + "/new").environment.close()
        let reader = try TestStore(folder.path + "/new", isReadOnly: true)
        let held = try HeldSnapshot(reader)
        // Somebody restores another log over the one that is read.
        try TestStore(folder.path + "/old").environment.close()
        rename(folder.path + "/old/log.mdb", folder.path + "/new/log.mdb")
        #expect(throws: StorageError.alreadyOpenInProcess(path: reader.environment.directory + "/log.mdb-lock")) {
            try TestStore(folder.path + "/new", isReadOnly: true)
        }
        try await expectSlotSeenElsewhere(folder.path + "/new")
        held.release()
        reader.environment.close()
        try TestStore(folder.path + "/new", isReadOnly: true).environment.close()
    }

    @Test func `a log that is linked into a second directory has one writer`() async throws {
        let store = try TestStore(folder.path + "/store")
        mkdir(folder.path + "/other", 0o700)
        link(folder.path + "/store/log.mdb", folder.path + "/other/log.mdb")
        let path = folder.path + "/other"
        await expectWriterElsewhere(path)
        store.environment.close()
        try TestStore(path).environment.close()
    }
}
