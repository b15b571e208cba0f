import HoldfastSimulation
import Testing

@testable import HoldfastModel

/// The checks of rules that are no invariants of their own find what they are there for.
@Suite struct RuleCheckTests {
    private static func start(_ position: UInt64, _ change: (inout FoldStep) -> Void) -> FoldStep {
        HandMade.step(position, HandMade.started()) { step in
            var item = Item(number: 0, id: "map")
            item.intent = HandMade.intent
            step.before = item
            step.start = StartFacts()
            step.start?.source = SourceFacts(host: "https://a.example", reach: .internet)
            change(&step)
        }
    }

    @Test func `a start while all, the group or the network is switched off is found`() {
        #expect(HandMade.problems(StartsAllowed(), Self.start(2) { _ in }) == [false])
        #expect(HandMade.problems(StartsAllowed(), Self.start(2) { $0.device.pausedAll = .init() }) == [true])
        #expect(HandMade.problems(StartsAllowed(), Self.start(2) { $0.device.pausedAll = .init(until: 1) }) == [false])
        #expect(HandMade.problems(StartsAllowed(), Self.start(2) { $0.device.offlineMode = .init() }) == [true])
        let paused = HandMade.made(Group(number: 9, id: "album")) { $0.paused = .init() }
        #expect(HandMade.problems(StartsAllowed(), Self.start(2) { $0.start?.group = paused }) == [true])
    }

