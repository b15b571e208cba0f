import HoldfastTestSupport
import Testing

@testable import Holdfast

/// What lies behind the links, in virtual time.
@Suite struct InternetReducerTests {
    private typealias Step = NetworkReplay.Step
    private let online = NetworkReplay.online
    private let offline = NetworkReplay.offline

    private func play(probes: Bool = true, until end: Double, _ steps: [(Double, Step)]) -> NetworkReplay {
        var replay = NetworkReplay(probes: probes, steps)
        replay.run(until: end)
        return replay
    }

    // MARK: Traces

    @Test func `a link that answers is online at its first probe, and probed again every five minutes`() {
        let replay = play(until: 700, [(0, .links(online))])
        #expect(replay.published == ["0.0 online"])
        #expect(replay.probes == [0, 300, 600])
        #expect(replay.openings == [0])
    }

    @Test func `a blip of 300 ms is nobody's news`() {
        let replay = play(until: 60, [(0, .links(online)), (20, .links(offline)), (20.3, .links(online))])
        #expect(replay.published == ["0.0 online"])
        #expect(replay.openings == [0, 20.8])
    }

    @Test func `a cable that is out for half a minute is told after a second, and the way back at once`() {
        let replay = play(until: 60, [(0, .links(online)), (20, .links(offline)), (50, .links(online))])
        #expect(replay.published == ["0.0 online", "21.0 offline", "50.5 online"])
    }

    @Test func `flapping for ten seconds is told in three words, not in a hundred`() {
        let flaps: [(Double, Step)] = (0..<50).flatMap { flap -> [(Double, Step)] in
            let at = 20 + Double(flap) / 5
            return [(at, .links(offline)), (at + 0.1, .links(online))]
        }
        let replay = play(until: 300, [(0, .links(online))] + flaps)
        #expect(replay.published.map { $0.split(separator: " ")[1] } == ["online", "intermittent", "online"])
        #expect(replay.openings.count == 2)
    }

    @Test func `an upstream that dies is lost after two probes a second apart, and found again by a later one`() {
        let replay = play(
            until: 120,
            [
                (0, .links(online)), (20, .answer(.unreachable, after: 3)),
                (22, .transfer(.broke, began: 5)), (60, .answer(.online, after: 0.1)),
            ])
        #expect(replay.published.map { $0.split(separator: " ")[1] } == ["online", "offline", "online"])
        #expect(replay.published[1].hasPrefix("30.0"))
        #expect(replay.states[1].facts.link == .local && replay.states[1].isValidated == false)
        #expect(replay.states[1].source == .probe)
    }

    @Test func `a portal is no internet, and the sign-in is noticed within seconds`() {
        let replay = play(
            until: 100, [(0, .answer(.captive, after: 0.1)), (0, .links(online)), (45, .answer(.online, after: 0.1))])
        #expect(replay.published.map { $0.split(separator: " ")[1] } == ["captive", "online"])
        #expect(replay.states[0].isCaptive == true && replay.states[0].isValidated == false)
        #expect(replay.openings.count == 1)
        #expect(replay.openings[0] < 61)
    }

    @Test func `signing in can be told, and is believed once a probe agrees`() {
        let replay = play(
            until: 400,
            [
                (0, .answer(.captive, after: 0.1)), (0, .links(online)), (300, .answer(.online, after: 0.1)),
                (300.5, .recheck),
            ])
        #expect(replay.published == ["0.1 captive", "300.6 online"])
    }

    @Test func `a train that goes through tunnels is intermittent in the end`() {
        let tunnels: [(Double, Step)] = (0..<10).flatMap { tunnel -> [(Double, Step)] in
            let at = Double(tunnel) * 28
            return [(at + 20, .links(offline)), (at + 28, .links(online))]
        }
        let replay = play(until: 500, [(0, .links(online))] + tunnels)
        #expect(replay.published.count <= 8)
        #expect(replay.published.contains { $0.hasSuffix("intermittent") })
        #expect(replay.published.last?.hasSuffix("online") == true)
    }

    @Test func `what moves between 600 and 850 kbit a second is one quality`() {
        let rates: [(Double, Step)] = (0..<60).map {
            (Double($0) * 10, .rate(bytesPerSecond: $0 % 2 == 0 ? 75_000 : 106_000))
        }
        let replay = play(until: 600, [(0, .links(online))] + rates)
        #expect(replay.published.count <= 2)
    }

