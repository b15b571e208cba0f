import Glibc
import Testing

@testable import HoldfastLMDB

/// The table of reader slots: its limit, its numbers, and containers that share it.
@Suite(.timeLimit(.minutes(10))) struct ReaderSlotTests {
    let folder = Folder(isInMemory: true)

    /// Opens snapshots inside each other until one is refused; inside, runs `body`.
    private func withAllSlotsTaken(
        _ store: TestStore, _ body: (StorageError) throws(StorageError) -> Void
    ) throws(StorageError) {
        var refusal: StorageError?
        do throws(StorageError) {
            try store.environment.read { _ throws(StorageError) in try withAllSlotsTaken(store, body) }
        } catch {
            refusal = error
        }
        // Only the innermost one is refused itself; the others pass on what it threw.
        if let refusal {
            guard case .readersFull = refusal else { throw refusal }
            try body(refusal)
        }
    }

    @Test func `when all reader slots are taken the error names the limit, and one that is given back is enough`()
        throws
    {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        var isChecked = false
        try withAllSlotsTaken(store) { error throws(StorageError) in
            #expect(error == .readersFull(readerCountMax: 1024))
            #expect("\(error)".contains("All 1024 reader slots"))
            // Writing needs no slot. It waits here for its commit, inside the snapshots.
            try store.write(2, [2])
            isChecked = true
        }
        #expect(isChecked)
        #expect(try store.rowCount() == 2)
        // A snapshot of another thread takes a slot as well; with it released there is one again.
        let held = try HeldSnapshot(store)
        try withAllSlotsTaken(store) { _ throws(StorageError) in
            #expect(throws: StorageError.readersFull(readerCountMax: 1024)) { try store.rowCount() }
            held.release()
            #expect(try store.rowCount() == 2)
        }
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

    @Test func `the lag of the oldest snapshot is told in commits`() throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        #expect(try store.environment.readers() == .none)
        let held = try HeldSnapshot(store)
        for number in 0..<7 as Range<UInt64> { try store.write(number, [1]) }
        let newer = try HeldSnapshot(store)
        let use = try store.environment.readers()
        #expect(use.snapshotCount == 2)
        #expect(use.oldestLag == 7)
        held.release()
        #expect(try store.environment.readers().oldestLag == 0)
        newer.release()
        #expect(try store.environment.readers() == .none)
        store.environment.close()
    }

    @Test func `lines of LMDB's list are read, and its headings are no slots`() {
        #expect(ReaderSlot(line: "    pid     thread     txnid\n") == nil)
        #expect(ReaderSlot(line: "(no active readers)\n") == nil)
        #expect(ReaderSlot(line: "(no reader locks)\n") == nil)
        #expect(
            ReaderSlot(line: "      4711 7f3a80 42\n").map { [Int($0.pid), Int($0.transaction ?? 0)] } == [4711, 42])
        #expect(ReaderSlot(line: "      4711 7f3a80 -\n")?.transaction == .some(nil))
    }

    @Test func `dead readers are looked for every 64 commits or every minute`() {
        var schedule = ReaderCheckSchedule(nowInSeconds: 100)
        let times = Array(repeating: 100, count: 64) + [159, 160, 161]
        let due = times.enumerated().filter { schedule.noteCommit(nowInSeconds: $0.element) }.map(\.offset)
        #expect(due == [63, 65])
    }
}

/// Two containers that share a store, each with a process of the same number. PowerDNS lightningstream `--minimum-pid`.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Namespace.canMake, "needs root to make a process namespace"))
struct ContainerTests {
    let folder = Folder(isInMemory: true)

    @Test func `a process number that a reader of another container has is a typed error`() async throws {
        try TestStore(folder.path).environment.close()
        let path = folder.path
        let isOpen = Message(in: path, "open")
        let isDone = Message(in: path, "done")
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let first = Namespace.startAsNumberOne {
                guard let reader = try? TestStore(path, isReadOnly: true), let held = try? HeldSnapshot(reader)
                else { return 1 }
                Message.send(path + "/open")
                guard Message.receive(path + "/done") else { return 2 }
                // The other one must not have taken this slot away.
                guard (try? reader.environment.readers().snapshotCount) == 1 else { return 3 }
                held.release()
                return (try? reader.rowCount()) == 0 ? 0 : 4
            }
            guard Message.receive(path + "/open") else { exit(10) }
            let second = Namespace.asNumberOne {
                do throws(StorageError) {
                    _ = try TestStore(path, isReadOnly: true)
                    return 1
                } catch {
                    guard error == .readerSlotConflict(pid: 1) else { return 2 }
                    return "\(error)".contains("container") ? 0 : 3
                }
            }
            Message.send(path + "/done")
            let firstCode = ForkTests.exitCode(of: first)
            exit(second == 0 ? firstCode : 20 + second)
        }
        withExtendedLifetime((isOpen, isDone)) {}
    }

    @Test func `slots that a killed process of the same number left are given back at open`() async throws {
        // This process keeps the lock file in use, so that nobody makes it anew.
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let code = Namespace.asNumberOne {
                guard let reader = try? TestStore(path, isReadOnly: true) else { return 1 }
                return (try? reader.environment.read { _ throws(StorageError) in _exit(77) }) ?? 2
            }
            exit(code == 77 ? 0 : 1)
        }
        #expect(try store.environment.readers().snapshotCount == 1)
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            exit(
                Namespace.asNumberOne {
                    guard let reader = try? TestStore(path, isReadOnly: true) else { return 1 }
                    guard (try? reader.environment.readers().snapshotCount) == 0 else { return 2 }
                    return (try? reader.rowCount()) == 1 ? 0 : 3
                })
        }
        #expect(try store.rowCount() == 1)
        store.environment.close()
    }
}

/// A process namespace of its own, as each container has.
enum Namespace {
    static let canMake = Privileges.isRoot && system("unshare --pid --fork true 2>/dev/null") == 0

    /// The exit code of `body`, run in a child that is process 1 of a new namespace.
    static func asNumberOne(_ body: () -> Int32) -> Int32 { ForkTests.exitCode(of: startAsNumberOne(body)) }

    /// A process can make one such namespace for its children, so each is made by a child of its own.
    static func startAsNumberOne(_ body: () -> Int32) -> pid_t {
        ForkTests.startFork {
            guard let address = dlsym(nil, "unshare") else { return 90 }
            let newProcessNumbers: Int32 = 0x2000_0000
            let unshare = unsafeBitCast(address, to: (@convention(c) (Int32) -> Int32).self)
            guard unshare(newProcessNumbers) == 0 else { return 91 }
            return ForkTests.inFork { getpid() == 1 ? body() : 92 }
        }
    }
}
