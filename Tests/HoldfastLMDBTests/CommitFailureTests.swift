import Glibc
import HoldfastLMDB
import Testing

/// Commits that fail on disk. LMDB writes data through one descriptor and its header through another; each is replaced
/// by one that cannot be written to.
@Suite(.timeLimit(.minutes(10))) struct CommitFailureTests {
    let folder = Folder(isInMemory: true)

    /// ModSecurity#2601.
    @Test func `a commit whose data cannot be written fails once, and the next one succeeds`() throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let outcomes = Outcomes()
        try BrokenDescriptor.with(store.environment.directory + "/log.mdb", isForHeader: false) {
            let gate = try BlockedWriter(store)
            for number in 2...9 as ClosedRange<UInt64> { try store.put(number, [2]) { outcomes.add(number, $0) } }
            gate.release()
            store.environment.waitUntilIdle()
        }
        let failure = StorageError.io(
            operation: "commit to", path: store.environment.directory + "/log.mdb", code: EBADF)
        for number in 2...9 as ClosedRange<UInt64> { #expect(outcomes.errors[number] == [failure]) }
        #expect(try store.rowCount() == 1)
        try store.write(2, [2])
        #expect(try store.rowCount() == 2)
        try store.environment.checkPages()
        store.environment.close()
    }

    @Test func `a commit whose header cannot be written is unknown, then the store is dead until it is opened again`()
        throws
    {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let path = store.environment.directory + "/log.mdb"
        let outcomes = Outcomes()
        try BrokenDescriptor.with(path, isForHeader: true) {
            let gate = try BlockedWriter(store)
            for number in 2...9 as ClosedRange<UInt64> { try store.put(number, [2]) { outcomes.add(number, $0) } }
            // Behind the group's size limit: never begun, so nothing about it is unknown.
            try store.environment.submit(
                WriteJob(sizeInBytes: 2 << 20, body: { _ in }, completion: { outcomes.add(10, $0) }))
            gate.release()
            store.environment.waitUntilIdle()
        }
        for number in 2...9 as ClosedRange<UInt64> {
            #expect(outcomes.errors[number] == [.commitOutcomeUnknown(path: path)])
        }
        #expect(outcomes.errors[10] == [.environmentDead(path: path)])
        for _ in 0..<2 {
            #expect(throws: StorageError.environmentDead(path: path)) { try store.write(3, [3]) }
            #expect(throws: StorageError.environmentDead(path: path)) { try store.rowCount() }
        }
        store.environment.close()
        let again = try TestStore(folder.path)
        let count = try again.rowCount()
        #expect(count == 1 || count == 9, "\(count) rows: the group has happened in part")
        try again.write(20, [1])
        #expect(try again.rowCount() == count + 1)
        try again.environment.checkPages()
        again.environment.close()
    }

    /// A commit fails while every reader slot is taken: that it is unknown must be seen all the same.
    @Test func `an unknown outcome is told from a known one without a reader slot`() throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let path = store.environment.directory + "/log.mdb"
        var error: StorageError?
        try withSnapshots(StorageLimits.readerCountMax, of: store) { () throws(StorageError) in
            do throws(StorageError) {
                try BrokenDescriptor.with(path, isForHeader: true) { () throws(StorageError) in try store.write(2, [2])
                }
            } catch let failure {
                error = failure
            }
        }
        #expect(error == .commitOutcomeUnknown(path: path))
        store.environment.close()
    }
}

/// Takes a descriptor of a log that LMDB writes through and puts one in its place that refuses.
enum BrokenDescriptor {
    static func with<E: Error>(_ path: String, isForHeader: Bool, _ body: () throws(E) -> Void) throws(E) {
        let number = names(in: "/proc/self/fd").compactMap { Int32($0) }.first { descriptor in
            guard target(of: "/proc/self/fd/\(descriptor)") == path else { return false }
            let flags = fcntl(descriptor, F_GETFL)
            return flags & O_ACCMODE == O_RDWR || flags & O_ACCMODE == O_WRONLY
                ? (flags & O_DSYNC != 0) == isForHeader : false
        }
        guard let number else { preconditionFailure("LMDB has no such descriptor") }
        let saved = fcntl(number, F_DUPFD_CLOEXEC, 100)
        let refusing = open(path, O_RDONLY | O_CLOEXEC)
        replace(number, by: refusing)
        defer { replace(number, by: saved) }
        try body()
    }

    private static func replace(_ number: Int32, by other: Int32) {
        dup2(other, number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        close(other)
    }
}

/// Holds the writer thread inside a group of its own, so that what is submitted meanwhile becomes one group.
final class BlockedWriter: Sendable {
    private let mayGoOn = Monitored<Bool>()

    init(_ store: TestStore) throws(StorageError) {
        let isRunning = Monitored<Bool>()
        try store.environment.submit(
            WriteJob(
                sizeInBytes: 1, body: { _ in },
                completion: { [mayGoOn] _ in
                    isRunning.set(true)
                    _ = mayGoOn.wait()
                }))
        _ = isRunning.wait()
    }

    func release() { mayGoOn.set(true) }
}
