import Foundation
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// C43: the log's own volume is full, for real.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct FullLogVolumeTests {
    let volume: SmallVolume
    let store: String

    init() throws {
        // Room for the reserve of 4 MiB, and for the 8 MiB that a new log asks to be free.
        volume = try SmallVolume(kibibytes: 12 << 10)
        store = "\(volume.path)/store"
    }

    private func open(_ change: (inout EngineOptions) -> Void = { _ in }) async throws -> OfflineEngine {
        var options = EngineOptions()
        options.clock = FastClock()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        change(&options)
        return try await OfflineEngine.open(at: store, options: options)
    }

    /// Takes every free byte of the volume.
    private static func fill(_ path: String) {
        let file = Glibc.open("\(path)/ballast", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4096)
        while write(file, page, page.count) > 0 {}
    }

    private func free() { unlink("\(volume.path)/ballast") }

    /// A snapshot that is read until it is let go of: no page that it sees is used again, so every commit needs new room.
    private final class HeldSnapshot: Sendable {
        private let isOpen = DispatchSemaphore(value: 0)
        private let isOver = DispatchSemaphore(value: 0)
        private let isClosed = DispatchSemaphore(value: 0)

        func hold(_ store: OfflineStore) {
            Foundation.Thread.detachNewThread { [self] in
                try? store.read { _ in
                    isOpen.signal()
                    isOver.wait()
                }
                isClosed.signal()
            }
            isOpen.wait()
        }

        func letGo() {
            isOver.signal()
            isClosed.wait()
        }
    }

    /// Uses up the pages that the log had free before.
    private func registerMany(_ engine: OfflineEngine) async throws {
        for number in 0..<50 {
            try await engine.register(Registration(id: "item\(number)", sources: ["https://example.org/a"]))
        }
    }

    private func problems() throws -> [StoreVerification.Problem] {
        let store = try OfflineStore.open(at: store)
        defer { store.close() }
        return try store.verify(content: true).problems
    }

    private func published(_ id: String) throws -> Int {
        let store = try OfflineStore.open(at: store)
        defer { store.close() }
        return try store.positions(ofSubject: "item:\(id)").count {
            try store.record(at: $0).record.event.type == .contentPublished
        }
    }

    /// Number and name of the one file below `content/`.
    private func file() throws -> (number: ino_t, path: String)? {
        let manager = FileManager.default
        for name in try manager.subpathsOfDirectory(atPath: "\(store)/content") where name.hasSuffix(".bin") {
            var facts = stat()
            guard stat("\(store)/content/\(name)", &facts) == 0 else { continue }
            return (facts.st_ino, name)
        }
        return nil
    }

    @Test func `a file that is finished when the log cannot grow is adopted once there is room`() async throws {
        let page = try Origin.shared.get().page(["body": ["random": 64 << 10, "seed": 1], "etag": "\"a\""])
        let engine = try await open { [path = volume.path] options in
            options.faultPoint = { if $0 == .fileRenamed { Self.fill(path) } }
        }
        try await engine.set("storage.keepFreeBytes", to: "0")
        let held = HeldSnapshot()
        held.hold(engine.store)
        try await registerMany(engine)
        try await engine.register(Registration(id: "f", sources: [page.url]))
        try await engine.request("f")
        await engine.untilIdle()
        let finished = try #require(try file())
        #expect(try await engine.item("f")?.installed == nil)
        await #expect { try await engine.register(Registration(id: "g", sources: [page.url])) } throws: {
            ($0 as? HoldfastError)?.code == .diskFull
        }
        held.letGo()
        // Even what the log has free inside is not enough for ever; whether the last commit finds room does not matter.
        try? await engine.close()
        #expect(try problems() == [])
        #expect(try published("f") <= 1)
        #expect(try file().map { $0 == finished } == true)

        free()
        let next = try await open()
        await next.untilIdle()
        #expect(try await next.item("f")?.installed?.bytes == 64 << 10)
        try await next.register(Registration(id: "g", sources: [page.url]))
        try await next.close()
        #expect(try published("f") == 1)
        #expect(try file().map { $0 == finished } == true)
        #expect(try page.requests().count == 1)
        #expect(try problems() == [])
    }

    @Test func `a flush that finds no room changes nothing and is done when there is some`() async throws {
        let engine = try await open { options in
            options.mode = .commandsOnly
            options.clock = ClockWithoutTimers()
        }
        for number in 0..<50 {
            try await engine.register(Registration(id: "item\(number)", sources: ["https://a.b/c"]))
        }
        let held = HeldSnapshot()
        held.hold(engine.store)
        Self.fill(volume.path)
        let covered = try engine.store.log.coveredCount
        await engine.startFlush()
        await engine.flushTask?.value
        #expect(try engine.store.log.coveredCount == covered)
        #expect(await engine.brokenBy == nil)
        #expect(try await engine.read { try $0.items().count } == 50)
        held.letGo()
        free()
        await engine.startFlush()
        await engine.flushTask?.value
        #expect(try engine.store.log.coveredCount == engine.store.log.storedCount)
        try await engine.close()
        #expect(try problems() == [])
    }
}

/// Nothing that waits is ever due, so the only flush is the test's own.
private struct ClockWithoutTimers: EngineClock {
    func now() -> Now { SystemClock().now() }
    func sleep(untilMonotonic moment: Int64) async throws { throw CancellationError() }
}

extension OfflineEngine {
    func item(_ id: String) async throws -> Item? { try await read { try $0.item(id) } }
}
