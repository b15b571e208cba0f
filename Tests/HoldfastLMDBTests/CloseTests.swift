import Glibc
import HoldfastLMDB
import Testing

@Suite(.timeLimit(.minutes(10))) struct CloseTests {
    let folder = Folder(isInMemory: true)

    /// damus#3386, lmdbjava#185, lmdbjava#279.
    @Test func `closing waits for eight racing readers and refuses new ones`() async throws {
        for _ in 0..<(isLong ? 200 : 8) {
            let store = try TestStore(folder.path)
            try store.write(1, Array(repeating: 7, count: 3000))
            let reading = Monitored<Bool>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await onThread {
                            defer { reading.set(true) }
                            for count in 0... {
                                do throws(StorageError) {
                                    let row = try store.value("1")
                                    guard row == Array(repeating: 7, count: 3000) else {
                                        throw .rejected(detail: "row")
                                    }
                                } catch {
                                    if error == .closed { return }
                                    throw error
                                }
                                if count == 0 { reading.set(true) }
                            }
                        }
                    }
                }
                group.addTask {
                    try await onThread {
                        _ = reading.wait()
                        store.environment.close()
                    }
                }
                try await group.waitForAll()
            }
            #expect(throws: StorageError.closed) { try store.rowCount() }
            #expect(throws: StorageError.closed) { try store.put(1, []) }
        }
    }

    @Test func `what was queued before the close is written, and what comes after is refused`() throws {
        let store = try TestStore(folder.path)
        let outcomes = Outcomes()
        for number in 0..<500 as Range<UInt64> { try store.put(number, [1]) { outcomes.add(number, $0) } }
        store.environment.close()
        store.environment.close()
        for number in 0..<500 as Range<UInt64> { #expect(outcomes.all[number] == [true]) }
        let reader = try TestStore(folder.path, isReadOnly: true)
        #expect(try reader.rowCount() == 500)
        reader.environment.close()
    }

    /// acton#3007, py-lmdb#200.
    @Test func `five hundred opens and closes leave no descriptor, thread or mapping behind`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Patience.limitThisProcess()
            for number in 0..<500 {
                let store = try TestStore(path, isReadOnly: number % 5 == 4)
                if number % 5 != 4 { try store.write(UInt64(number), [1]) }
                store.environment.close()
                // Refused opens leave nothing either.
                _ = try? TestStore("/proc", isReadOnly: true)
            }
            let open = names(in: "/proc/self/fd").filter { target(of: "/proc/self/fd/\($0)").hasPrefix(path) }
            if !open.isEmpty { exit(1) }
            let maps = String(decoding: contentsOfSpecialFile("/proc/self/maps"), as: UTF8.self)
            if maps.contains("log.mdb") { exit(2) }
            // A writer thread ends right after it has closed; it needs a moment to be gone.
            for _ in 0..<10_000 where writerThreadCount() > 0 { sched_yield() }
            exit(writerThreadCount() == 0 ? 0 : 3)
        }
    }
}

private func writerThreadCount() -> Int {
    names(in: "/proc/self/task").count { task in
        String(decoding: contentsOfSpecialFile("/proc/self/task/\(task)/comm"), as: UTF8.self)
            .hasPrefix("holdfast-writer")
    }
}
