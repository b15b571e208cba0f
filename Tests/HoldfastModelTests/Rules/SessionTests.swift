import Testing

@testable import HoldfastModel

@Suite struct SessionTests {
    @Test func `a store is created once`() throws {
        var log = ModelLog()
        #expect(try log.events(.createStore(storeID: "ab", engineVersion: "1")) == ["storeCreated"])
        #expect(log.refusal(.createStore(storeID: "ab", engineVersion: "1")) == .illegalTransition)
    }

    @Test func `a session tells how the one before it ended`() throws {
        var log = ModelLog()
        try log.run(.createStore(storeID: "ab", engineVersion: "1"))
        var told: [(UInt64?, Bool)] = []
        for _ in 0..<3 {
            try log.openSession()
            guard case .sessionOpened(let payload) = log.records.last?.event else { continue }
            told.append((payload.previousSession, payload.previousClosedCleanly))
            if told.count == 1 { try log.run(.closeSession(.normal)) }
        }
        #expect(told.map(\.0) == [nil, 1, 3])
        #expect(told.map(\.1) == [true, true, false])
        #expect(log.state.device().bootID == "boot")
    }

    @Test func `closing ends what still receives and leaves whole files to the next session`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 10)
        try log.verify("b")
        #expect(try log.events(.closeSession(.suspended)) == ["transferInterrupted", "sessionClosed"])
        #expect(log.item("a").transfer == .ready && log.item("a").staging?.durableBytes == 10)
        #expect(log.item("b").transfer.state == .verifying)
        #expect(log.state.device().session == nil && !log.state.device().isConnectivityCurrent)
        #expect(try log.note(.closeSession(.normal)) == .unchanged)
    }

    @Test func `after a crash the open attempts are there to be closed`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 40_000)
        try log.publish("b")
        try log.openSession()
        var open: [String] = []
        try log.state.walk(.running) {
            open.append(log.state.item($0.number)?.id ?? "?")
            return true
        }
        #expect(open == ["a", "b"])
        try log.report("a", .interrupted(.processDied, blocker: nil, durableBytes: 40_000))
        #expect(try log.report("b", .published(path: "content/b", volume: 0)) == ["contentPublished"])
        #expect(try log.events(.recovered(RecoveryCompleted())) == ["recoveryCompleted"])
        try log.connect(.internet)
        #expect(try log.starts() == ["a"])
        try log.start("a")
        #expect(log.item("a").intent?.attempts == 2)
    }

    @Test func `the same observation is written once`() throws {
        var log = try ModelLog.online()
        let same = filled(ConnectivityChanged()) {
            $0.link = .known(.internet)
            $0.isMetered = false
            $0.rawChanges = 9
            $0.source = .known(.poll)
            $0.settledInMilliseconds = 3
        }
        #expect(try log.note(.observe(same)) == .unchanged)
        #expect(try log.events(.observe(filled(same) { $0.isMetered = true })) == ["connectivityChanged"])
        // In another session it is news.
        try log.openSession()
        #expect(try log.events(.observe(filled(same) { $0.isMetered = true })) == ["connectivityChanged"])
    }

    @Test func `the internet comes back only after it was away`() throws {
        var log = try ModelLog.online()
        let first = log.state.device().internetSince
        #expect(first == log.next - 1)
        try log.openSession()
        try log.connect(.internet)
        #expect(log.state.device().internetSince == first)
        try log.connect(.internet, isCaptive: true)
        try log.connect(.internet)
        #expect(log.state.device().internetSince == log.next - 1)
    }
}
