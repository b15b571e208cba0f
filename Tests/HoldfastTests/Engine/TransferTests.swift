import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Downloads that something comes between.
@Suite(.timeLimit(.minutes(10))) struct TransferTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func held(_ page: OriginPage, at byte: Int, etag: String? = "\"a\"", bytes: Int = 100_000) throws {
        var reply: Reply = ["body": ["random": bytes, "seed": 3], "hold_at": byte, "hold": page.path]
        var whole: Reply = ["body": ["random": bytes, "seed": 3]]
        if let etag { (reply["etag"], whole["etag"]) = (etag, etag) }
        try page.script([reply, whole])
    }

    private func internet(_ isMetered: Bool? = nil) -> LinkFacts {
        LinkFacts(link: .internet, isMetered: isMetered, source: .manual)
    }

    @Test func `an item requested offline waits with its reason and starts by itself when the link comes`() async throws
    {
        let monitor = ManualMonitor(LinkFacts(link: .none, source: .manual))
        let relay = try scene.relay()
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
        try await engine.register(scene.registration("map", page, far: true))
        try await engine.request("map")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "map") == [.noNetwork])
        let shown = try await engine.affordance(of: "map")
        #expect(shown.row == .waitingNoNetwork)
        #expect("\(shown.label) · \(shown.detail ?? "")".contains("starts when connected"), "\(shown)")
        #expect(relay.requests == [])
        monitor.set(internet())
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 10_000)
        // The finished transfer proves the internet.
        #expect(try await engine.read { $0.environment().connectivity?.isValidated } == true)
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a lost link interrupts the transfer, which resumes with a range where it was`() async throws {
        let monitor = ManualMonitor(internet())
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
        try await engine.register(scene.registration("map", page, far: true))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.farURL)
        monitor.set(LinkFacts(link: .none, source: .manual))
        await engine.untilIdle()
        let item = try await engine.item("map")
        #expect(item?.transfer == .ready)
        #expect(item?.staging?.durableBytes == 40_000)
        #expect(item?.intent?.failures == 0)
        let record = try await engine.wait(for: .transferInterrupted, of: "map")
        guard case .transferInterrupted(let interrupted) = record.event else { return }
        #expect(interrupted.cause == .known(.connectivityLost))
        monitor.set(internet())
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 100_000)
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try page.requests().map(\.ifRange) == [nil, "\"a\""])
        #expect(try scene.verify().problems == [])
    }

    // C35
    @Test func `a link that becomes metered stops a running transfer, and an unmetered one lets it go on`() async throws
    {
        let monitor = ManualMonitor(internet(false))
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
        try await engine.register(scene.registration("map", page, far: true))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.farURL)
        monitor.set(internet(true))
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "map") == [.needsUnmetered])
        #expect(try await engine.item("map")?.staging?.durableBytes == 40_000)
        monitor.set(internet(false))
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 100_000)
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        try await engine.close()
    }

    // C35
    @Test func `forbidding metered links stops what runs on one at once`() async throws {
        let monitor = ManualMonitor(internet(true))
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
        try await engine.set("network.allowMetered", to: "true")
        try await engine.register(scene.registration("map", page, far: true))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.farURL)
        try await engine.set("network.allowMetered", to: "false")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "map") == [.needsUnmetered])
        try await engine.set("network.allowMetered", to: "true")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 100_000)
        try await engine.close()
    }

    @Test func `a pause in the middle keeps the bytes, and the transfer resumes with a range`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("map", page))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.pause(.item("map"))
        #expect(try await engine.item("map")?.staging?.durableBytes == 40_000)
        await engine.untilIdle()
        #expect(relay.requests.count == 1)
        #expect(try await engine.affordance(of: "map").row == .held)
        try await engine.resume(.item("map"))
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 100_000)
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try scene.events(of: "item:map").filter { $0 == .transferStarted }.count == 2)
    }

    @Test func `pausing everything keeps the bytes and leaves no item held`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("map", page))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.pause(.all)
        await engine.untilIdle()
        #expect(try await engine.item("map")?.transfer == .ready)
        #expect(try await engine.blockers(of: "map") == [.pausedAll])
        try await engine.resume(.all)
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 100_000)
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        try await engine.close()
    }

    @Test func `a pause with the farthest end possible is taken`() async throws {
        let engine = try await scene.open()
        try await engine.pause(.all, until: .max)
        try await engine.resume(.all)
        await engine.untilIdle()
        try await engine.close()
    }

    @Test func `a pause ends at its time`() async throws {
        let clock = VirtualClock()
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open { $0.clock = clock }
        try await engine.pause(.all)
        try await engine.register(scene.registration("map", page))
        try await engine.request("map")
        try await engine.pause(.item("map"), until: clock.now().wall + 60_000_000)
        try await engine.resume(.all)
        #expect(try page.requests().isEmpty)
        clock.advance(bySeconds: 61)
        try await engine.wait(for: .contentPublished, of: "map")
        try await engine.close()
    }

    // C09
    @Test func `a cancelled item makes no further request and leaves no partial file`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("map", page))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.cancel("map")
        await engine.untilIdle()
        #expect(scene.partials == [])
        #expect(relay.requests.count == 1)
        try await engine.close()
        let events = try scene.events(of: "item:map")
        #expect(events.filter { $0 == .downloadCancelled }.count == 1)
        #expect(!events.contains(.retryScheduled) && !events.contains(.transferFailed))
        #expect(try scene.verify().problems == [])
    }

    @Test func `a cancelled item keeps its partial when asked to, and a new request goes on from it`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("map", page))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.cancel("map", keepsPartial: true)
        await engine.untilIdle()
        #expect(scene.partials.count == 1)
        try await engine.request("map")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "map")?.count == 100_000)
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        try await engine.close()
    }

    @Test(arguments: [true, false])
    func `cancelling or removing a paused item takes its partial file away`(_ cancels: Bool) async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("map", page))
        try await engine.request("map")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.pause(.item("map"))
        #expect(scene.partials.count == 1)
        if cancels { try await engine.cancel("map") } else { try await engine.remove("map") }
        #expect(scene.partials == [])
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    // C07
    @Test func `closing ends what runs, and the next open goes on from the bytes that were there`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try held(page, at: 40_000)
        let first = try await scene.open { $0.transport = relay }
        try await first.register(scene.registration("map", page))
        try await first.request("map")
        await relay.wait(for: 40_000, from: page.url)
        try await first.close()
        #expect(try scene.item("map")?.transfer == .ready)
        #expect(try scene.item("map")?.staging?.durableBytes == 40_000)
        let second = try await scene.open()
        await second.untilIdle()
        #expect(try await second.bytes(of: "map")?.count == 100_000)
        try await second.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(
            try scene.records(of: "session").contains { if case .recoveryCompleted = $0.event { true } else { false } }
                == false)
        #expect(try scene.verify().problems == [])
    }

    @Test func `after a failure it is the next source's turn, and its host's slots count`() async throws {
        let bad = try scene.origin.page(["status": 503])
        let good = try scene.origin.page(["body": ["random": 1_000]])
        let clock = VirtualClock()
        let engine = try await scene.open { $0.clock = clock }
        try await engine.register(Registration(id: "f", sources: [bad.url, good.urlOfOtherOrigin]))
        try await engine.request("f")
        try await engine.wait(for: .retryScheduled, of: "f")
        for isFlushed in [false, true] {
            if isFlushed {
                await engine.startFlush()
                await engine.flushTask?.value
            }
            let host = try await engine.read { reader in
                try reader.item("f").flatMap { try reader.view.source(of: $0)?.host }
            }
            #expect(host?.contains("localhost") == true, "\(host ?? "")")
        }
        try await engine.close()
    }
}
