import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A link that begins to cost in the midst of a transfer costs next to nothing.
@Suite(.timeLimit(.minutes(10))) struct MeteredTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func facts(_ isMetered: Bool?, _ kind: LinkInterface.Kind = .wifi) -> LinkFacts {
        LinkFacts(
            link: .internet, interfaces: [LinkInterface(name: "\(kind)", kind: kind)], isMetered: isMetered,
            source: .system)
    }

    @Test(arguments: [LinkInterface.Kind.wifi, .cellular], [false, true])
    func `a switch to metered stops what runs at once, with at most a buffer paid for`(
        kind: LinkInterface.Kind, probes: Bool
    ) async throws {
        let (relay, clock) = (try scene.relay(), VirtualClock())
        let monitor = ManualMonitor(facts(false))
        let page = try scene.origin.page(["body": ["random": 4_000_000], "etag": "\"a\"", "rate": 400_000])
        let probe = try scene.origin.page(["status": 204]).farURL
        let engine = try await scene.open(monitor: monitor) {
            // Time stands still: what happens waits for no timer.
            $0.clock = clock
            $0.transport = relay
            $0.probes = probes ? [ProbeEndpoint(url: probe)] : []
        }
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.farURL)
        monitor.set(facts(true, kind))
        let record = try await engine.wait(for: .transferInterrupted, of: "f")
        guard case .transferInterrupted(let end) = record.event else { return }
        #expect(end.cause == .known(.blocked) && end.blocker == .known(.needsUnmetered))
        #expect(end.meteredBytes ?? 0 <= 16 << 10)
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.needsUnmetered])
        try await engine.close()
        #expect(try page.requests().count == 1)
    }
}