    @Test func `a slow link is told after two looks, and a fast one again`() {
        let slow: [(Double, Step)] = (0..<20).map { (Double($0) * 2 + 1, .rate(bytesPerSecond: 40_000)) }
        let fast: [(Double, Step)] = (0..<120).map { (Double($0) * 2 + 61, .rate(bytesPerSecond: 4_000_000)) }
        let replay = play(until: 320, [(0, .links(online))] + slow + fast)
        #expect(replay.published.map { $0.split(separator: " ")[1] }.first == "online")
        #expect(replay.published.contains { $0.hasSuffix("slow") })
        #expect(replay.published.last?.hasSuffix("online") == true)
        #expect(replay.states.last?.quality == .good)
    }

    @Test func `another network begins anew`() {
        let slow: [(Double, Step)] = (0..<20).map { (Double($0) * 2 + 1, .rate(bytesPerSecond: 40_000)) }
        let replay = play(until: 60, [(0, .links(online))] + slow + [(50, .links(NetworkReplay.metered()))])
        #expect(replay.published.last == "50.0 metered")
        #expect(replay.states.last?.quality == nil)
    }

    // MARK: Rules

    @Test func `what began before the path changed says nothing of it`() {
        let replay = play(
            until: 40,
            [
                (0, .answer(.unreachable, after: 4)), (0, .links(online)), (1, .links(NetworkReplay.metered())),
                (1.6, .answer(.online, after: 0.1)),
            ])
        #expect(replay.published.last?.hasSuffix("metered") == true)
        #expect(!replay.published.contains { $0.hasSuffix("offline") })
    }

    @Test func `a probe that fails does not gainsay transfers that go on`() {
        let replay = play(
            until: 100,
            [
                (0, .links(online)), (10, .answer(.unreachable, after: 1)), (11, .recheck),
                (11.5, .transfer(.arrived, began: 0)), (20, .recheck), (40, .transfer(.unreached, began: 1)),
            ])
        #expect(replay.published.map { $0.split(separator: " ")[1] } == ["online", "offline"])
        #expect(replay.states.last?.source == .probe)
    }

    @Test func `a server that answers with its own trouble neither opens nor shuts the way`() {
        let replay = play(until: 30, [(0, .answer(.inconclusive, after: 0.2)), (0, .links(online))])
        #expect(replay.published == ["0.2 believed"])
        #expect(replay.openings == [0.2])
    }

    @Test func `without a probe a default route is believed, and a transfer proves it`() {
        let replay = play(probes: false, until: 30, [(0, .links(online)), (10, .transfer(.arrived, began: 1))])
        #expect(replay.published == ["0.0 believed", "10.0 online"])
        #expect(replay.states.last?.source == .transfer)
        #expect(replay.probes == [])
        #expect(replay.openings == [0])
    }

    @Test func `without a probe one host that sends people elsewhere stops nobody else`() {
        let page = Step.transfer(.signInPage(host: "https://a"), began: 1)
        let replay = play(probes: false, until: 30, [(0, .links(online)), (5, page), (10, page)])
        #expect(replay.published == ["0.0 believed"])
    }

    @Test func `without a probe two hosts that do are a portal, which is tried again later and later`() {
        let pages: [(Double, Step)] = stride(from: 5.0, to: 200, by: 1).flatMap { at -> [(Double, Step)] in
            ["https://a", "https://b"].map { (at, .transfer(.signInPage(host: $0), began: 0)) }
        }
        let replay = play(probes: false, until: 200, [(0, .links(online))] + pages)
        #expect(replay.published[1] == "5.0 captive")
        #expect(replay.openings.count <= 16)
        #expect(zip(replay.openings.dropFirst(), replay.openings.dropFirst(2)).allSatisfy { $1 - $0 > 4 })
    }

    @Test func `nothing opens while the link is down, whatever probes say`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var at = 0.0
            var isUp = false
            let steps: [(Double, Step)] = (0..<60).map { _ in
                at += Double.random(in: 0.05...8, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1:
                    isUp.toggle()
                    return (at, .links(isUp ? online : offline))
                case 2:
                    return (
                        at,
                        .answer(
                            [.online, .captive, .unreachable, .inconclusive].randomElement(using: &random) ?? .online,
                            after: .random(in: 0...6, using: &random))
                    )
                case 3:
                    return (
                        at,
                        .transfer(
                            [.arrived, .broke, .unreached].randomElement(using: &random) ?? .arrived,
                            began: .random(in: 0...9, using: &random))
                    )
                case 4: return (at, .recheck)
                default: return (at, .rate(bytesPerSecond: .random(in: 1_000...9_000_000, using: &random)))
                }
            }
            let replay = play(until: at + 20, steps)
            #expect(replay.published.count <= 60)
            for (one, next) in zip(replay.states, replay.states.dropFirst()) { #expect(!one.isSame(as: next)) }
            for state in replay.states where state.facts.link == .none { #expect(state.isValidated == nil) }
            if !isUp { #expect(replay.states.last?.facts.link == .some(.none) && !replay.internet.isOpen) }
        }
    }
}
