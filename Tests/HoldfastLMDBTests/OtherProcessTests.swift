import Glibc
import HoldfastLMDB
import Testing

/// Logs made by one process and read by another.
@Suite(.timeLimit(.minutes(10))) struct OtherProcessTests {
    let folder = Folder(isInMemory: true)

    /// heed#183, cocoindex#2299.
    @Test func `a reader finds the tables that another process made, in this snapshot and in later ones`() async throws
    {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let store = try TestStore(path)
            try store.write(1, [1])
            store.environment.close()
            exit(0)
        }
        let reader = try TestStore(folder.path, isReadOnly: true)
        for _ in 0..<3 { #expect(try reader.value("1") == [1]) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            let store = try TestStore(path)
            try store.write(2, [2])
            store.environment.close()
            exit(0)
        }
        #expect(try reader.value("2") == [2])
        reader.environment.close()
    }

    /// openldap ITS#10212: the two headers take turns, and the first opener must not be shown the older one.
    @Test func `a reader that opens a closed log first sees its last commit`() throws {
        for round in 0..<12 as Range<UInt64> {
            let store = try TestStore(folder.path)
            // An odd and an even number of commits.
            for number in 0...(round % 3) { try store.write(number, [UInt8(round)]) }
            try store.write(99, [UInt8(round), UInt8(round)])
            let last = try store.environment.lastTransactionNumber()
            store.environment.close()
            if round % 2 == 0 { unlink(folder.path + "/log.mdb-lock") }
            let reader = try TestStore(folder.path, isReadOnly: true)
            #expect(try reader.environment.lastTransactionNumber() == last)
            #expect(try reader.value("99") == [UInt8(round), UInt8(round)])
            #expect(try reader.environment.read { $0.number } == last)
            reader.environment.close()
        }
    }

    @Test func `a second writing process is refused with the owner's number, and can read`() async throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let path = folder.path
        let owner = getpid()
        await #expect(processExitsWith: .success) { [path = path as String, owner = owner as Int32] in
            Patience.limitThisProcess()
            for _ in 0..<3 {
                do throws(StorageError) {
                    _ = try TestStore(path)
                    exit(1)
                } catch .writerElsewhere(_, let pid) {
                    if pid != owner { exit(2) }
                } catch {
                    exit(3)
                }
            }
            let reader = try TestStore(path, isReadOnly: true)
            exit(try reader.rowCount() == 1 ? 0 : 4)
        }
        #expect(String(decoding: contents(folder.path + "/writer.lock"), as: UTF8.self).hasPrefix("\(owner)\n"))
        try store.write(2, [2])
        store.environment.close()
        #expect(contents(folder.path + "/writer.lock").allSatisfy { $0 == UInt8(ascii: "\n") })
    }
}
