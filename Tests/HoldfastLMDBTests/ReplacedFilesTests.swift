import Glibc
import HoldfastLMDB
import Testing

/// Files that are removed or replaced under an open store. Without the check, 100 of 300 acknowledged writes were lost.
@Suite(.timeLimit(.minutes(10))) struct ReplacedFilesTests {
    let folder = Folder(isInMemory: true)

    enum Harm: CaseIterable { case removed, replaced, removedForAWhile }

    @Test(arguments: ["log.mdb", "log.mdb-lock", "writer.lock"], Harm.allCases)
    func `a file that goes away under a writer stops its writing for good`(_ name: String, _ harm: Harm) throws {
        let store = try TestStore(folder.path)
        try store.write(1, [1])
        let path = store.environment.directory + "/" + name
        let bytes = contents(path)
        switch harm {
        case .removed: unlink(path)
        case .replaced:
            unlink(path)
            writeFile(path, bytes)
        case .removedForAWhile:
            rename(path, path + ".away")
            #expect(throws: StorageError.replaced(path: path)) { try store.write(2, [2]) }
            rename(path + ".away", path)
        }
        let outcomes = Outcomes()
        for number in 2...5 as ClosedRange<UInt64> { try store.put(number, [2]) { outcomes.add(number, $0) } }
        store.environment.waitUntilIdle()
        for number in 2...5 as ClosedRange<UInt64> { #expect(outcomes.all[number] == [false]) }
        let error = #expect(throws: StorageError.replaced(path: path)) { try store.write(2, [2]) }
        #expect(error.map { "\($0)" }?.contains("Open the store again") == true)
        // What is open can still be read.
        #expect(try store.rowCount() == 1)
        store.environment.close()
        let again = try TestStore(folder.path)
        try again.write(3, [3])
        again.environment.close()
    }

    @Test func `a store whose directory is renamed goes on`() throws {
        let store = try TestStore(folder.path + "/store")
        try store.write(1, [1])
        rename(folder.path + "/store", folder.path + "/moved")
        try store.write(2, [2])
        store.environment.close()
        let again = try TestStore(folder.path + "/moved")
        #expect(try again.rowCount() == 2)
        again.environment.close()
    }

    /// The loss itself: a second writer, let in by the removal of both lock files.
    @Test func `no acknowledged write is lost when lock files are removed and a second writer comes`() async throws {
        let store = try TestStore(folder.path)
        for number in 0..<100 as Range<UInt64> { try store.write(number, [1]) }
        unlink(folder.path + "/log.mdb-lock")
        unlink(folder.path + "/writer.lock")
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            // The lock on the log itself still stands.
            do throws(StorageError) {
                let second = try TestStore(path)
                for number in 100..<200 as Range<UInt64> { try second.write(number, [2]) }
                second.environment.close()
                exit(1)
            } catch .writerElsewhere(_, _) {
                exit(0)
            } catch {
                exit(2)
            }
        }
        for number in 200..<300 as Range<UInt64> {
            #expect(throws: StorageError.self) { try store.write(number, [3]) }
        }
        store.environment.close()
        let reader = try TestStore(folder.path)
        #expect(try reader.rowCount() == 100)
        reader.environment.close()
    }
}
