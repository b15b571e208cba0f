import Testing

@testable import HoldfastModel

@Suite struct IntentTests {
    let plain = RequestOptions()

    @Test func `a request makes the item ready, once`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        #expect(try log.events(.request(item: "a", plain)) == ["downloadRequested"])
        #expect(log.item("a").transfer == .ready)
        #expect(try log.note(.request(item: "a", plain)) == .alreadyWanted)
        try log.start("a")
        #expect(try log.note(.request(item: "a", plain)) == .alreadyWanted)
        #expect(log.refusal(.request(item: "b", plain)) == .unknownItem)
    }

    @Test func `a request of what is installed is a note, of what is damaged is not`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        #expect(try log.note(.request(item: "a", plain)) == .alreadyInstalled)
        try log.run(.found(item: log.item("a").number, .missing(.open)))
        #expect(try log.note(.found(item: log.item("a").number, .missing(.open))) == .unchanged)
        #expect(try log.events(.request(item: "a", plain)) == ["downloadRequested"])
    }

    @Test func `a new version is worth a download`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.amend(item: "a", filled(Registration(id: "a")) { $0.version = "2" }))
        #expect(try log.events(.request(item: "a", plain)) == ["downloadRequested"])
        try log.receive("a")
        try log.report("a", ModelLog.completed(1_000_000))
        try log.report("a", .verified(bytes: 1_000_000, ModelLog.otherDigest, .firstSeen))
        let first = log.item("a").installed?.published
        try log.report("a", .published(path: "content/a2", volume: 0))
        guard case .contentPublished(let published) = log.records.last?.event else {
            Issue.record("not published")
            return
        }
        #expect(published.replaced == first)
        #expect(try log.note(.request(item: "a", plain)) == .alreadyInstalled)
    }

    @Test(arguments: [-101, 101, .min, .max] as [Int64])
    func `a priority out of range is refused`(priority: Int64) throws {
        var log = try ModelLog.online()
        try log.register("a")
        let options = filled(plain) { $0.priority = priority }
        #expect(log.refusal(.request(item: "a", options)) == .valueOutOfRange)
        try log.run(.request(item: "a", plain))
        #expect(log.refusal(.reprioritise(item: "a", priority: priority, place: nil, before: nil)) == .valueOutOfRange)
    }

    @Test func `a request of a failed item is a retry`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        _ = try log.fail("a", .tls)
        #expect(try log.events(.request(item: "a", plain)) == ["retryRequested"])
        #expect(log.item("a").transfer == .ready)
    }

    @Test func `cancelling ends the attempt, the request and the partial`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 30_000)
        let cancel = Command.cancel(item: "a", keepsPartial: false)
        #expect(try log.events(cancel) == ["transferInterrupted", "downloadCancelled", "partialDiscarded"])
        #expect(log.item("a").transfer == .idle && log.item("a").intent == nil && log.item("a").staging == nil)
        #expect(try log.note(cancel) == .notWanted)
        #expect(try log.starts() == [])
        #expect(log.state.totals().cancelled == 1)
    }

    @Test func `late reports of a cancelled attempt are refused`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        let number = log.item("a").number
        let attempt = log.item("a").transfer.attempt?.id ?? 0
        try log.run(.cancel(item: "a", keepsPartial: false))
        let failed = AttemptReport.failed(
            Failure(.transient, "reset"), durableBytes: 0, retryAfterInMilliseconds: nil, discards: nil, draw: 1)
        for report in [failed, .checkpoint(durableBytes: 1), ModelLog.completed(1), .published(path: "p", volume: 0)] {
            #expect(log.refusal(.attempt(item: number, id: attempt, report)) == .staleAttempt)
        }
    }

    @Test func `a cancelled backoff never fires`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        _ = try log.fail("a", .transient)
        try log.run(.cancel(item: "a", keepsPartial: false))
        log.wall += 86_400_000_000
        #expect(try log.starts() == [])
    }

    @Test func `a partial can be kept, gone on from, and discarded later`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 30_000)
        #expect(
            try log.events(.cancel(item: "a", keepsPartial: true)) == ["transferInterrupted", "downloadCancelled"])
        #expect(log.item("a").staging?.durableBytes == 30_000)
        #expect(try log.events(.remove(item: "a", reason: .user, isImmediate: false)) == ["partialDiscarded"])
        #expect(try log.note(.remove(item: "a", reason: .user, isImmediate: false)) == .notInstalled)
    }

    @Test func `past the point of no return a cancel is too late`() throws {
        var log = try ModelLog.online()
        try log.publish("a")
        #expect(try log.note(.cancel(item: "a", keepsPartial: false)) == .alreadyComplete)
        try log.report("a", .published(path: "content/a", volume: 0))
        #expect(log.item("a").installed?.isSound == true)
        #expect(log.state.totals().completed == 1 && log.state.totals().cancelled == 0)
    }

    @Test func `while verifying a cancel still wins`() throws {
        var log = try ModelLog.online()
        try log.verify("a")
        try log.run(.cancel(item: "a", keepsPartial: false))
        #expect(log.item("a").installed == nil && log.item("a").transfer == .idle)
    }

    @Test func `retrying needs a failure or a backoff`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        #expect(log.refusal(.retry(item: "a")) == .nothingToRetry)
        try log.run(.request(item: "a", plain))
        #expect(try log.note(.retry(item: "a")) == .alreadyWanted)
        try log.receive("a")
        _ = try log.fail("a", .server)
        #expect(log.item("a").transfer.state == .backoff)
        #expect(try log.events(.retry(item: "a")) == ["retryRequested"])
        #expect(log.item("a").transfer == .ready && log.item("a").intent?.failures == 0)
    }

    @Test func `places order the queue`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b", "c", "d", "e"] { try log.want(id) }
        try log.run(.reprioritise(item: "d", priority: nil, place: .first, before: nil))
        try log.run(.reprioritise(item: "a", priority: nil, place: .last, before: nil))
        try log.run(.reprioritise(item: "e", priority: nil, place: .before, before: "c"))
        try log.run(.reprioritise(item: "b", priority: nil, place: .before, before: "c"))
        #expect(try Self.queue(log) == ["d", "e", "b", "c", "a"])
        try log.run(.reprioritise(item: "c", priority: 10, place: nil, before: nil))
        try log.run(.reprioritise(item: "a", priority: nil, place: .before, before: "c"))
        #expect(try Self.queue(log) == ["a", "c", "d", "e", "b"])
        #expect(try log.note(.reprioritise(item: "c", priority: 10, place: nil, before: nil)) == .unchanged)
    }

    @Test func `a place before needs an item in the queue`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.register("b")
        #expect(log.refusal(.reprioritise(item: "a", priority: nil, place: .before, before: "b")) == .illegalTransition)
        #expect(log.refusal(.reprioritise(item: "a", priority: nil, place: .before, before: "a")) == .illegalTransition)
        #expect(log.refusal(.reprioritise(item: "a", priority: nil, place: .before, before: nil)) == .valueOutOfRange)
        #expect(log.refusal(.reprioritise(item: "a", priority: nil, place: .first, before: "b")) == .valueOutOfRange)
        #expect(try log.note(.reprioritise(item: "b", priority: 1, place: nil, before: nil)) == .notWanted)
    }

    static func queue(_ log: ModelLog) throws -> [String] {
        var ids: [String] = []
        try log.state.walk(.ready) {
            ids.append(log.state.item($0.number)?.id ?? "?")
            return true
        }
        return ids
    }
}

