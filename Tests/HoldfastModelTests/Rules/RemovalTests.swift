import Testing

@testable import HoldfastModel

@Suite struct RemovalTests {
    static let remove = Command.remove(item: "a", reason: .user, isImmediate: false)
    static let removeNow = Command.remove(item: "a", reason: .user, isImmediate: true)

    @Test func `a removal waits for its undo window, then frees the file`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        let number = log.item("a").number
        #expect(try log.events(Self.remove) == ["deletionRequested"])
        let end = log.wall + 10_000_000
        #expect(try log.plan() == Plan(actions: [], nextDue: end))
        #expect(log.refusal(.startDeletion(item: number)) == .notReady)
        #expect(try log.note(Self.remove) == .alreadyRemoving)
        log.wall = end
        #expect(try log.plan().actions == [.remove(item: number)])
        #expect(log.refusal(.undoRemoval(item: "a")) == .undoWindowPassed)
        try log.run(.startDeletion(item: number))
        #expect(try log.plan().actions == [])
        #expect(log.refusal(.undoRemoval(item: "a")) == .removalStarted)
        #expect(try log.note(.startDeletion(item: number)) == .alreadyRemoving)
        try log.run(.deleted(item: number, freedBytes: 1_000_000))
        #expect(log.item("a").installed == nil && log.item("a").removal == .none)
        #expect(log.state.totals().usedBytes == 0)
        // Nothing deleted comes back by itself.
        #expect(try log.starts() == [])
        let causes = log.records.suffix(3).map(\.cause)
        #expect(causes == [nil, UInt64(log.records.count - 3), UInt64(log.records.count - 3)])
    }

    @Test func `a removal can be undone in its window`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        #expect(log.refusal(.undoRemoval(item: "a")) == .nothingToUndo)
        try log.run(Self.remove)
        #expect(try log.events(.undoRemoval(item: "a")) == ["deletionUndone"])
        #expect(log.item("a").removal == .none && log.item("a").installed != nil)
    }

    @Test func `requesting an item that is to be removed undoes the removal`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(Self.remove)
        #expect(try log.events(.request(item: "a", RequestOptions())) == ["deletionUndone"])
    }

    @Test func `requesting an item whose removal runs waits for its end`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        let number = log.item("a").number
        try log.run(Self.removeNow)
        try log.run(.startDeletion(item: number))
        #expect(try log.events(.request(item: "a", RequestOptions())) == ["downloadRequested"])
        #expect(try log.blockers("a") == [.removalInProgress])
        try log.run(.deleted(item: number, freedBytes: 1))
        #expect(try log.starts() == ["a"])
    }

    @Test func `removing at once has no undo window`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(Self.remove)
        #expect(try log.events(Self.removeNow) == ["deletionRequested"])
        #expect(try log.note(Self.removeNow) == .alreadyRemoving)
        #expect(log.refusal(.undoRemoval(item: "a")) == .undoWindowPassed)
        #expect(try log.plan().actions == [.remove(item: log.item("a").number)])
    }

    @Test func `without an undo setting there is no window`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.set(key: "ui.undoMs", for: .all, value: "0"))
        try log.run(Self.remove)
        #expect(try log.plan().actions == [.remove(item: log.item("a").number)])
    }

    @Test func `removing stops a running update first, with one end`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.amend(item: "a", filled(Registration(id: "a")) { $0.version = "2" }))
        try log.run(.request(item: "a", RequestOptions()))
        try log.receive("a", durable: 10)
        #expect(try log.events(Self.remove) == ["transferInterrupted", "deletionRequested", "partialDiscarded"])
        #expect(log.item("a").intent == nil && log.item("a").transfer == .idle && log.item("a").staging == nil)
    }

    @Test func `removing a download that is not there yet cancels it`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 10)
        #expect(try log.events(Self.remove) == ["transferInterrupted", "downloadCancelled", "partialDiscarded"])
        #expect(try log.note(Self.remove) == .notInstalled)
        try log.want("b")
        #expect(try log.events(.remove(item: "b", reason: .user, isImmediate: false)) == ["downloadCancelled"])
    }

    @Test func `what is being put in its place cannot be removed yet`() throws {
        var log = try ModelLog.online()
        try log.publish("a")
        #expect(log.refusal(Self.remove) == .pastNoReturn)
    }

    @Test func `a removal that failed can be tried again`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        let number = log.item("a").number
        #expect(log.refusal(.startDeletion(item: number)) == .illegalTransition)
        try log.run(Self.removeNow)
        #expect(log.refusal(.deleted(item: number, freedBytes: 0)) == .illegalTransition)
        #expect(log.refusal(.deletionFailed(item: number, Failure(.file, "busy"))) == .illegalTransition)
        try log.run(.startDeletion(item: number))
        try log.run(.deletionFailed(item: number, Failure(.file, "busy", osCode: 16)))
        #expect(log.item("a").removal.state == .failed && log.item("a").installed != nil)
        #expect(try log.plan().actions == [])
        try log.run(.startDeletion(item: number))
        try log.run(.deletionFailed(item: number, Failure(.file, "busy")))
        #expect(try log.events(Self.removeNow) == ["deletionRequested"])
        #expect(try log.plan().actions == [.remove(item: number)])
    }

    @Test func `a clock that was set back holds no removal up`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(Self.remove)
        log.wall -= 63_000_000_000_000
        #expect(try log.plan().actions == [.remove(item: log.item("a").number)])
        #expect(try log.events(.startDeletion(item: log.item("a").number)) == ["deletionStarted"])
    }

    @Test func `removing needs no network`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.connect(.none)
        try log.run(Self.removeNow)
        try log.run(.startDeletion(item: log.item("a").number))
        #expect(try log.events(.deleted(item: log.item("a").number, freedBytes: 1)) == ["contentDeleted"])
    }

    @Test func `damage is recorded once, and only of what is installed`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        let number = log.item("a").number
        let corrupted = Command.found(item: number, .corrupted(.audit, expected: "1", actual: "2"))
        #expect(try log.events(corrupted) == ["contentCorrupted"])
        #expect(try log.note(corrupted) == .unchanged)
        #expect(log.item("a").installed?.isSound == false)
        try log.register("b")
        #expect(log.refusal(.found(item: log.item("b").number, .missing(.start))) == .illegalTransition)
    }

    @Test func `a partial is discarded only without an open attempt`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 10)
        let number = log.item("a").number
        #expect(log.refusal(.discardPartial(item: number, .lost)) == .attemptOpen)
        try log.report("a", .interrupted(.preempted, blocker: nil, durableBytes: 10))
        #expect(try log.events(.discardPartial(item: number, .lost)) == ["partialDiscarded"])
        #expect(try log.note(.discardPartial(item: number, .lost)) == .unchanged)
    }
}
