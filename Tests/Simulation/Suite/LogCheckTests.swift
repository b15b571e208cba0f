import HoldfastSimulation
import Testing

@testable import HoldfastModel

/// Each check of a log finds what it is there for: one that finds nothing in a bad log proves nothing about a good one.
@Suite struct LogCheckTests {
    @Test func `1: a second open attempt is found`() {
        let found = HandMade.problems(
            OneOpenAttempt(), HandMade.step(1, HandMade.started()), HandMade.step(2, HandMade.failed(1)),
            HandMade.step(3, HandMade.started()), HandMade.step(4, HandMade.started()))
        #expect(found == [false, false, false, true])
    }

    @Test func `1: a state that has another attempt open than the log is found`() {
        let item = Item(number: 0, id: "map")
        let found = HandMade.problems(
            OneOpenAttempt(), HandMade.step(1, HandMade.started()) { _ in },
            HandMade.step(2, HandMade.checkpoint(1)) { $0.after = item })
        #expect(found == [false, true])
    }

    @Test func `2: two ends, two completions, two verdicts and none at all are found`() {
        #expect(
            HandMade.problems(
                OneEnd(), HandMade.step(1, HandMade.started()), HandMade.step(2, HandMade.failed(1)),
                HandMade.step(3, HandMade.failed(1))) == [false, false, true])
        #expect(
            HandMade.problems(
                OneEnd(), HandMade.step(1, HandMade.started()), HandMade.step(2, HandMade.completed(1)),
                HandMade.step(3, HandMade.completed(1))) == [false, false, true])
        #expect(
            HandMade.problems(
                OneEnd(), HandMade.step(1, HandMade.started()), HandMade.step(2, HandMade.completed(1)),
                HandMade.step(3, HandMade.verified(1)), HandMade.step(4, HandMade.verified(1)))
                == [false, false, false, true])
        #expect(HandMade.problems(OneEnd(), HandMade.step(1, HandMade.failed(9))) == [true])
        #expect(HandMade.problems(OneEnd(), HandMade.step(1, HandMade.verified(9))) == [true])
        var open = OneEnd()
        _ = open.problem(in: HandMade.step(1, HandMade.started()))
        #expect(open.problemAtEnd(isClosed: true) != nil)
        #expect(open.problemAtEnd(isClosed: false) == nil)
    }

    @Test func `3: durable bytes that fall without being given up are found`() {
        let discard = HandMade.step(2, .partialDiscarded(PartialDiscarded()))
        #expect(
            HandMade.problems(
                DurableBytesFall(), HandMade.step(1, HandMade.checkpoint(9)), HandMade.step(2, HandMade.checkpoint(8)))
                == [false, true])
        #expect(
            HandMade.problems(
                DurableBytesFall(), HandMade.step(1, HandMade.checkpoint(9)), discard,
                HandMade.step(3, HandMade.checkpoint(8))) == [false, false, false])
        let fall = HandMade.step(1, HandMade.failed(0)) { step in
            step.before = HandMade.made(Item(number: 0, id: "map")) { $0.staging = Staging(durableBytes: 5) }
            step.after = Item(number: 0, id: "map")
        }
        #expect(HandMade.problems(DurableBytesFall(), fall) == [true])
    }

    @Test func `4: content that was never verified, or not by this attempt, or other bytes, is found`() {
        #expect(HandMade.problems(PublishedAfterVerified(), HandMade.step(2, HandMade.published(1))) == [true])
        #expect(
            HandMade.problems(
                PublishedAfterVerified(), HandMade.step(2, HandMade.verified(1)),
                HandMade.step(3, HandMade.published(1)))
                == [false, false])
        #expect(
            HandMade.problems(
                PublishedAfterVerified(), HandMade.step(2, HandMade.verified(1)),
                HandMade.step(3, HandMade.published(2)))
                == [false, true])
        #expect(
            HandMade.problems(
                PublishedAfterVerified(), HandMade.step(2, HandMade.verified(1)),
                HandMade.step(3, HandMade.published(1, HandMade.other))) == [false, true])
    }

    @Test func `5: an installed file that goes by something else than a deletion is found`() {
        func change(_ event: Event) -> FoldStep {
            HandMade.step(1, event) { step in
                step.before = HandMade.made(Item(number: 0, id: "map")) { $0.installed = HandMade.installed }
                step.after = Item(number: 0, id: "map")
            }
        }
        #expect(HandMade.problems(InstalledChanges(), change(HandMade.failed(0))) == [true])
        #expect(HandMade.problems(InstalledChanges(), change(.contentDeleted(ContentDeleted()))) == [false])
    }

    @Test func `6: a deletion that nobody asked for, or a rule without a name, is found`() {
        let request = Event.deletionRequested(DeletionRequested())
        let deletion = Event.contentDeleted(ContentDeleted())
        func found(_ actor: Record.Actor, cause: UInt64) -> [Bool] {
            HandMade.problems(
                DeletionsTraced(), HandMade.step(1, request, actor: actor), HandMade.step(2, deletion, cause: cause))
        }
        #expect(found(.user, cause: 1) == [false, false])
        #expect(found(.user, cause: 0) == [false, true])
        #expect(found(.system, cause: 1) == [false, true])
        #expect(found(Record.Actor(.policy), cause: 1) == [false, true])
        #expect(found(Record.Actor(.policy, rule: "lru"), cause: 1) == [false, false])
        #expect(HandMade.problems(DeletionsTraced(), HandMade.step(1, request, cause: 2)) == [true])
    }

    @Test func `12: requests that are lost or counted twice are found`() {
        let request = Event.downloadRequested(DownloadRequested())
        func found(_ totals: Totals) -> [Bool] {
            HandMade.problems(RequestsAddUp(), HandMade.step(1, request) { $0.totals = totals })
        }
        var totals = Totals()
        totals.requested = 1
        #expect(found(totals) == [true])
        totals.wanted = 1
        #expect(found(totals) == [false])
        totals.completed = 1
        #expect(found(totals) == [true])
        totals.requested = 2
        #expect(found(totals) == [true])
    }

    @Test func `13: a start over the quota is found`() {
        func found(_ used: Int64, _ event: Event) -> [Bool] {
            HandMade.problems(
                QuotaHolds(),
                HandMade.step(1, event) { step in
                    step.totals.usedBytes = used
                    step.quota = 100
                })
        }
        #expect(found(101, HandMade.started()) == [true])
        #expect(found(100, HandMade.started()) == [false])
        #expect(found(101, HandMade.failed(0)) == [false])
    }

    @Test func `14: a start after a cancel is found, in the log and on the wire`() {
        #expect(
            HandMade.problems(
                CancelledIsSilent(), HandMade.step(1, .downloadRequested(DownloadRequested())),
                HandMade.step(2, HandMade.started()), HandMade.step(3, .downloadCancelled(DownloadCancelled())),
                HandMade.step(4, HandMade.started())) == [false, false, false, true])
        var watch = RequestWatch()
        watch.silence("map")
        #expect(watch.problem(requesting: "map")?.invariant == .cancelledIsSilent)
        #expect(watch.problem(requesting: "song") == nil)
        watch.release("map")
        #expect(watch.problem(requesting: "map") == nil)
    }
}

extension HandMade {
    static let installed = Installed(
        bytes: 1, digest: zero, trust: .known(.expected), publishedAt: 1, published: 1, volume: 0)
}