@Suite struct PauseTests {
    @Test func `a paused item is held, and its attempt ends without using up a try`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 1_000)
        #expect(try log.events(.pause(.item("a"), until: nil)) == ["transferInterrupted", "downloadPaused"])
        #expect(log.item("a").transfer == .held(by: .user, until: nil))
        #expect(log.item("a").intent?.failures == 0 && log.item("a").staging?.durableBytes == 1_000)
        #expect(try log.note(.pause(.item("a"), until: nil)) == .alreadyPaused)
        #expect(try log.starts() == [])
        #expect(try log.events(.resume(.item("a"))) == ["downloadResumed"])
        #expect(try log.note(.resume(.item("a"))) == .notPaused)
        #expect(try log.starts() == ["a"])
    }

    @Test func `a pause that ends, ends by itself`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        let end = log.wall + 1_000_000
        try log.run(.pause(.item("a"), until: end))
        #expect(try log.starts() == [])
        #expect(try log.plan().nextDue == end)
        log.wall = end
        #expect(try log.starts() == ["a"])
        try log.start("a")
        #expect(log.item("a").transfer.state == .connecting)
    }

    @Test func `pausing everything blocks items and interrupts running ones`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        try log.want("b")
        #expect(try log.events(.pause(.all, until: nil)) == ["downloadPaused"])
        #expect(try log.note(.pause(.all, until: nil)) == .alreadyPaused)
        #expect(log.item("b").transfer == .ready)
        #expect(try log.blockers("b") == [.pausedAll])
        let item = log.item("a")
        #expect(
            try log.plan().actions == [
                .interrupt(item: item.number, attempt: item.transfer.attempt?.id ?? 0, .blocked, blocker: .pausedAll)
            ])
        try log.report("a", .interrupted(.blocked, blocker: .pausedAll, durableBytes: 0))
        #expect(log.item("a").transfer == .ready)
        try log.run(.resume(.all))
        #expect(try log.note(.resume(.all)) == .notPaused)
        #expect(try log.starts() == ["a", "b"])
    }

    @Test func `what cannot be paused says why`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        #expect(try log.note(.pause(.item("a"), until: nil)) == .notWanted)
        #expect(log.refusal(.pause(.item("a"), until: log.wall)) == .valueOutOfRange)
        #expect(log.refusal(.pause(.all, until: 0)) == .valueOutOfRange)
        try log.verify("a")
        #expect(try log.note(.pause(.item("a"), until: nil)) == .alreadyComplete)
        try log.receive("b")
        _ = try log.fail("b", .policy)
        #expect(log.refusal(.pause(.item("b"), until: nil)) == .illegalTransition)
    }
}

