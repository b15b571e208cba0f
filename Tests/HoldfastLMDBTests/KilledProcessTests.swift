import Glibc
import HoldfastLMDB
import Testing

/// What killed processes leave behind: reader slots, and the lock on writing.
@Suite(.timeLimit(.minutes(10))) struct KilledProcessTests {
    let folder = Folder(isInMemory: true)

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
        try store.write(1, [1])
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            Patience.limitThisProcess()
            let reader = try TestStore(path, isReadOnly: true)
            try KilledProcessTests.fillSlotsAndDie(reader)
        }
        #expect(try store.environment.readers().snapshotCount == StorageLimits.readerCountMax)
        // Every slot is taken by a dead process now; the next reader looks for such and goes on.
        #expect(try store.rowCount() == 1)
        #expect(try store.environment.readers().snapshotCount == 0)
        store.environment.close()
    }

    /// cocoindex-code#129, frappe/mail#559, lmdbjava#229. Five snapshots each nearly fill the table.
    @Test(.enabled(if: Child.hasPythonLMDB, "needs Debian's python3-lmdb"))
    func `two hundred killed readers hold no slot of the next ones`() async throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let readers = try Child([
            Child.python, "-c",
            """
            import os, signal, sys, lmdb
            signal.alarm(60)
            alive, parent = os.pipe()
            pids = []
            for _ in range(200):
                mine, theirs = os.pipe()
                pid = os.fork()
                if pid == 0:
                    os.close(parent)
                    log = lmdb.open(sys.argv[1], subdir=False, readonly=True, max_readers=1024, max_spare_txns=0)
                    held = [log.begin() for _ in range(5)]
                    os.write(theirs, b"1")
                    # Until it is killed, or the parent is gone.
                    os.read(alive, 1)
                    os._exit(1)
                os.close(theirs)
                pids.append(pid)
                if os.read(mine, 1) != b"1": sys.exit("no snapshots")
                os.close(mine)
            for pid in pids: os.kill(pid, signal.SIGKILL)
            for pid in pids: os.waitpid(pid, 0)
            print("killed", flush=True)
            """, folder.log,
        ])
        #expect(try await readers.readLine() == "killed")
        try await readers.kill9()
        #expect(try store.environment.readers().snapshotCount == 1000)
        // More snapshots than there are free slots, so the dead are looked for.
        try withSnapshots(100, of: store) { () throws(StorageError) in
            #expect(try store.environment.readers().snapshotCount == 100)
        }
        #expect(try store.environment.readers() == .none)
        store.environment.close()
    }

    @Test func `slots of killed readers are freed by the writer after a thousand commits and when it opens`()
        async throws
    {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let path = folder.path
        for isReopened in [false, true] {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                Patience.limitThisProcess()
                let reader = try TestStore(path, isReadOnly: true)
                try reader.environment.read { _ throws(StorageError) in
                    _ = kill(getpid(), SIGKILL)
                }
            }
            #expect(try store.environment.readers().snapshotCount == 1)
            if isReopened {
                // A second reader keeps the lock file in use, so that it is not just made anew.
                try await keepingLockFileInUse { [folder] in
                    store.environment.close()
                    let again = try TestStore(folder.path)
                    #expect(try again.environment.readers().snapshotCount == 0)
                    again.environment.close()
                }
            } else {
                for number in 0..<1001 as Range<UInt64> { try store.write(number, [1]) }
                #expect(try store.environment.readers().snapshotCount == 0)
            }
        }
    }

    /// Runs `body`, on a thread of its own, while another process has the log open.
    private func keepingLockFileInUse(_ body: @escaping @Sendable () throws -> Void) async throws {
        let isOpen = Message(in: folder.path, "open")
        let isDone = Message(in: folder.path, "done")
        let path = folder.path
        let acting = try OwnThread {
            defer { isDone.send() }
            guard Message.receive(isOpen.path) else { throw ChildTrouble(reason: "the other process did not open") }
            try body()
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let reader = try TestStore(path, isReadOnly: true)
            Message.send(path + "/open")
            _ = Message.receive(path + "/done")
            reader.environment.close()
            exit(0)
        }
        try await acting.value()
    }

    @Test func `a writer that is killed inside its transaction leaves the log usable`() async throws {
        try TestStore(folder.path).environment.close()
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            Patience.limitThisProcess()
            let store = try TestStore(path)
            try store.write { [table = store.table] transaction throws(StorageError) in
                try transaction.put(table, [1], [2])
                kill(getpid(), SIGKILL)
            }
        }
        let store = try TestStore(folder.path)
        #expect(try store.rowCount() == 0)
        try store.write(1, [2])
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }
}
