import Testing

@testable import HoldfastCLI
@testable import HoldfastModel

@Suite struct RecordTextTests {
    private func record(_ event: Event, _ actor: ActorKind = .user) -> Record {
        Record(
            position: 12, subject: .number(3), recordedAt: noon, actor: Record.Actor(actor), cause: 11, event: event,
            privateDigest: nil)
    }

    private func requested() -> Event {
        var payload = DownloadRequested()
        payload.priority = 5
        payload.notBefore = noon
        return .downloadRequested(payload)
    }

    @Test func `a record is one line of JSON with the private part last`() {
        var part = PrivatePart()
        part.title = "Guide\n"
        let line = RecordObject.line(record(requested()), subject: "item:guide", privatePart: part).text
        #expect(
            line == #"{"position":12,"recordedAt":"2026-11-30T12:00:00.000000Z","type":"downloadRequested","#
                + #""subject":"item:guide","subjectNumber":3,"actor":"user","cause":11,"payload":{"reason":"user","#
                + #""priority":5,"notBefore":"2026-11-30T12:00:00.000000Z"},"private":{"title":"Guide\n"}}"#
        )
    }

    @Test func `the keys of a record are those that help lists, in its order`() throws {
        var full = record(requested(), .policy)
        full.actor.rule = "r"
        full.command = Record.CommandGroup(id: "c", count: 1)
        full.wallClock = 1
        full.occurredAt = 2
        full.privateDigest = Digest()
        let names = full.described(subjectName: "item:a").map(\.name) + ["private"]
        let listed = RecordObject.keys.map(\.name).filter { $0 != "typeNumber" && $0 != "schemaVersion" }
        #expect(names == listed)
    }

    @Test func `a record is one line of text`() {
        #expect(
            RecordObject.text(record(requested()), subject: "item:guide", privatePart: nil, .utc)
                == "#12  2026-11-30 12:00:00  item:guide  downloadRequested  reason user, priority 5, "
                + "notBefore 2026-11-30 12:00:00")
    }

    @Test func `changes of a row are told field by field`() {
        var old = Item(number: 3, id: "a")
        old.staging = Staging(durableBytes: 1000)
        var new = old
        new.staging = nil
        new.transfer = .ready
        new.catalogue.size = 48_000_000
        let changes = RowChange.between(old.described, new.described).map { $0.told(.utc).line }
        #expect(
            changes == [
                "staging.durableBytes 1 kB → none", "catalogue.size none → 48 MB", "transfer.kind none → ready",
            ])
        #expect(RowChange.between(old.described, old.described).isEmpty)
    }

    @Test func `every event has a sentence of its own`() throws {
        var seen: Set<String> = []
        for type in EventType.allCases {
            var maker = BlankEvent()
            var context: Void = ()
            let event = type.accept(&maker, &context)
            let sentence = Sentence(record: record(event), zone: .utc).text
            #expect(sentence.hasSuffix(".") && !sentence.hasPrefix(event.typeName), "\(type): \(sentence)")
            #expect(seen.insert(sentence).inserted, "\(type): \(sentence)")
        }
    }

    @Test func `sentences tell who, what and why`() {
        func sentence(_ event: Event, _ actor: ActorKind = .system) -> String {
            Sentence(record: record(event, actor), zone: .utc).text
        }
        #expect(
            sentence(requested(), .user)
                == "Download requested by the user, priority 5, not before 2026-11-30 12:00:00.")
        var failed = TransferFailed()
        failed.failure = Failure(.server, "", httpStatus: 503)
        #expect(sentence(.transferFailed(failed)) == "The attempt failed: the server had a problem (503).")
        var interrupted = TransferInterrupted()
        interrupted.cause = .known(.blocked)
        interrupted.blocker = .known(.needsUnmetered)
        interrupted.durableBytes = 3_000_000
        #expect(sentence(.transferInterrupted(interrupted)) == "Interrupted: held up by needsUnmetered; 3 MB are kept.")
        var changed = ConnectivityChanged()
        changed.link = .known(.internet)
        changed.interfaces = [Interface(.cellular)]
        changed.isMetered = true
        #expect(sentence(.connectivityChanged(changed)) == "Internet over cellular, metered.")
    }

    @Test func `a sentence agrees with its numbers`() {
        func sentence(_ event: Event) -> String { Sentence(record: record(event, .system), zone: .utc).text }
        var recovered = RecoveryCompleted()
        #expect(sentence(.recoveryCompleted(recovered)) == "Recovered: nothing was out of order.")
        recovered.attemptsClosed = 1
        recovered.orphansRemoved = 2
        #expect(sentence(.recoveryCompleted(recovered)) == "Recovered: 1 attempt closed, 2 stray files removed.")
        var interrupted = TransferInterrupted()
        interrupted.cause = .known(.paused)
        #expect(sentence(.transferInterrupted(interrupted)) == "Interrupted: paused; nothing was received yet.")
    }

    @Test func `a group of fields that went is told as one`() throws {
        var old = Item(number: 3, id: "a")
        old.staging = Staging(durableBytes: 1000)
        old.transfer = .ready
        var new = old
        new.staging = nil
        new.transfer = .idle
        let change = try #require(StateChange(StateRow(old), StateRow(new)))
        #expect(change.lines(.utc) == ["staging → none", "transfer (ready) → none"])
    }

    @Test func `numbers at their ends make sentences too`() {
        var jumped = ClockJumped()
        for delta in [Int64.min, 0, .max] {
            jumped.deltaInMilliseconds = delta
            #expect(Sentence(record: record(.clockJumped(jumped)), zone: berlin).text.hasSuffix("."))
        }
        var scheduled = RetryScheduled()
        for time in [Int64.min, .max] {
            scheduled.notBefore = time
            scheduled.delayInMilliseconds = time
            #expect(Sentence(record: record(.retryScheduled(scheduled)), zone: berlin).text.hasSuffix("."))
        }
    }
}

private struct BlankEvent: PayloadTypeVisitor {
    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, _ context: inout Void, wrap: (Payload) -> Event
    ) throws(Never) -> Event {
        wrap(Payload())
    }
}
