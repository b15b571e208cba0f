import Glibc
import HoldfastLMDB
import Testing

/// Use after a fork. The child shares locks, slots and descriptors with its parent and has none of its threads.
@Suite(.timeLimit(.minutes(10))) struct ForkTests {
    let folder = Folder()

    /// `fork`, which the Glibc module hides; looked up by name.
    static func forkProcess() -> pid_t {
        guard let address = dlsym(nil, "fork") else { return -1 }
        return unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)()
    }

    /// The exit code of a child that runs `body` and does nothing else.
    static func inFork(_ body: () -> Int32) -> Int32 { exitCode(of: startFork(body)) }

    static func startFork(_ body: () -> Int32) -> pid_t {
        let pid = forkProcess()
        if pid == 0 {
            dieWithParent()
            alarm(Patience.seconds)
            _exit(body())
        }
        return pid
    }

    /// A child that outlived its parent would keep the parent's pipes open, on which somebody waits. An alarm alone does
    /// not stop it: the first process of a namespace ignores what would end others.
    private static func dieWithParent() {
        guard let address = dlsym(nil, "prctl") else { return }
        let setParentDeathSignal: Int32 = 1
        let prctl = unsafeBitCast(address, to: (@convention(c) (Int32, UInt) -> Int32).self)
        _ = prctl(setParentDeathSignal, UInt(SIGKILL))
    }

    /// Less than zero after a signal.
    static func exitCode(of pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno != EINTR { return 99 }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    private static func isForked(_ body: () throws(StorageError) -> Void) -> Bool {
        do throws(StorageError) {
            try body()
        } catch .forked(_) {
            return true
        } catch {
            return false
        }
        return false
    }

    /// Each of these once handed the parent's lock or slot away, or waited for a thread that a child has not.
    static func misuse(_ store: TestStore) -> Int32 {
        if !isForked({ () throws(StorageError) in _ = try store.rowCount() }) { return 1 }
        if !isForked({ () throws(StorageError) in try store.put(1, []) }) { return 2 }
        if !isForked({ () throws(StorageError) in _ = try store.environment.readers() }) { return 3 }
        if !isForked({ () throws(StorageError) in try store.environment.copy(to: "/dev/null/x") }) { return 4 }
        store.environment.waitUntilIdle()
        store.environment.stop()
        store.environment.close()
        return 0
    }

    @Test func `a forked child is refused, and neither its close nor its exit harms the parent`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let store = try TestStore(path)
            try store.write(1, [1])
            let held = try HeldSnapshot(store)
            let code = ForkTests.inFork { ForkTests.misuse(store) }
            if code != 0 { exit(10 + code) }
            guard try store.environment.readers().snapshotCount == 1 else { exit(3) }
            // The lock on writing is still held: a child that opens the log itself is told by whom.
            let parent = getpid()
            let second = ForkTests.inFork {
                do throws(StorageError) {
                    _ = try TestStore(path)
                    return 1
                } catch .writerElsewhere(_, let pid) {
                    return pid == parent ? 0 : 2
                } catch {
                    return 3
                }
            }
            if second != 0 { exit(20 + second) }
            held.release()
            try store.write(2, [2])
            try store.environment.checkPages()
            store.environment.close()
            exit(0)
        }
    }

    @Test func `a forked child that lets its store go leaves the parent's locks`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            // Without a writer thread, which would keep it.
            var environment: Environment? = try Environment.open(directory: path, EnvironmentOptions())
            let code = ForkTests.inFork {
                environment = nil
                return 0
            }
            if code != 0 { exit(1) }
            let owner = String(decoding: contents(path + "/writer.lock"), as: UTF8.self)
            guard owner.hasPrefix("\(getpid())\n") else { exit(2) }
            let second = ForkTests.inFork {
                (try? Environment.open(directory: path, EnvironmentOptions())) == nil ? 0 : 1
            }
            if second != 0 { exit(3) }
            environment?.close()
            exit(0)
        }
    }

    @Test func `a snapshot that ends in a forked child keeps the parent's slot`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let store = try TestStore(path)
            var child: pid_t = -1
            var count = 0
            try store.environment.read { _ throws(StorageError) in
                child = ForkTests.forkProcess()
                if child == 0 { return }
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0 && errno == EINTR {}
                count = try store.environment.readers().snapshotCount
            }
            if child == 0 { _exit(0) }
            exit(count == 1 ? 0 : 1)
        }
    }

    /// lmdb-go#119, tari#1340, py-lmdb#346.
    @Test func `a program that is started during a snapshot leaves it alone`() async throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        try store.environment.read { outer throws(StorageError) in
            try store.environment.read { inner throws(StorageError) in
                #expect(try outer.rowCount(store.table) == 1)
                #expect(Glibc.system("true") == 0)
                #expect(try inner.rowCount(store.table) == 1)
            }
            #expect(try store.environment.readers().snapshotCount == 1)
        }
        store.environment.close()
    }
}
