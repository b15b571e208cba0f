import Testing

@testable import HoldfastModel

@Suite struct DescriptionTests {
    @Test func `a record's JSON has one fixed order`() {
        var failed = TransferFailed()
        failed.attempt = 5
        failed.failure = Failure(.tls, "certificateExpired", osCode: -3)
        failed.durableBytes = 1024
        let record = Record(
            position: 7, subject: .number(3), recordedAt: 1_796_023_896_123_456, wallClock: 0,
            actor: Record.Actor(.policy, rule: "lru"), cause: 6, command: .init(id: "c\n1", count: 2),
            event: .transferFailed(failed),
            privateDigest: Digest(sha256: [UInt8](repeating: 0xab, count: 32)))
        var json = JSONText()
        record.json(subjectName: "item:a", into: &json)
        let expected =
            #"{"position":7,"recordedAt":"2026-11-30T07:31:36.123456Z","type":"transferFailed","subject":"item:a","#
            + #""subjectNumber":3,"actor":"policy","rule":"lru","cause":6,"command":"c\n1","commandCount":2,"#
            + #""payload":{"attempt":5,"failure":{"class":"tls","code":"certificateExpired","osCode":-3},"durableBytes":1024},"#
            + #""wallClock":"1970-01-01T00:00:00.000000Z","privateDigest":"sha256:"#
            + String(repeating: "ab", count: 32) + #""}"#
        #expect(json.string == expected)
    }

    @Test func `times in a payload are described as times`() {
        var requested = DownloadRequested()
        requested.notBefore = 1
        requested.deadline = 2
        let event = Event.downloadRequested(requested)
        #expect(
            event.fields == [
                DescribedField("reason", .code("user")), DescribedField("priority", .integer(0)),
                DescribedField("notBefore", .time(1)), DescribedField("deadline", .time(2)),
            ])
    }

    @Test func `lists of groups and words are described`() {
        var changed = ConnectivityChanged()
        changed.interfaces = [Interface(.wifi), Interface(.other, name: "tun0")]
        let fields = Event.connectivityChanged(changed).fields
        #expect(
            fields.first { $0.name == "interfaces" }?.value
                == .list([
                    .group([DescribedField("kind", .code("wifi"))]),
                    .group([DescribedField("kind", .code("other")), DescribedField("name", .text("tun0"))]),
                ]))
    }

    @Test func `a naming record describes its subject by itself`() {
        let record = Record(
            position: 7, subject: .first("device"), recordedAt: 0, actor: .system,
            event: .deletionUndone(DeletionUndone()))
        let fields = record.described()
        #expect(fields.contains(DescribedField("subject", .text("device"))))
        #expect(fields.contains(DescribedField("subjectNumber", .unsigned(7))))
    }
}
