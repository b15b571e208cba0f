import Testing

@testable import HoldfastCLI
@testable import HoldfastModel

@Suite struct StoryTests {
    /// A record every second from noon on, about an item.
    private func records(_ events: [Event]) -> [Record] {
        events.enumerated().map { index, event in
            Record(
                position: UInt64(index), subject: .number(0), recordedAt: noon + Int64(index) * 1_000_000,
                actor: Record.Actor(.system), cause: nil, event: event, privateDigest: nil)
        }
    }

    private func started() -> Event { .transferStarted(TransferStarted()) }

    private func failed(_ status: UInt64) -> Event {
        var event = TransferFailed()
        event.failure = Failure(.server, "http", httpStatus: status)
        return .transferFailed(event)
    }

    private func story(_ events: [Event], isFull: Bool = false) -> [String] {
        Story(records(events), isFull: isFull, zone: .utc).steps.map(\.text)
    }

    @Test func `tries that failed one after another are one step, which counts their reasons`() {
        let story = Story(
            records([started(), failed(503), started(), failed(503), started(), failed(500)]), isFull: false, zone: .utc
        )
        #expect(
            story.steps.map(\.text) == [
                "Tried 3 times between 2026-11-30 12:00:00 and 12:00: the server had a problem (503), 2 times; "
                    + "the server had a problem (500), 1 time."
            ])
        #expect(story.steps.first?.positions == 0...5)
        #expect(
            self.story([started(), failed(503), started(), failed(503)]) == [
                "Tried 2 times between 2026-11-30 12:00:00 and 12:00, each time the server had a problem (503)."
            ])
    }

    @Test func `one try that failed is told by itself, and what stands between tries parts them`() {
        #expect(
            story([started(), failed(503)]) == [
                "Attempt 1 started.", "The attempt failed: the server had a problem (503).",
            ])
        let paused = story([started(), failed(503), .downloadPaused(DownloadPaused()), started(), failed(503)])
        #expect(paused.count == 5 && !paused.contains { $0.hasPrefix("Tried") })
    }

    @Test func `in full every record is told`() {
        let events = [started(), failed(503), started(), failed(503), started()]
        #expect(story(events, isFull: true).count == events.count)
    }

    @Test func `each request begins a life`() {
        let request = Event.downloadRequested(DownloadRequested())
        let story = Story(records([request, started(), request, started()]), isFull: false, zone: .utc)
        #expect(story.lifeCount == 2)
        #expect(story.steps.map(\.beginsLife) == [true, false, true, false])
    }

    @Test func `an open attempt and a lone checkpoint make a story too`() {
        #expect(story([started(), .transferCheckpointed(TransferCheckpointed())]) == ["Attempt 1 started."])
        #expect(story([.transferCheckpointed(TransferCheckpointed())]).count == 1)
        #expect(story([]).isEmpty)
    }

    @Test func `what a person can type is one word for a shell, whatever the id`() {
        for (id, word) in [
            ("guide", "guide"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$(rm)", "'$(rm)'"), ("", "''"),
            ("-x", "-- -x"), ("日本", "日本"), ("a;b", "'a;b'"), ("~", "'~'"),
        ] {
            #expect(CommandWords.word(id) == word)
        }
    }

    @Test func `every command that is offered can be parsed`() throws {
        let item = Item(number: 1, id: "it's; odd")
        var count = 0
        for code in ActionCode.allCases {
            guard let line = CommandWords.line(code, on: item, group: "g") else { continue }
            count += 1
            for command in line.split(separator: " && ") {
                // A shell's own quoting of a quote is not what this test is about.
                let words = shellWords(String(command).replacing("'\\''", with: ""))
                #expect(words.first == "holdfast")
                _ = try meaning(Array(words.dropFirst()))
            }
        }
        #expect(count >= 12)
    }

    @Test func `differences are counted by kind`() {
        var changed = Item(number: 3, id: "a")
        changed.isPinned = true
        let changes = [
            StateChange(StateRow(Item(number: 3, id: "a")), StateRow(changed)), StateChange(nil, StateRow(changed)),
            StateChange(StateRow(setting: "ui.undoMs", of: nil, "5"), nil),
        ].compactMap { $0 }
        #expect(DiffVerb.summary(changes) == "1 item added, 1 item changed, 1 setting removed.")
        #expect(DiffVerb.summary([]) == "There are no differences.")
        #expect(changes.filter { $0.isAbout(["a"]) }.count == 2)
        #expect(changes.filter { $0.isAbout(["b"]) }.isEmpty)
    }
}