@Suite struct IntentChangeTests {
    @Test func `an update of what is installed is a download, once`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        let update = Command.request(item: "a", filled(RequestOptions()) { $0.reason = .update })
        #expect(try log.events(update) == ["downloadRequested"])
        #expect(try log.note(update) == .alreadyWanted)
    }

    @Test func `a kept partial can be discarded without a request`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 30_000)
        try log.run(.cancel(item: "a", keepsPartial: true))
        #expect(try log.note(.cancel(item: "a", keepsPartial: true)) == .notWanted)
        #expect(try log.events(.cancel(item: "a", keepsPartial: false)) == ["partialDiscarded"])
        #expect(log.item("a").staging == nil)
        #expect(try log.note(.cancel(item: "a", keepsPartial: false)) == .notWanted)
    }

    @Test func `retrying before its time starts an item where it stands in the queue`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        let options = filled(RequestOptions()) { ($0.notBefore, $0.priority) = (log.wall + 9_000_000, 7) }
        try log.run(.request(item: "a", options))
        let place = log.item("a").intent?.place
        #expect(try log.starts() == [])
        #expect(try log.events(.retry(item: "a")) == ["retryRequested"])
        #expect(try log.starts() == ["a"])
        #expect(log.item("a").intent?.priority == 7 && log.item("a").intent?.place == place)
        #expect(try log.note(.retry(item: "a")) == .alreadyWanted)
    }

    @Test func `retrying before its time also ends a hold that has passed, and no other`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.notBefore = log.wall + 9_000_000 }))
        try log.run(.pause(.item("a"), until: log.wall + 1_000_000))
        #expect(log.refusal(.retry(item: "a")) == .nothingToRetry)
        log.wall += 1_000_000
        #expect(try log.events(.retry(item: "a")) == ["downloadResumed", "retryRequested"])
        #expect(try log.starts() == ["a"])
    }

    @Test(arguments: [true, false], [nil, "true", "false"])
    func `the later of a request's permission and the item's setting stands`(isAllowed: Bool, old: String?) throws {
        var log = try ModelLog.online()
        try log.connect(.internet, isMetered: true)
        try log.register("a")
        if let old { try log.run(.set(key: SettingKey.allowMetered, for: .item("a"), value: old)) }
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.allowsMetered = isAllowed }))
        #expect(try log.starts() == (isAllowed ? ["a"] : []))
        let change = Command.set(key: SettingKey.allowMetered, for: .item("a"), value: "\(!isAllowed)")
        #expect(try log.events(change) == ["settingChanged"])
        #expect(try log.starts() == (isAllowed ? [] : ["a"]))
        #expect(try log.note(change) == .alreadySet)
    }
}