    @Test func `a start on a metered network that nobody allowed is found`() {
        func metered(_ step: inout FoldStep) {
            step.device.connectivity = HandMade.made(ConnectivityChanged()) {
                $0.link = .known(.internet)
                $0.isMetered = true
            }
        }
        let consent = Event.consentRecorded(
            HandMade.made(ConsentRecorded()) {
                $0.kind = .known(.metered)
                $0.isGiven = true
            })
        let request = Event.downloadRequested(DownloadRequested())
        let start = Self.start(5, metered)
        #expect(HandMade.problems(StartsAllowed(), start) == [true])
        #expect(HandMade.problems(StartsAllowed(), HandMade.step(2, consent), start) == [false, false])
        #expect(
            HandMade.problems(StartsAllowed(), HandMade.step(2, consent), HandMade.step(3, request), start)
                == [false, false, true])
        let allowed = Self.start(5) { step in
            metered(&step)
            step.start?.allowsMetered = true
        }
        #expect(HandMade.problems(StartsAllowed(), allowed) == [false])
    }

    @Test func `a refused answer that is believed is found`() {
        func step(isRefused: Bool?, _ after: Staging?) -> FoldStep {
            let answer = Event.responseReceived(HandMade.made(ResponseReceived()) { $0.isRefused = isRefused })
            return HandMade.step(3, answer) { step in
                var item = Item(number: 0, id: "map")
                item.staging = Staging(durableBytes: 5)
                step.before = item
                item.staging = after
                step.after = item
            }
        }
        let other = HandMade.made(Staging(durableBytes: 5)) { $0.validator = "\"b\"" }
        #expect(HandMade.problems(RefusedIsForgotten(), step(isRefused: true, other)) == [true])
        #expect(HandMade.problems(RefusedIsForgotten(), step(isRefused: true, nil)) == [true])
        #expect(HandMade.problems(RefusedIsForgotten(), step(isRefused: true, Staging(durableBytes: 5))) == [false])
        #expect(HandMade.problems(RefusedIsForgotten(), step(isRefused: nil, other)) == [false])
    }

    @Test func `a start from a host that wants quiet is found`() {
        let wait = Event.retryScheduled(
            HandMade.made(RetryScheduled()) {
                $0.basis = .known(.retryAfter)
                $0.notBefore = 100
            })
        let start = Self.start(3) { $0.start?.hosts = [0: "https://a.example", 7: "https://a.example"] }
        let other = Self.start(3) { $0.start?.hosts = [0: "https://a.example", 7: "https://b.example"] }
        let retry = HandMade.step(2, .retryRequested(RetryRequested()), item: 7)
        #expect(HandMade.problems(HostsLeftAlone(), HandMade.step(1, wait, item: 7), start) == [false, true])
        #expect(HandMade.problems(HostsLeftAlone(), HandMade.step(1, wait, item: 7), other) == [false, false])
        #expect(
            HandMade.problems(HostsLeftAlone(), HandMade.step(1, wait, item: 7), retry, start) == [false, false, false])
    }

    @Test func `a consent that outlives its request, or was never given, is found`() {
        let consent = Consent(.metered)
        func step(_ position: UInt64, _ event: Event, _ consents: [Consent]) -> FoldStep {
            HandMade.step(position, event) { step in
                step.after = HandMade.made(Item(number: 0, id: "map")) {
                    $0.intent = HandMade.intent
                    $0.intent?.consents = consents
                }
            }
        }
        let given = Event.consentRecorded(
            HandMade.made(ConsentRecorded()) {
                $0.kind = .known(.metered)
                $0.isGiven = true
            })
        let request = Event.downloadRequested(DownloadRequested())
        #expect(
            HandMade.problems(AgreementsEnd(), step(1, given, [consent]), step(2, request, [consent])) == [false, true])
        #expect(HandMade.problems(AgreementsEnd(), step(1, given, [consent]), step(2, request, [])) == [false, false])
        let general = HandMade.step(1, request) { $0.device.consents = [consent] }
        #expect(HandMade.problems(AgreementsEnd(), general) == [true])
    }

    @Test func `a removal that starts while it can be undone is found`() {
        func request(_ end: Int64?) -> FoldStep {
            HandMade.step(1, .deletionRequested(HandMade.made(DeletionRequested()) { $0.undoUntil = end }))
        }
        let start = HandMade.step(3, .deletionStarted(DeletionStarted()))
        #expect(HandMade.problems(RemovalWaits(), request(100), start) == [false, true])
        #expect(HandMade.problems(RemovalWaits(), request(1), start) == [false, false])
        #expect(HandMade.problems(RemovalWaits(), request(nil), start) == [false, false])
        #expect(HandMade.problems(RemovalWaits(), request(.max), start) == [false, false])
    }

    @Test func `pinned content that makes way is found`() {
        let evicted = Event.deletionRequested(
            HandMade.made(DeletionRequested()) { $0.reason = .known(.evicted) })
        let pin = HandMade.step(1, .contentPinned(ContentPinned()))
        let unpin = HandMade.step(2, .contentUnpinned(ContentUnpinned()))
        #expect(HandMade.problems(PinnedStays(), pin, HandMade.step(3, evicted)) == [false, true])
        #expect(HandMade.problems(PinnedStays(), pin, unpin, HandMade.step(3, evicted)) == [false, false, false])
    }

    @Test func `bytes that do not add up are found`() {
        func step(_ used: Int64) -> FoldStep {
            HandMade.step(1, HandMade.published(0)) { step in
                step.after = HandMade.made(Item(number: 0, id: "map")) { $0.installed = HandMade.installed }
                step.totals.usedBytes = used
            }
        }
        #expect(HandMade.problems(UsedBytesAddUp(), step(1), step(2)) == [false, true])
    }

    @Test func `a try that is used up without a failure is found`() {
        func step(_ event: Event) -> FoldStep {
            HandMade.step(2, event) { step in
                let item = HandMade.made(Item(number: 0, id: "map")) { $0.intent = HandMade.intent }
                step.before = item
                step.after = HandMade.made(item) { $0.intent?.failures = 1 }
            }
        }
        #expect(HandMade.problems(BudgetIsForFailures(), step(HandMade.failed(1))) == [false])
        #expect(
            HandMade.problems(BudgetIsForFailures(), step(.transferInterrupted(TransferInterrupted()))) == [true])
    }

    @Test func `a cancel that leaves a partial file is found`() {
        let cancel = HandMade.step(2, .downloadCancelled(DownloadCancelled())) { step in
            step.before = HandMade.made(Item(number: 0, id: "map")) { $0.staging = Staging(durableBytes: 5) }
        }
        let discard = HandMade.step(3, .partialDiscarded(PartialDiscarded()))
        #expect(HandMade.problems(CancelDiscards(), cancel, discard) == [false, false])
        #expect(HandMade.problems(CancelDiscards(), cancel, HandMade.step(3, HandMade.started())) == [false, true])
    }

    @Test func `other bytes than were promised are found`() {
        func step(_ digest: Digest, _ policy: String) -> FoldStep {
            HandMade.step(2, HandMade.verified(1, digest)) { step in
                step.before = HandMade.made(Item(number: 0, id: "map")) { $0.catalogue.expectedDigest = HandMade.zero }
                step.verifyPolicy = policy
            }
        }
        #expect(HandMade.problems(ProofIsKept(), step(HandMade.zero, "required")) == [false])
        #expect(HandMade.problems(ProofIsKept(), step(HandMade.other, "required")) == [true])
        #expect(HandMade.problems(ProofIsKept(), step(HandMade.other, "sizeOnly")) == [false])
    }
}

extension HandMade {
    fileprivate static let intent = Intent(request: 1, reason: .known(.user), priority: 0, place: 0)
}
