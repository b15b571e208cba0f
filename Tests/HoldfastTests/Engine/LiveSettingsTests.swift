import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C35: a change of a setting or a consent is felt at once, by what runs and by what waits.
@Suite(.timeLimit(.minutes(10))) struct LiveSettingsTests {
    let scene: EngineScene
    let clock = VirtualClock()

    init() throws { scene = try EngineScene() }

    /// Pages that stop at 40,000 bytes and give the rest when asked again.
    private func held(_ count: Int) throws -> [OriginPage] {
        try (0..<count).map { number in
            let page = try scene.origin.page()
            let body: Reply = ["body": ["random": 100_000, "seed": number], "etag": "\"a\""]
            try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
            return page
        }
    }

    private func metered(_ isMetered: Bool) -> ManualMonitor {
        ManualMonitor(LinkFacts(link: .internet, isMetered: isMetered, source: .manual))
    }

    private func interrupts(_ id: String) throws -> [TransferInterrupted] {
        try scene.records(of: "item:\(id)").compactMap {
            if case .transferInterrupted(let event) = $0.event { event } else { nil }
        }
    }

    @Test(arguments: ["queue.maxConcurrent", "queue.maxPerHost"])
    func `fewer slots stop what started last, which goes on when there is one`(_ key: String) async throws {
        let relay = try scene.relay()
        let pages = try held(3)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.set("queue.maxPerHost", to: "3")
        let ids = ["a", "b", "c"]
        for (id, page) in zip(ids, pages) {
            try await engine.register(scene.registration(id, page))
            try await engine.request(id)
            await relay.wait(for: 40_000, from: page.url)
        }
        try await engine.set(key, to: "1")
        for id in ["b", "c"] { try await engine.wait(for: .transferInterrupted, of: id) }
        await engine.untilArmed()
        #expect(try await engine.item("a")?.transfer.attempt != nil)
        #expect(try await engine.item("b")?.staging?.durableBytes == 40_000)
        let full: BlockerCode = key == "queue.maxConcurrent" ? .slotsFull : .hostSlotsFull
        #expect(try await engine.blockers(of: "c") == [full])
        try pages[0].release()
        for id in ids { try await engine.wait(for: .contentPublished, of: id) }
        try await engine.close()
        for id in ["b", "c"] { #expect(try interrupts(id).map(\.cause) == [.known(.preempted)], "\(id)") }
        #expect(try interrupts("a") == [])
        for page in pages.dropFirst() { #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"]) }
        #expect(try scene.verify().problems == [])
    }

    @Test func `more slots start what waits`() async throws {
        let relay = try scene.relay()
        let pages = try held(2)
        let engine = try await scene.open { $0.transport = relay }
        try await engine.set("queue.maxConcurrent", to: "1")
        for (id, page) in zip(["a", "b"], pages) {
            try await engine.register(scene.registration(id, page))
            try await engine.request(id)
        }
        await relay.wait(for: 40_000, from: pages[0].url)
        #expect(try await engine.blockers(of: "b") == [.slotsFull])
        try await engine.set("queue.maxConcurrent", to: "2")
        await relay.wait(for: 40_000, from: pages[1].url)
        for page in pages { try page.release() }
        await engine.untilIdle()
        try await engine.close()
        #expect(try interrupts("a") == [] && interrupts("b") == [])
    }

    @Test func `a quota lowered under what runs stops it, and raised again lets it go on`() async throws {
        let relay = try scene.relay()
        let page = try held(1)[0]
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.wait(for: .sizeResolved, of: "f")
        try await engine.set("storage.quotaBytes", to: "50kB")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "f") == [.quotaFull])
        try await engine.set("storage.quotaBytes", to: "none")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "f")?.count == 100_000)
        try await engine.close()
        #expect(try interrupts("f").map(\.blocker) == [.known(.quotaFull)])
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
    }

    @Test func `a consent that ends stops what needed it, and another one lets it go on`() async throws {
        let relay = try scene.relay()
        let page = try held(1)[0]
        let clock = clock
        let engine = try await scene.open(monitor: metered(true)) {
            $0.transport = relay
            $0.clock = clock
        }
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.request("f")
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.needsUnmetered])
        try await engine.consent(Consent(.metered, expiresAt: clock.now().wall + 60_000_000), for: .item("f"))
        await relay.wait(for: 40_000, from: page.farURL)
        await engine.untilArmed()
        clock.advance(bySeconds: 61)
        let record = try await engine.wait(for: .transferInterrupted, of: "f")
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.needsUnmetered])
        guard case .transferInterrupted(let interrupted) = record.event else { return }
        #expect(interrupted.blocker == .known(.needsUnmetered) && interrupted.meteredBytes == 40_000)
        try await engine.consent(Consent(.roaming), for: .all)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
    }

    @Test func `a consent that is withdrawn stops what needed it`() async throws {
        let relay = try scene.relay()
        let page = try held(1)[0]
        let engine = try await scene.open(monitor: metered(true)) { $0.transport = relay }
        try await engine.defineGroup("g")
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.changeMembers(of: "g", adding: ["f"])
        try await engine.consent(Consent(.metered), for: .group("g"))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.farURL)
        try await engine.withdrawConsent(.metered, for: .group("g"))
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "f") == [.needsUnmetered])
        #expect(try await engine.withdrawConsent(.metered, for: .group("g")).note == .alreadySet)
        try await engine.close()
        #expect(try scene.all(.consentRecorded).count == 2)
        #expect(try interrupts("f").map(\.blocker) == [.known(.needsUnmetered)])
    }

    @Test func `a consent for an item that nobody wants is refused`() async throws {
        let engine = try await scene.open(link: .none)
        try await engine.register(Registration(id: "f", sources: ["http://far.test/f"]))
        let failure = await #expect(throws: HoldfastError.self) {
            try await engine.consent(Consent(.metered), for: .item("f"))
        }
        #expect(failure?.refusal?.code == .illegalTransition)
        try await engine.close()
    }

    @Test(arguments: ["required", "ifKnown", "sizeOnly"])
    func `verify-policy decides what a download is held to`(_ policy: String) async throws {
        let wrong = try scene.origin.page(["body": ["random": 10_000]])
        let endless = try scene.origin.page(["body": ["random": 10_000], "no_length": true])
        let engine = try await scene.open { $0.clock = VirtualClock(isLeaping: true) }
        try await engine.set("verify.policy", to: policy)
        var item = try scene.registration("wrong", wrong, digest: false)
        item.expectedDigest = Digest(sha256: Array(repeating: 7, count: 32))
        try await engine.fetch(item)
        try await engine.fetch(scene.registration("endless", endless, digest: false))
        let isWrongTaken = try await engine.item("wrong")?.installed != nil
        let isEndlessTaken = try await engine.item("endless")?.installed != nil
        #expect(isWrongTaken == (policy == "sizeOnly"))
        #expect(isEndlessTaken == (policy != "required"))
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }
}
