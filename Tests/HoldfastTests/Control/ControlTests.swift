import Foundation
import HoldfastModel
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Commands that come from outside are done as those of the app are.
@Suite(.timeLimit(.minutes(10))) struct ControlTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func open(_ change: (inout EngineOptions) -> Void = { _ in }) async throws -> OfflineEngine {
        let engine = try await scene.open(link: .none, change)
        try await engine.allowControl()
        return engine
    }

    private func running() throws -> RunningEngine { try RunningEngine(at: scene.storePath) }

    @Test func `a command is on disk when it is answered, with who sent it and its id`() async throws {
        let engine = try await open()
        let answer = try await running().ask(.register(.example("a")), by: .tool, id: "one")
        guard case .receipt(let positions, nil) = answer, positions.count == 1 else {
            Issue.record("\(answer)")
            return
        }
        let record = try engine.store.record(at: positions.lowerBound).record
        #expect(record.event.type == .itemRegistered)
        #expect(record.actor == .tool && record.command?.id == "one")
        try await engine.close()
    }

    /// What a command comes to, in words.
    private func outcome(_ body: () async throws -> RunningEngine.Answer) async -> String {
        do {
            guard case .receipt(let positions, let note) = try await body() else { return "no answer" }
            return "\(positions.count) records, \(note ?? "done")"
        } catch let error as HoldfastError {
            return "\(error.code.rawValue): \(error.message) \(error.refusal?.code.rawValue ?? "")"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a command from outside comes to what the same call of the app comes to`() async throws {
        var late = RequestOptions()
        late.priority = 200
        let commands: [Command] = [
            .register(Registration(id: "a", sources: ["https://a.example/a"])), .request(item: "a", RequestOptions()),
            .request(item: "a", RequestOptions()), .request(item: "a", late), .request(item: "b", RequestOptions()),
            .register(Registration(id: "a", sources: ["https://a.example/other"])),
            .register(Registration(id: "b", sources: ["ftp://a.example/b"])), .pause(.item("a"), until: nil),
            .pause(.item("a"), until: nil), .pause(.all, until: nil), .resume(.group("none")), .resume(.item("a")),
            .retry(item: "a"), .undoRemoval(item: "a"), .set(key: "queue.maxConcurrent", for: .all, value: "99"),
            .set(key: "no.such", for: .all, value: "1"), .set(key: "queue.maxConcurrent", for: .all, value: "2"),
            .pin(item: "a", true), .note(item: "a", target: 1_000_000, text: "far"),
            .note(item: nil, target: nil, text: "n"),
            .withdraw(item: "a", reason: "gone"), .setOfflineMode(true, until: nil), .defineGroup(id: "g", title: "G"),
            .changeMembers(group: "g", adding: ["a"], removing: ["a"]), .declare(Feature(id: "f", needs: .internet)),
            .changeMembers(group: "g", adding: ["a"], removing: []), .eachMember(group: "g", .retry, after: nil),
            .cancel(item: "a", keepsPartial: true), .remove(item: "a", reason: .user, isImmediate: true),
        ]
        let engine = try await open()
        let app = try EngineScene()
        let alone = try await app.open(link: .none)
        for (number, command) in commands.enumerated() {
            let expected = await outcome {
                let receipt = try await alone.perform(OfferedCommand(command))
                return .receipt(positions: receipt.positions, note: receipt.note?.rawValue)
            }
            let found = await outcome { try await running().ask(command, by: .app, id: "\(number)") }
            #expect(found == expected, "\(command)")
        }
        try await engine.close()
        try await alone.close()
        #expect(try scene.events(of: "item:a") == app.events(of: "item:a"))
        #expect(try scene.verify().problems == [])
    }

    @Test func `a command under an id that was used is done once, by whoever has the store`() async throws {
        let engine = try await open()
        let command = Command.register(.example("a"))
        let first = try await running().ask(command, by: .tool, id: "one")
        #expect(try await running().ask(command, by: .tool, id: "one") == first)
        try await engine.close()
        let next = try await scene.open(link: .none)
        let receipt = try await next.perform(OfferedCommand(command), command: "one")
        #expect(.receipt(positions: receipt.positions, note: nil) == first)
        try await next.close()
        #expect(try scene.all(.itemRegistered).count == 1)
    }

    @Test func `an order for a large group goes through all its pages`() async throws {
        let engine = try await open()
        try await engine.defineGroup("g")
        for page in 0..<3 {
            let ids = (0..<150).map { "\(page)-\($0)" }
            for id in ids { try await engine.register(Registration(id: id, sources: ["https://a.example/\(id)"])) }
            try await engine.changeMembers(of: "g", adding: ids)
        }
        let order = Command.eachMember(group: "g", .request(RequestOptions()), after: nil)
        guard case .receipt(let positions, nil) = try await running().ask(order, by: .tool, id: "all") else {
            Issue.record("no receipt")
            return
        }
        #expect(positions.count == 450)
        try await engine.close()
        #expect(try scene.all(.downloadRequested).count == 450)
    }

    @Test func `commands sent behind each other are answered in their order`() async throws {
        let engine = try await open()
        let client = try ControlClient(scene.storePath)
        for number in 0..<50 { try client.send(.register(.example("\(number)"))) }
        var positions: [UInt64] = []
        for _ in 0..<50 {
            guard case .receipt(let range, nil)? = try await client.reply() else {
                Issue.record("no receipt")
                break
            }
            positions += range
        }
        #expect(positions.count == 50 && positions == positions.sorted())
        #expect(try engine.store.record(at: positions.last ?? 0).subject == "item:49")
        try await engine.close()
    }

    @Test func `fifty clients at once are all answered`() async throws {
        let engine = try await open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let command = Command.register(.example("\(number)"))
                    let answer = try await running().ask(command, by: .tool, id: "\(number)")
                    guard case .receipt(let positions, nil) = answer, positions.count == 1 else {
                        throw ChildFailure(reason: "\(answer)")
                    }
                }
            }
            try await group.waitForAll()
        }
        try await engine.close()
        #expect(try scene.all(.itemRegistered).count == 50)
    }

    @Test func `a client that leaves before its answer harms nobody, and its command is done`() async throws {
        let engine = try await open()
        do {
            let client = try ControlClient(scene.storePath)
            try client.send(.register(.example("a")))
        }
        try await engine.wait(for: .itemRegistered, of: "a")
        let answer = try await running().ask(.register(.example("b")), by: .tool, id: "b")
        guard case .receipt = answer else {
            Issue.record("\(answer)")
            return
        }
        try await engine.close()
    }

    @Test func `an engine that only takes commands takes them from outside too`() async throws {
        let engine = try await open { $0.mode = .commandsOnly }
        let answer = try await running().ask(.setOfflineMode(true, until: nil), by: .tool, id: "one")
        guard case .receipt(_, nil) = answer else {
            Issue.record("\(answer)")
            return
        }
        try await engine.close()
    }

    // MARK: What is no command

    /// An engine that writes nothing of itself.
    private func openQuiet() async throws -> OfflineEngine { try await open { $0.mode = .commandsOnly } }

    @Test(
        arguments: [
            [0, 0, 0, 0], [0, 0x10, 0, 1], [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 1, 0xff], [0, 0, 0, 3, 0xa1, 1, 1],
        ] as [[UInt8]])
    func `bytes that are no message are answered as such, and that client is dropped`(bytes: [UInt8]) async throws {
        let engine = try await openQuiet()
        let count = try engine.store.recordCount()
        let client = try ControlClient(scene.storePath)
        client.send(bytes)
        guard case .failure("malformed", _, nil)? = try await client.reply() else {
            Issue.record("not told that it is malformed")
            return
        }
        #expect(try await client.reply() == nil)
        #expect(try engine.store.recordCount() == count)
        _ = try await running().ask(.setOfflineMode(true, until: nil), by: .tool, id: "one")
        try await engine.close()
    }

    @Test func `a command of another version is answered as such`() async throws {
        let engine = try await openQuiet()
        let client = try ControlClient(scene.storePath)
        // {1: 2}, and {1: 1, 3: 5, 4: {1: 23}}
        for message in [[0xa1, 1, 2], [0xa3, 1, 1, 3, 5, 4, 0xa1, 1, 23]] as [[UInt8]] {
            let client = try ControlClient(scene.storePath)
            client.send(ControlFrame.bytes(of: message) ?? [])
            guard case .failure("notUnderstood", _, nil)? = try await client.reply() else {
                Issue.record("not told that it is not understood")
                return
            }
        }
        // Only then is it known that the first client was not disturbed.
        try client.send(.setOfflineMode(true, until: nil))
        #expect(try await client.reply() != nil)
        try await engine.close()
    }

    @Test func `a refusal that quotes as much as a message holds is cut and told`() async throws {
        let engine = try await openQuiet()
        let client = try ControlClient(scene.storePath)
        try client.send(.set(key: "ui.undoMs", for: .all, value: String(repeating: "9", count: 1_040_000)))
        guard case .failure("refused", let message, "valueOutOfRange")? = try await client.reply() else {
            Issue.record("not refused")
            return
        }
        #expect(message.utf8.count == 1 << 19)
        try await engine.close()
    }

    @Test func `random bytes bring nothing about but an answer or silence`() async throws {
        var random = SeededGenerator(seed: 17)
        let engine = try await openQuiet()
        let count = try engine.store.recordCount()
        for _ in 0..<100 {
            let client = try ControlClient(scene.storePath)
            client.send((0..<Int.random(in: 1...200, using: &random)).map { _ in .random(in: 0...3, using: &random) })
        }
        // Whoever comes last is served last.
        _ = try await running().ask(.setOfflineMode(true, until: nil), by: .tool, id: "last")
        #expect(try engine.store.recordCount() == count + 1)
        try await engine.close()
    }
}
