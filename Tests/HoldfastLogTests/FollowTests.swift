import Glibc
import HoldfastLMDB
import HoldfastLog
import Testing

@Suite struct FollowTests {
    let folder = Folder()

    @Test func `following sees each commit of its process and ends with the log`() async throws {
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        var counts = log.follow(from: 0).makeAsyncIterator()
        for position in 0..<50 as Range<UInt64> {
            try await log.submit([Sample.record("r")], at: position).durable()
            let count = await counts.next(isolation: nil)
            #expect(count == position + 1)
        }
        var late = log.follow(from: 49).makeAsyncIterator()
        #expect(await late.next(isolation: nil) == 50)
        await log.close()
        #expect(await counts.next(isolation: nil) == nil)
        #expect(await late.next(isolation: nil) == nil)
        var after = log.follow(from: 0).makeAsyncIterator()
        #expect(await after.next(isolation: nil) == nil)
    }

    @Test func `following sees commits of another process`() async throws {
        try await EventLog.open(directory: folder.path, options: Sample.options).close()
        let reader = try EventLog.open(
            directory: folder.path, options: Sample.options([], access: .readOnly))
        let path = folder.path
        async let child = #expect(processExitsWith: .success) { [path = path as String] in
            do {
                let log = try EventLog.open(directory: path, options: Sample.options)
                for position in 0..<20 as Range<UInt64> {
                    try await log.submit([Sample.record("r", subject: .first("s\(position)"))], at: position).durable()
                }
                await log.close()
                exit(0)
            } catch {
                exit(1)
            }
        }
        var last: UInt64 = 0
        for await count in reader.follow(from: 0) {
            #expect(count > last)
            last = count
            if count == 20 { break }
        }
        _ = await child
        #expect(last == 20)
        #expect(try reader.subjectNumber("s19") == 19)
        #expect(try reader.verify().isSound)
        await reader.close()
    }

    @Test func `a cancelled follower ends`() async throws {
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        let task = Task { () -> Bool in
            for await _ in log.follow(from: 0) { return false }
            return true
        }
        task.cancel()
        #expect(await task.value)
        await log.close()
    }
}
