import Holdfast
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI
@testable import HoldfastModel

/// The stepper's reading of a morning's history of 22 records.
@Suite struct StepperSourceTests {
    private let directory: TemporaryDirectory
    private let source: StepperSource

    init() throws {
        directory = try TemporaryDirectory()
        try RecordedHistory.write(to: directory.file("store"))
        let meaning = try meaning("replay", "--store", directory.file("store"))
        let options = GlobalOptions(meaning.arguments)
        let invocation = Invocation(
            meaning: meaning, options: options, console: Console(options, environment: EnvironmentVariables([:])),
            phrases: .english)
        source = StepperSource(try Looking(invocation))
    }

    private func predicate(_ text: String) throws -> Predicate { try Predicate(text, now: noon, zone: .utc) }

    @Test func `each scene tells the record and the state after it, in any order`() throws {
        defer { source.looking.store.close() }
        let whole = try (0...22 as ClosedRange<UInt64>).map { try source.scene(after: $0, pinned: nil, last: nil) }
        for count in [22, 3, 21, 0, 11, 10, 12, 9] as [UInt64] {
            #expect(try source.scene(after: count, pinned: nil, last: nil) == whole[Int(count)])
        }
        #expect(whole[0].event == nil && whole[0].item == nil && whole[0].queue.isEmpty)
        for (count, scene) in whole.enumerated().dropFirst() {
            #expect(scene.event?.position == UInt64(count - 1))
            let (wanted, used) = try source.read(after: UInt64(count)) {
                (try $0.queue().map(\.id), try $0.totals().usedBytes)
            }
            #expect(scene.queue.map(\.id) == wanted)
            #expect(scene.environment.contains { $0.value.contains(ByteText.format(used) + " used") })
        }
    }

    @Test func `an item is the event's own, the last one, or the one that is kept`() throws {
        defer { source.looking.store.close() }
        #expect(try source.scene(after: 5, pinned: nil, last: nil).item?.id == "guide")
        #expect(try source.scene(after: 3, pinned: nil, last: "guide").item?.words == "not registered yet")
        #expect(try source.scene(after: 16, pinned: "guide", last: nil).item?.id == "guide")
        let published = try source.scene(after: 11, pinned: nil, last: nil)
        #expect(
            published.item?.machines.filter(\.isChanged).map(\.name) == ["intent", "installed", "staging", "transfer"])
    }

    @Test func `text is found forward and backward, in any case, and a search can be stopped`() throws {
        defer { source.looking.store.close() }
        func find(_ text: String, _ count: UInt64, _ isForward: Bool) throws -> StepperSource.Found {
            try source.find(text, from: count, isForward: isForward) { true }
        }
        #expect(try find("PUBLISHED", 1, true) == .at(11))
        #expect(try find("published", 11, true) == .at(21))
        #expect(try find("published", 21, true) == .nothing)
        #expect(try find("published", 21, false) == .at(11))
        #expect(try find("published", 11, false) == .nothing)
        #expect(try find("storeCreated", 0, true) == .at(1))
        #expect(try find("storeCreated", 0, false) == .nothing)
        // What the sentence says is text too.
        #expect(try find("available offline", 0, true) == .at(11))
        #expect(try source.find("published", from: 0, isForward: true) { false } == .stopped)
    }

    @Test func `the item's next and last records are found`() throws {
        defer { source.looking.store.close() }
        #expect(try source.ownItem("guide", from: 1, isForward: true) == .at(5))
        #expect(try source.ownItem("guide", from: 5, isForward: true) == .at(6))
        #expect(try source.ownItem("guide", from: 11, isForward: true) == .nothing)
        #expect(try source.ownItem("guide", from: 22, isForward: false) == .at(11))
        #expect(try source.ownItem("guide", from: 5, isForward: false) == .nothing)
        #expect(try source.ownItem("guide", from: 0, isForward: false) == .nothing)
    }

    @Test(arguments: [
        "item(guide).installed", "item(maps).transfer == receiving", "queue.count > 0", "env.link == none",
        "event.type == transferStarted", "used >= 48MB && env.link == internet", "position == 0", "!item(maps)",
    ])
    func `a break is met where its condition begins to hold, the same forward and backward`(_ text: String) throws {
        defer { source.looking.store.close() }
        let condition = try predicate(text)
        var held = false
        var turns: [UInt64] = []
        for count in 0...22 as ClosedRange<UInt64> {
            let record = count > 0 ? try source.looking.record(at: count - 1) : nil
            let holds = try source.read(after: count) {
                try condition.holds(ExpressionScene(view: $0.view, record: record?.record, subject: record?.subject))
            }
            if count > 0, holds, !held || condition.asksForEvent { turns.append(count) }
            held = holds
        }
        func all(_ isForward: Bool) throws -> [UInt64] {
            // Where one stands is not looked for: the head itself is taken by hand.
            var found: [UInt64] = !isForward && turns.last == 22 ? [22] : []
            var count: UInt64 = isForward ? 0 : 22
            while case .at(let next) = try source.run([condition], from: count, isForward: isForward, goesOn: { true })
            {
                found.append(next)
                count = next
            }
            return found
        }
        #expect(try all(true) == turns)
        #expect(try all(false) == turns.reversed())
        #expect(try source.run([condition], from: 0, isForward: true) { false } == .stopped)
    }
}
