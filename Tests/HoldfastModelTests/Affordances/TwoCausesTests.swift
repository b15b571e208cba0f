import Testing

@testable import HoldfastModel

/// Two reasons at once: the first is the headline, what somebody has to bring for the others is added.
@Suite struct TwoCausesTests {
    @Test func `metered and a full disk`() {
        expect(
            "wifi | Waiting for Wi-Fi | 48 MB · then needs 200 MB free | Use mobile data? | Cancel",
            Blocker(.needsUnmetered), Blocker(.noSpace, needBytes: 200_000_000, limitBytes: 1))
    }

    @Test func `offline, metered and a full disk`() {
        expect(
            "cloud_off | No internet | Download starts when connected · 48 MB · then needs Wi-Fi and 200 MB free"
                + " | – | Cancel",
            Blocker(.noNetwork), Blocker(.needsUnmetered), Blocker(.noSpace, needBytes: 200_000_000)
        ) { $0.offline() }
    }

    @Test func `a pause stands before a missing network`() {
        expect(
            "pause_circle | Paused | All downloads paused | Resume all | Download only this, Cancel",
            Blocker(.pausedAll),
            Blocker(.noNetwork)
        ) { $0.offline() }
    }

    @Test func `a portal and a sign-in`() {
        expect(
            "captive_portal | Sign in to network | Download waits · 48 MB · then needs a sign-in | Open sign-in | Cancel",
            Blocker(.captivePortal), Blocker(.authNeeded)
        ) {
            $0.network {
                $0.link = .known(.internet)
                $0.isCaptive = true
            }
        }
    }

    @Test func `a backoff and busy slots need nobody`() {
        expect(
            "sync_problem | Trying again | in 12 s · The connection broke (timeout) | Try now | Cancel",
            Blocker(.backoff, until: Scene.now + 12_000_000), Blocker(.slotsFull)
        ) {
            $0.item.transfer = .backoff(
                notBefore: Scene.now + 12_000_000, delayInMilliseconds: 12_000, failure: Scene.broken, scheduled: 11)
        }
    }

    @Test func `a host that asked for quiet is left alone by the other items too`() {
        expect(
            "schedule | Waiting | The server asks to wait · goes on in 12 s | – | Cancel",
            Blocker(.backoff, until: Scene.now + 12_000_000))
    }

    @Test func `a full disk behind the first observation`() {
        expect(
            "cloud_sync/outline | Checking… | last known: online · 48 MB · then needs 200 MB free | – | Cancel",
            Blocker(.noSpace, needBytes: 200_000_000)
        ) { $0.unknown() }
    }

    @Test func `a reason that the device disproves is not told`() {
        expect("schedule | Queued | Starts in a moment · 48 MB | – | Cancel", Blocker(.noNetwork))
    }

    @Test func `a missing network is told although nobody named it`() {
        expect("cloud_off | No internet | Download starts when connected · 48 MB | – | Cancel") { $0.offline() }
    }

    @Test func `a source on the device needs no network`() {
        expect("schedule | Queued | Starts in a moment · 48 MB | – | Cancel") {
            $0.context.reach = .loopback
            $0.offline()
        }
    }

    @Test func `a hardly usable internet is a slow one, as for the scheduler`() {
        expect(
            "network_check | Waiting for a better connection | 48 MB | Download anyway | Cancel", Blocker(.linkTooSlow)
        ) {
            $0.network {
                $0.link = .known(.internet)
                $0.quality = .known(.unusable)
            }
        }
    }

    @Test func `checking comes from the device, not from a stale blocker`() {
        expect("schedule | Queued | Starts in a moment · 48 MB | – | Cancel", Blocker(.checking))
    }

    @Test(arguments: BlockerCode.allCases)
    func `every blocker has words of its own`(_ code: BlockerCode) {
        let facts = ItemFacts(Scene().item, Scene().context)
        let words = BlockerWords(Blocker(code), facts)
        #expect(!Phrases().text(words.reason).isEmpty)
    }

    private func expect(_ line: String, _ blockers: Blocker..., change: (inout Scene) -> Void = { _ in }) {
        var scene = Scene()
        scene.want()
        scene.context.blockers = blockers
        change(&scene)
        #expect(scene.line == line)
    }
}
