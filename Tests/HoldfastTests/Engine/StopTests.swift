import Foundation
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// Transfers that somebody stops, that stop by themselves, and that have to wait for their turn.
@Suite(.timeLimit(.minutes(10))) struct StopTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    @Test(arguments: [Scope.item("f"), .all])
    func `a pause ends a running transfer within a second`(_ scope: Scope) async throws {
        let relay = try scene.relay()
        // A minute of it.
        let page = try scene.origin.page(["body": ["random": 12_000_000], "rate": 200_000, "etag": "\"a\""])
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("f", page, digest: false))
        try await engine.request("f")
        await relay.wait(for: 20_000, from: page.url)
        // The quickest of some: the others' tests may have the processor for longer than that.
        var quickest = Duration.seconds(60)
        var count = 0
        while quickest >= .seconds(1), count < 5 {
            count += 1
            try await engine.wait(for: .responseReceived, of: "f", count: count)
            let start = monotonicNow()
            try await engine.pause(scope)
            await engine.untilIdle()
            quickest = min(quickest, monotonicNow() - start)
            #expect(try await engine.item("f")?.staging?.durableBytes ?? 0 >= 20_000)
            try await engine.resume(scope)
        }
        #expect(quickest < .seconds(1))
        try await engine.close()
    }

    @Test func `downloads that are cancelled at any moment leave a whole file or nothing`() async throws {
        let seed = UInt64.random(in: 0 ..< .max)
        var generator = SeededGenerator(seed: seed)
        let engine = try await scene.open()
        try await engine.set("queue.maxConcurrent", to: "16")
        try await engine.set("queue.maxPerHost", to: "16")
        let page = try scene.origin.page(["body": ["random": 200_000], "chunk_bytes": 20_000, "chunk_delay_ms": 1])
        let digest = try page.digest()
        try await withThrowingTaskGroup { group in
            for number in 0..<80 {
                let turns = Int.random(in: 0...1 << Int.random(in: 0...13, using: &generator), using: &generator)
                let item = try scene.registration("f\(number)", page)
                group.addTask {
                    try await engine.register(item)
                    try await engine.request(item.id)
                    for _ in 0..<turns { await Task.yield() }
                    // Refused where it is complete.
                    _ = try? await engine.cancel(item.id)
                }
            }
            try await group.waitForAll()
        }
        await engine.untilIdle()
        try await engine.close()
        var installedCount = 0
        for number in 0..<80 {
            let item = try #require(try scene.item("f\(number)"))
            if let installed = item.installed {
                installedCount += 1
                #expect("\(installed.digest)" == digest, "seed \(seed)")
            } else {
                #expect(item.intent == nil && item.transfer == .idle, "seed \(seed), \(item)")
            }
            let ends = try scene.events(of: "item:f\(number)").filter {
                [.downloadCancelled, .contentPublished, .downloadFailed].contains($0)
            }
            #expect(ends.count == 1, "seed \(seed), item \(number)")
        }
        #expect(scene.contents.count == installedCount && scene.partials == [], "seed \(seed)")
        #expect(try scene.verify().problems == [], "seed \(seed)")
    }

    // C21
    @Test func `a silent connection gives its slot up, and goes on later where it was`() async throws {
        let body: [String: any Sendable] = ["random": 100_000, "seed": 3]
        let silent = try scene.origin.page()
        try silent.script([
            ["body": body, "etag": "\"a\"", "hold_at": 40_000, "hold": silent.path], ["body": body, "etag": "\"a\""],
        ])
        let other = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open {
            $0.idleTimeout = .milliseconds(200)
            $0.clock = FastClock()
        }
        try await engine.set("queue.maxConcurrent", to: "1")
        for (id, page) in [("silent", silent), ("other", other)] {
            try await engine.register(scene.registration(id, page, digest: false))
            try await engine.request(id)
        }
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "silent")?.count == 100_000)
        #expect(try await engine.bytes(of: "other")?.count == 1_000)
        try await engine.close()
        #expect(try silent.requests().map(\.range) == [nil, "bytes=40000-"])
        let failures = try scene.records(of: "item:silent").compactMap {
            if case .transferFailed(let event) = $0.event { event.failure.code } else { nil }
        }
        #expect(failures == ["stalled"])
    }

    @Test func `there are never more transfers than slots, in all and for a host`() async throws {
        let counting = try CountingTransport()
        let engine = try await scene.open { $0.transport = counting }
        try await engine.set("queue.maxConcurrent", to: "5")
        try await engine.set("queue.maxPerHost", to: "3")
        let page = try scene.origin.page()
        try page.script([["body": ["random": 20_000], "hold_at": 10_000, "hold": page.path]])
        for number in 0..<40 {
            let url = number.isMultiple(of: 2) ? page.url : page.urlOfOtherOrigin
            try await engine.register(Registration(id: "f\(number)", sources: [url]))
            try await engine.request("f\(number)")
        }
        while counting.most < 5 { await Task.yield() }
        await engine.untilArmed()
        try page.release()
        await engine.untilIdle()
        #expect(try await engine.read { try $0.totals().installed } == 40)
        try await engine.close()
        #expect(counting.most == 5)
        #expect(counting.mostOfOneHost == 3)
    }
}

/// Counts the transfers that run at the same time.
private final class CountingTransport: Transport {
    private struct State {
        var running: [String: Int] = [:]
        var most = 0
        var mostOfOneHost = 0
    }

    private let base: CurlTransport
    private let state = Mutex(State())

    init() throws { base = try CurlTransport() }

    var most: Int { state.withLock { $0.most } }
    var mostOfOneHost: Int { state.withLock { $0.mostOfOneHost } }

    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        let host = try RequestAddress(parsing: request.url).hostKey
        state.withLock { state in
            let running = (state.running[host] ?? 0) + 1
            state.running[host] = running
            state.mostOfOneHost = max(state.mostOfOneHost, running)
            state.most = max(state.most, state.running.values.reduce(0, +))
        }
        defer { state.withLock { $0.running[host]? -= 1 } }
        return try await base.transfer(request, into: sink)
    }

    func shutdown() async { await base.shutdown() }
}
