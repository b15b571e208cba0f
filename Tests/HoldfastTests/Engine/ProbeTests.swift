import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C01, C03, C04, C06: what lies behind the links, with a real engine and real answers.
@Suite(.timeLimit(.minutes(10))) struct ProbeTests {
    let scene: EngineScene
    let clock = VirtualClock()
    /// The address that answers 204 from anywhere.
    let endpoint: OriginPage
    let content: OriginPage

    init() throws {
        scene = try EngineScene()
        endpoint = try scene.origin.page(["status": 204])
        content = try scene.origin.page(["body": ["random": 20_000]])
    }

    private func open(
        _ monitor: ManualMonitor = ManualMonitor(LinkFacts(link: .internet, source: .system)), probes: Bool = true,
        _ transport: RelayTransport? = nil
    ) async throws -> OfflineEngine {
        let relay = try transport ?? scene.relay()
        let probe = ProbeEndpoint(url: endpoint.farURL)
        let clock = clock
        return try await scene.open(monitor: monitor) {
            $0.clock = clock
            $0.transport = relay
            $0.probes = probes ? [probe] : []
        }
    }

    private func want(_ engine: OfflineEngine) async throws {
        try await engine.register(scene.registration("f", content, far: true))
        try await engine.request("f")
    }

    private func networks() throws -> [ConnectivityChanged] {
        try scene.all(.connectivityChanged).compactMap {
            if case .connectivityChanged(let event) = $0.record.event { event } else { nil }
        }
    }

    /// Until the network is told in other words than now.
    private func untilNews(_ engine: OfflineEngine, _ count: Int) async throws {
        try await engine.wait(forAny: .connectivityChanged, count: count)
    }

    @Test func `a sign-in page is found before any download meets it, and the way is free once it is gone`()
        async throws
    {
        try endpoint.script([["status": 302, "headers": ["Location": "http://portal.test/"]], ["status": 204]])
        let engine = try await open()
        try await want(engine)
        try await untilNews(engine, 1)
        await engine.untilArmed()
        #expect(try await engine.blockers(of: "f") == [.captivePortal])
        #expect(try content.requests().isEmpty)
        await engine.recheckConnectivity()
        await engine.untilProbed()
        // Good news so soon after bad waits two seconds.
        clock.advance(bySeconds: 2)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        let told = try networks()
        #expect(told.map(\.isCaptive) == [true, nil])
        #expect(told.map(\.isValidated) == [false, true])
        #expect(told.map(\.source) == [.known(.probe), .known(.probe)])
        #expect(try scene.item("f")?.installed != nil)
        #expect(try scene.records(of: "item:f").allSatisfy { $0.event.type != .transferFailed })
    }

    @Test(arguments: ["a form", "a long page", "511"])
    func `a page in the place of the answer is a portal`(_ kind: String) async throws {
        let replies: [String: Reply] = [
            "a form": ["status": 200, "body": ["text": "<form>"]], "a long page": ["body": ["random": 9_000]],
            "511": ["status": 511],
        ]
        try endpoint.script([replies[kind] ?? [:]])
        let engine = try await open()
        try await untilNews(engine, 1)
        try await engine.close()
        #expect(try networks().map(\.isCaptive) == [true])
    }

    @Test func `the exact answer is the internet, with its bytes`() async throws {
        try endpoint.script([["status": 200, "body": ["text": "success\n"]]])
        let (relay, url, clock) = (try scene.relay(), endpoint.farURL, clock)
        let engine = try await scene.open {
            $0.clock = clock
            $0.transport = relay
            $0.probes = [ProbeEndpoint(url: url, body: "success\n")]
        }
        try await want(engine)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        #expect(try networks().first?.isValidated == true)
    }

    @Test func `a link without the internet behind it is local, and the item waits without a try`() async throws {
        try endpoint.script([["cut_headers": true], ["cut_headers": true], ["status": 204]])
        let engine = try await open()
        try await want(engine)
        await engine.untilArmed()
        #expect(try await engine.blockers(of: "f") == [.checking])
        while try endpoint.requests().count < 1 { await Task.yield() }
        await engine.untilProbed()
        clock.advance(bySeconds: 1)
        try await untilNews(engine, 1)
        await engine.untilArmed()
        #expect(try await engine.blockers(of: "f") == [.localOnly])
        #expect(try content.requests().isEmpty)
        clock.advance(bySeconds: 6)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        let told = try networks()
        #expect(told.map(\.link) == [.known(.local), .known(.internet)])
        #expect(told.map(\.isValidated) == [false, true])
    }

    @Test func `a second address is asked before the first one is believed to speak for all`() async throws {
        try endpoint.script([["cut_headers": true]])
        let second = try scene.origin.page(["status": 204])
        let (relay, clock) = (try scene.relay(), clock)
        let urls = [endpoint.farURL, second.farURL]
        let engine = try await scene.open {
            $0.clock = clock
            $0.transport = relay
            $0.probes = urls.map { ProbeEndpoint(url: $0) }
        }
        try await untilNews(engine, 1)
        try await engine.close()
        #expect(try networks().map(\.isValidated) == [true])
        #expect(try second.requests().count == 1)
    }

    @Test func `a transfer that goes through proves the internet that no probe was asked about`() async throws {
        let engine = try await open(probes: false)
        try await want(engine)
        try await engine.wait(for: .contentPublished, of: "f")
        try await untilNews(engine, 2)
        try await engine.close()
        let told = try networks()
        #expect(told.map(\.isValidated) == [nil, true])
        #expect(told.map(\.source) == [.known(.system), .known(.transfer)])
        #expect(try endpoint.requests().isEmpty)
    }

    @Test func `what a link costs and asks for reaches the rules`() async throws {
        var facts = LinkFacts(link: .internet, interfaces: [LinkInterface(name: "c", kind: .cellular)], source: .system)
        (facts.isMetered, facts.isRoaming, facts.isLowData) = (true, true, true)
        let engine = try await open(ManualMonitor(facts), probes: false)
        try await want(engine)
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.needsUnmetered, .roaming, .lowData])
        try await engine.close()
    }

    @Test func `the same news twice is one event`() async throws {
        let monitor = ManualMonitor(LinkFacts(link: .internet, source: .system))
        let engine = try await open(monitor)
        try await untilNews(engine, 1)
        await engine.recheckConnectivity()
        while try endpoint.requests().count < 2 { await Task.yield() }
        await engine.untilProbed()
        try await engine.close()
        #expect(try networks().count == 1)
    }
}

extension OfflineEngine {
    /// No probe is under way.
    func untilProbed() async { while internet.probeBegan != nil { await Task.yield() } }
}
