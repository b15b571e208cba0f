import Testing

@testable import Holdfast

struct ManualMonitorTests {
    private let online = LinkFacts(link: .internet, source: .manual)
    private let offline = LinkFacts(link: .none, source: .manual)

    @Test func `what is set is believed at once`() {
        let monitor = ManualMonitor()
        #expect(monitor.settled == nil && monitor.gate == .none)
        monitor.set(online)
        #expect(monitor.settled == online && monitor.gate == .internet)
    }

    @Test func `followers hear the present first, then each change once`() async {
        let monitor = ManualMonitor(online)
        let updates = monitor.updates()
        monitor.set(online)
        monitor.set(offline)
        await monitor.shutdown()
        var heard: [LinkUpdate] = []
        for await update in updates { heard.append(update) }
        let change = { LinkChange(facts: $0, isIntermittent: false, rawChanges: 1, settledMilliseconds: 0) }
        #expect(heard == [.gate(.internet), .settled(change(online)), .gate(.none), .settled(change(offline))])
    }

    @Test func `a follower of an ended monitor hears the last state and the end`() async {
        let monitor = ManualMonitor(online)
        await monitor.shutdown()
        var count = 0
        for await _ in monitor.updates() { count += 1 }
        #expect(count == 2)
    }
}
