import Foundation
import HoldfastLMDB
import HoldfastLog
import HoldfastModel
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Clients that take their time, and engines that close.
@Suite(.timeLimit(.minutes(10))) struct ControlEndTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func running() throws -> RunningEngine { try RunningEngine(at: scene.storePath) }

    @Test func `clients that stall are dropped in time, and one that waits behind them is served`() async throws {
        let clock = VirtualClock()
        let engine = try await scene.open(link: .none) { $0.clock = clock }
        try await engine.allowControl()
        // Half a message each, from as many clients as are served at a time.
        let stalled = try (0..<ControlLoop.clientCountMax).map { _ in
            let client = try ControlClient(scene.storePath)
            client.send([0, 0])
            return client
        }
        async let answer = running().ask(.setOfflineMode(true, until: nil), by: .tool, id: "one")
        // Time goes on while all of them wait.
        let moving = Task {
            while !Task.isCancelled {
                clock.advance(bySeconds: 1)
                await Task.yield()
            }
        }
        for client in stalled { #expect(try await client.reply() == nil) }
        guard case .receipt(_, nil) = try await answer else {
            Issue.record("no receipt")
            return
        }
        moving.cancel()
        try await engine.close()
    }

    @Test func `a client has ten seconds for its message, however it comes in, and then ten for its answer`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        var connection = ControlConnection(OpenFile(owning: ends[0]), now: 5_000_000)
        #expect(connection.deadline == 15_000_000)
        let request = try #require(ControlRequest(.retry(item: "a"), by: .tool))
        let message = try #require(ControlFrame.bytes(of: request.encode()))
        for byte in message.dropLast() {
            #expect(send(ends[1], [byte], 1, 0) == 1)
            #expect(connection.receive(now: 9_000_000) == nil)
            #expect(connection.deadline == 15_000_000)
        }
        #expect(send(ends[1], [message[message.count - 1]], 1, 0) == 1)
        #expect(connection.receive(now: 9_000_000) == request)
        #expect(!connection.isWaiting)
        connection.answer(.receipt(positions: 0..<1, note: nil), now: 50_000_000)
        #expect(connection.phase == .writing && connection.deadline == 60_000_000)
        #expect(connection.send(now: 51_000_000) == nil)
        #expect(connection.phase == .reading && connection.deadline == 61_000_000)
        close(ends[1])
        ends[1] = -1
        #expect(connection.receive(now: 52_000_000) == nil)
        #expect(connection.phase == .ended)
    }

    @Test func `an answer that is not taken is kept until its time is up`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        var connection = ControlConnection(OpenFile(owning: ends[0]), now: 0)
        let long = ControlReply.failure(
            code: "refused", message: String(repeating: "x", count: 1_000_000), refusal: nil)
        connection.answer(long, now: 0)
        #expect(connection.send(now: 1) == nil)
        #expect(connection.phase == .writing && connection.isWaiting && connection.deadline == 10_000_000)
    }

    @Test func `closing ends what is idle, takes the socket away and answers what was taken`() async throws {
        let disk = HeldDisk()
        let engine = try await scene.open(link: .none) { options in
            options.logFault = { step throws(StorageError) in try disk.reach(step) }
        }
        try await engine.allowControl()
        let idle = try ControlClient(scene.storePath)
        let next = engine.store.log.nextPosition
        disk.hold()
        async let answer = running().ask(.register(.example("a")), by: .tool, id: "one")
        while engine.store.log.nextPosition == next { await Task.yield() }
        async let closing: Void = engine.close()
        #expect(try await idle.reply() == nil)
        #expect(scene.directory.names(in: "store").contains("control.sock") == false)
        #expect(try await running().isListening() == false)
        disk.release()
        guard case .receipt(let positions, nil) = try await answer else {
            Issue.record("no receipt")
            return
        }
        try await closing
        #expect(try scene.records(of: "item:a").map(\.position) == Array(positions))
    }

    @Test func `a client whose engine closes hears that its command was lost, and nothing was done`() async throws {
        let engine = try await scene.open(link: .none)
        try await engine.allowControl()
        let client = try ControlClient(scene.storePath)
        client.send([0, 0, 0])
        try await engine.close()
        #expect(try await client.reply() == nil)
        #expect(try await running().ask(.retry(item: "a"), by: .tool, id: "one") == .nobody)
        await #expect { try await engine.allowControl() } throws: { ($0 as? HoldfastError)?.code == .closed }
    }

    @Test func `an engine that is silent leaves the outcome unknown`() async throws {
        let disk = HeldDisk()
        let engine = try await scene.open(link: .none) { options in
            options.logFault = { step throws(StorageError) in try disk.reach(step) }
        }
        try await engine.allowControl()
        disk.hold()
        let impatient = try RunningEngine(at: scene.storePath, patience: .seconds(1))
        await #expect {
            try await impatient.ask(.register(.example("a")), by: .tool, id: "one")
        } throws: {
            ($0 as? HoldfastError)?.code == .outcomeUnknown
        }
        disk.release()
        try await engine.close()
    }
}
