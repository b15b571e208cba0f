import Testing

@testable import HoldfastModel

@Suite struct AppIndicatorTests {
    private func line(
        wanted: Int64 = 0, started: Int64 = 0, hasShownOffline: Bool = false, _ change: (inout Scene) -> Void
    ) -> String {
        var scene = Scene()
        scene.context.device.connectivityChangedAt = Scene.now - 5_000_000
        change(&scene)
        let shown = appIndicator(
            device: scene.context.device, wanted: wanted, started: started, now: Scene.now,
            hasShownOffline: hasShownOffline)
        return "\(shown.row) | \(shown.presence) | \(shown.icon?.symbol.rawValue ?? "–") | \(shown.text)"
            + " | \(shown.action?.label ?? "–")"
    }

    @Test func `offline with nothing wanted`() {
        #expect(
            line { $0.offline() } == "offline | chip | cloud_off | No internet · showing saved content | Downloads")
    }

    @Test func `offline with a queue`() {
        #expect(
            line(wanted: 2) { $0.offline() }
                == "offlineWanted | chip | cloud_off | No internet · 2 will start when connected | Downloads")
    }

    @Test func `the person's own switch`() {
        let expected = "offlineMode | persistent | cloud_off | Offline mode | Turn off"
        #expect(line { $0.context.device.offlineMode = Device.Switch() } == expected)
    }

    @Test func `a switch whose time has passed is off`() {
        #expect(line { $0.context.device.offlineMode = Device.Switch(until: Scene.now) }.hasPrefix("online |"))
    }

    @Test func `a portal`() {
        let shown = line {
            $0.network {
                $0.link = .known(.internet)
                $0.isCaptive = true
            }
        }
        #expect(shown == "captive | chip | captive_portal | Sign in to this network | Sign in")
    }

    @Test func `a network without internet`() {
        let shown = line { $0.network { $0.link = .known(.local) } }
        #expect(shown == "localOnly | chip | cloud_off | Connected without internet | –")
    }

    @Test func `a slow connection is told once for its change`() {
        #expect(
            line { $0.slow() }
                == "slow | once(\(Scene.now - 5_000_000)) | network_check"
                + " | Slow connection · loading saved content first | –")
    }

    @Test func `a flapping connection counts as slow`() {
        let shown = line {
            $0.network {
                $0.link = .known(.internet)
                $0.isIntermittent = true
            }
        }
        #expect(shown.hasPrefix("slow |"))
    }

    @Test func `back online is told for a while`() {
        #expect(
            line(started: 3, hasShownOffline: true) { _ in }
                == "backOnline | transient(until: \(Scene.now + 8_000_000)) | – | Back online · downloading 3 | View")
    }

    @Test func `back online is no news to who saw no offline`() {
        #expect(line(started: 3) { _ in }.hasPrefix("online |"))
    }

    @Test func `back online waits three seconds and then goes`() {
        for (age, row) in [(2_999_999, "online"), (3_000_000, "backOnline"), (13_000_000, "online")]
            as [(Int64, String)]
        {
            let shown = line(started: 3, hasShownOffline: true) {
                $0.context.device.connectivityChangedAt = Scene.now - age
            }
            #expect(shown.hasPrefix(row + " |"))
        }
    }

    @Test func `online with nothing to say`() {
        #expect(line { _ in } == "online | none | – |  | –")
    }

    @Test func `before the first observation there is no banner`() {
        let known = line(wanted: 2) {
            $0.offline()
            $0.unknown()
        }
        #expect(known == "checking | none | – | Checking… (last known: no internet) | –")
        #expect(line { $0.context.device.connectivity = nil } == "checking | none | – | Checking… | –")
    }

    @Test func `a store at rest says as of when`() {
        let shown = line {
            $0.unknown()
            $0.context.device.session = nil
            $0.context.device.lastRecordedAt = Scene.now - Scene.hour
        }
        #expect(shown == "atRest | none | – | As of 13:05 UTC · no engine running | –")
    }

    @Test func `a log of a newer version comes first`() {
        let shown = line {
            $0.offline()
            $0.context.device.unreadable = 4
        }
        #expect(shown == "unreadable | persistent | error | Made by a newer version · update to make changes | –")
    }

    @Test func `the rules stand in the order of the rows, each once`() {
        #expect(AppRule.table.map(\.row) == AppIndicator.Row.allCases)
    }
}
