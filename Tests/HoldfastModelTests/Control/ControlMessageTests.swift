import Testing

@testable import HoldfastModel

@Suite struct ControlMessageTests {
    @Test(arguments: SampleIntents.all)
    func `every intent reads back as what was sent`(command: Command) throws {
        let request = try #require(ControlRequest(command, by: .tool, id: "7"))
        #expect(try ControlRequest(decoding: request.encode()) == request)
        let nameless = try #require(ControlRequest(command, by: .user))
        #expect(try ControlRequest(decoding: nameless.encode()) == nameless)
    }

    @Test func `the samples have every kind of intent and every order`() throws {
        let fields = SampleIntents.all.compactMap { IntentFields($0) }
        #expect(Set(fields.compactMap(\.kind.known)) == Set(IntentKind.allCases))
        #expect(Set(fields.compactMap { $0.order?.known }) == Set(MemberOrderKind.allCases))
    }

    @Test func `what only an engine says cannot be sent`() {
        for command in SampleIntents.internals {
            #expect(ControlRequest(command, by: .app) == nil, "\(command)")
        }
    }

    @Test func `a request from an actor that is no sender of commands is malformed`() throws {
        for actor in [Record.Actor.system, .recovery, .init(.policy, rule: "r"), .init(.user, rule: "r")] {
            let request = try #require(ControlRequest(.retry(item: "a"), by: actor))
            #expect(throws: ControlFault.malformed("commands do not come from \(actor.kind)")) {
                try ControlRequest(decoding: request.encode())
            }
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func `an id without text, or with too much, is malformed`(id: String) throws {
        let request = try #require(ControlRequest(.retry(item: "a"), by: .app, id: id))
        #expect(throws: ControlFault.malformed("a command's id has 1 to 255 bytes")) {
            try ControlRequest(decoding: request.encode())
        }
    }

    // MARK: What another version may send

    private func isNotUnderstood(_ message: [UInt8]) -> Bool {
        do throws(ControlFault) {
            _ = try ControlRequest(decoding: message)
            return false
        } catch {
            if case .notUnderstood = error { return true }
            return false
        }
    }

    /// `{1: version, 3: 5, 4: intent}`, with one more entry where `extra` has one.
    private func message(version: UInt64 = 1, extra: Bool = false, _ change: (inout IntentFields) -> Void = { _ in })
        throws -> [UInt8]
    {
        var fields = try #require(IntentFields(.retry(item: "a")))
        change(&fields)
        return CBORWriter.bytes { writer in
            writer.mapHead(count: extra ? 4 : 3)
            writer.unsigned(1)
            writer.unsigned(version)
            writer.unsigned(3)
            writer.unsigned(5)
            writer.unsigned(4)
            fields.encode(into: &writer)
            if extra {
                writer.unsigned(9)
                writer.boolean(true)
            }
        }
    }

    @Test func `a command that is not known whole is not understood`() throws {
        #expect(try ControlRequest(decoding: message()).command == .retry(item: "a"))
        #expect(isNotUnderstood(try message(version: 2)))
        #expect(isNotUnderstood(try message(extra: true)))
        #expect(isNotUnderstood(try message { $0.kind = Open(rawValue: 23) }))
        #expect(isNotUnderstood(try message { $0.item = nil }))
        #expect(isNotUnderstood(try message { $0.flag = true }))
        #expect(isNotUnderstood(try message { $0.group = "g" }))
        #expect(isNotUnderstood(try message { $0.unknownFields.append(.init(key: 20, bytes: [0xf5])) }))
    }

    @Test func `a word that only another version knows is not understood, whatever it stands in`() throws {
        func changed(_ command: Command, _ change: (inout IntentFields) -> Void) throws -> [UInt8] {
            try message {
                $0 = IntentFields(command) ?? $0
                change(&$0)
            }
        }
        let request = Command.request(item: "a", SampleIntents.request)
        #expect(try ControlRequest(decoding: changed(request) { _ in }).command == request)
        #expect(isNotUnderstood(try changed(request) { $0.request?.reason = Open(rawValue: 4) }))
        #expect(isNotUnderstood(try changed(request) { $0.request?.value.consents[0].kind = Open(rawValue: 99) }))
        let consent = Command.consent(.all, Consent(.metered), isGiven: true)
        #expect(isNotUnderstood(try changed(consent) { $0.consent?.value.kind = Open(rawValue: 99) }))
        let place = Command.reprioritise(item: "a", priority: nil, place: .first, before: nil)
        #expect(isNotUnderstood(try changed(place) { $0.place = Open(rawValue: 3) }))
        let order = Command.eachMember(group: "g", .retry, after: nil)
        #expect(isNotUnderstood(try changed(order) { $0.order = Open(rawValue: 5) }))
        let feature = Command.declare(Feature(id: "f", needs: .content))
        #expect(isNotUnderstood(try changed(feature) { $0.feature?.needs = Open(rawValue: 4) }))
        #expect(isNotUnderstood(try changed(feature) { $0.feature?.whenUnmet = Open(rawValue: 4) }))
        let registered = Command.register(SampleIntents.registration)
        #expect(
            isNotUnderstood(
                try changed(registered) { $0.registration?.unknownFields.append(.init(key: 30, bytes: [0])) }))
    }

    @Test func `of a later version only the number is read`() {
        // {1: 2, 2: [1, 2]}: in this version the id is a text.
        #expect(isNotUnderstood([0xa2, 0x01, 0x02, 0x02, 0x82, 0x01, 0x02]))
    }

    @Test func `bytes that are no message are malformed, wherever they end`() throws {
        let whole = try #require(ControlRequest(.register(SampleIntents.registration), by: .tool, id: "7")).encode()
        for message in (0..<whole.count).map({ Array(whole[..<$0]) }) + [whole + [0], [0xff], [0x80], [0xa0]] {
            do throws(ControlFault) {
                _ = try ControlRequest(decoding: message)
                Issue.record("\(message) was read")
            } catch {
                guard case .malformed = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    // MARK: Answers

    @Test(arguments: [
        ControlReply.receipt(positions: 0..<0, note: "alreadySet"), .receipt(positions: 7..<9, note: nil),
        .receipt(positions: (UInt64.max - 1)..<(.max), note: nil),
        .failure(code: "refused", message: "No.", refusal: "unknownItem"),
        .failure(code: "closed", message: "", refusal: nil),
    ])
    func `every answer reads back as what was said`(reply: ControlReply) throws {
        #expect(try ControlReply(decoding: reply.encode()) == reply)
    }

    @Test func `an answer of a newer engine is read as far as it is known`() throws {
        // {1: 2, 2: 42, 3: 1, 8: "more"}
        let bytes: [UInt8] = [0xa4, 1, 2, 2, 0x18, 42, 3, 1, 8, 0x64, 0x6d, 0x6f, 0x72, 0x65]
        #expect(try ControlReply(decoding: bytes) == .receipt(positions: 42..<43, note: nil))
    }

    @Test func `an answer that says nothing, or claims more than there can be, is malformed`() {
        let many: [UInt8] = [0x1b, 0, 0, 0, 1, 0, 0, 0, 0]
        for bytes in [[0xa1, 1, 1], [0xa2, 1, 1, 2, 5], [0xa3, 1, 1, 2, 0, 3] + many] as [[UInt8]] {
            #expect(throws: ControlFault.self) { try ControlReply(decoding: bytes) }
        }
        let last: [UInt8] = [0x1b] + [UInt8](repeating: 0xff, count: 8)
        #expect(throws: ControlFault.self) { try ControlReply(decoding: [0xa3, 1, 1, 2] + last + [3, 1]) }
    }
}
