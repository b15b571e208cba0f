import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A writer that is killed while others read, and a store that may not be written to at all.
@Suite(.timeLimit(.minutes(10))) struct KilledWriterTests {
    static let killCount = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == nil ? 4 : 40

    @Test func `a writer killed under its readers leaves them a sound log`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("store")
        try await WorkedStore.reopen(path)
        for round in 0..<Self.killCount {
            let follower = try ChildProcess([Tool.path, "log", "-f", "--json", "--store", path])
            let first = try LogLine(follower.readLine()).position
            #expect(first == 0)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
                var options = EngineOptions()
                options.mode = .commandsOnly
                let engine = try await OfflineEngine.open(at: path, options: options)
                for number in 0..<40 {
                    let item = Registration(id: "item-\(round)-\(number)", sources: ["https://a.invalid/b"])
                    _ = try await engine.register(item)
                    if number % 13 == 0 { await engine.startFlush() }
                }
                kill(getpid(), SIGKILL)
            }
            let log = try Tool.run(["log", "--json"], store: path)
            let positions = try log.lines.map { try LogLine($0).position }
            #expect(log.code == 0 && positions == Array(0..<UInt64(positions.count)), "round \(round): \(log.errors)")
            let registered = log.lines.count { $0.contains("item:item-\(round)-") }
            #expect(registered == 40, "round \(round): \(registered) of 40 acknowledged records")
            for position in 1..<UInt64(positions.count) {
                #expect(try LogLine(follower.readLine()).position == position, "round \(round)")
            }
            kill(follower.identifier, SIGKILL)
            _ = follower.wait()
            let verify = try Tool.run(["verify"], store: path)
            #expect(verify.code == 0, "round \(round): \(verify.output) \(verify.errors)")
        }
    }

    @Test(.enabled(if: SmallVolume.canMount, "needs root, to mount a volume and make it read-only"))
    func `a store on a read-only volume is read, and not written to`() async throws {
        let volume = try SmallVolume(kibibytes: 8 << 10)
        let path = volume.path + "/store"
        try await WorkedStore.reopen(path)
        let before = try Tool.run(["log", "--json"], store: path)
        #expect(before.code == 0 && !before.output.isEmpty, "\(before.errors)")
        try volume.makeReadOnly()
        for arguments in [["log", "--json"], ["status"], ["verify"], ["state"]] {
            let end = try Tool.run(arguments, store: path)
            #expect(end.code == 0 && end.errors.isEmpty, "\(arguments): \(end.code) \(end.errors)")
            if arguments == ["log", "--json"] { #expect(end.output == before.output) }
        }
        let written = try Tool.run(["set", "queue.maxConcurrent", "3"], store: path)
        #expect(written.code == 77, "\(written.code) \(written.errors)")
    }
}
