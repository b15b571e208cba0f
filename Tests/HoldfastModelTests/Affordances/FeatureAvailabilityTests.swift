import Testing

@testable import HoldfastModel

@Suite struct FeatureAvailabilityTests {
    private func line(
        _ need: Open<FeatureNeed>, _ unmet: WhenUnmet = .disable, installed: Set<String> = [], savedAt: Int64? = nil,
        _ change: (inout Scene) -> Void = { _ in }
    ) -> String {
        var scene = Scene()
        change(&scene)
        let feature = Feature(id: "search", needs: need, contentItems: ["a", "b"], whenUnmet: .known(unmet))
        let shown = availability(
            of: feature, device: scene.context.device, isInstalled: installed.contains, savedAt: savedAt,
            now: Scene.now)
        return "\(shown.state) | \(shown.icon?.symbol.rawValue ?? "–") | \(shown.label ?? "–") | \(shown.detail ?? "–")"
    }

    @Test func `what needs nothing works everywhere, and says so while offline`() {
        #expect(line(.known(.nothing)) == "enabled | – | – | –")
        #expect(line(.known(.nothing)) { $0.offline() } == "enabled | offline_pin | Offline | –")
    }

    @Test func `content that is all here works offline`() {
        #expect(
            line(.known(.content), installed: ["a", "b"]) { $0.offline() } == "enabled | offline_pin | Offline | –")
    }

    @Test func `content that is not all here needs the internet`() {
        #expect(
            line(.known(.content), .degrade, installed: ["a"]) { $0.offline() }
                == "disabled | cloud_off | No internet | –")
        #expect(line(.known(.content), installed: ["a"]) == "enabled | – | – | –")
    }

    @Test func `the local network is judged by the link`() {
        #expect(line(.known(.localNetwork)) { $0.network { $0.link = .known(.local) } } == "enabled | – | – | –")
        #expect(line(.known(.localNetwork)) { $0.offline() } == "disabled | cloud_off | No internet | –")
    }

    @Test func `the internet is there`() {
        #expect(line(.known(.internet)) == "enabled | – | – | –")
    }

    @Test(arguments: [
        (WhenUnmet.disable, "disabled | cloud_off | No internet | –"),
        (.degrade, "degraded | cloud_off | No internet | Showing saved results, 3 h old"),
        (.queue, "queued | cloud_off | No internet | Will send when connected"),
        (.hide, "hidden | – | – | –"),
    ])
    func `without internet a feature does what it declared`(_ unmet: WhenUnmet, _ expected: String) {
        #expect(line(.known(.internet), unmet, savedAt: Scene.now - 3 * Scene.hour) { $0.offline() } == expected)
    }

    @Test func `saved results of unknown age`() {
        #expect(
            line(.known(.internet), .degrade) { $0.offline() }
                == "degraded | cloud_off | No internet | Showing saved results")
    }

    @Test func `a portal is no internet`() {
        let shown = line(.known(.internet)) {
            $0.network {
                $0.link = .known(.internet)
                $0.isCaptive = true
            }
        }
        #expect(shown == "disabled | cloud_off | No internet | –")
    }

    @Test func `the person's own switch is named, not the network`() {
        let shown = line(.known(.internet)) { $0.context.device.offlineMode = Device.Switch() }
        #expect(shown == "disabled | cloud_off | Offline mode | –")
    }

    @Test func `before the first observation nothing is disabled`() {
        let shown = line(.known(.internet)) {
            $0.offline()
            $0.unknown()
        }
        #expect(shown == "enabled | – | – | –")
    }

    @Test func `an unknown need is taken for the internet`() {
        #expect(line(.unknown(99)) { $0.offline() } == "disabled | cloud_off | No internet | –")
    }
}
