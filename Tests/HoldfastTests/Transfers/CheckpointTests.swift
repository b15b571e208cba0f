import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// A clock that the test moves.
final class ManualClock: Sendable {
    private let time = Mutex(Duration.zero)
    @Sendable func now() -> Duration { time.withLock { $0 } }
    func advance(_ step: Duration) { time.withLock { $0 += step } }
}

/// A transport that plays a body of zeros from a script, with the clock moved between its pieces.
private struct ScriptedTransport: Transport {
    var head: ResponseHead
    var pieces: [Int]
    var clock: ManualClock
    var step: Duration
    var failure: TransferFailure?

    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        if case .reject(let failure) = sink.begin(head) { throw failure }
        for piece in pieces {
            clock.advance(step)
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
            defer { bytes.deallocate() }
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            try sink.write(UnsafeRawBufferPointer(bytes))
        }
        if let failure { throw failure }
        let total = Int64(pieces.reduce(0, +))
        return TransferSummary(head: head, bodyBytes: total, wireBytes: total, elapsed: .zero)
    }

    func shutdown() async {}
}

struct CheckpointTests {
    @Test func `a checkpoint needs both bytes and time`() {
        let clock = ManualClock()
        var rule = CheckpointRule(bytes: 0, now: clock.now())
        clock.advance(.seconds(60))
        var answers: [Bool] = []
        func ask(_ bytes: Int64) { answers.append(rule.isDue(bytes: bytes, now: clock.now)) }
        ask((8 << 20) - 1)
        ask(8 << 20)
        clock.advance(.seconds(14))
        ask(80 << 20)
        clock.advance(.seconds(1))
        ask(80 << 20)
        ask(80 << 20)
        #expect(answers == [false, true, false, true, false])
    }

    private func checkpoints(pieces: [Int], step: Duration) async throws -> (checkpoints: [Int64], stop: DownloadStop?)
    {
        let folder = try TemporaryDirectory()
        let root = try ContentRoot(path: folder.path, storeID: "01ab", volume: 1, creating: true)
        let pool = FinishingPool()
        let clock = ManualClock()
        let seen = Mutex([Int64]())
        var head = ResponseHead(status: 200)
        head.framing = .framed
        let transport = ScriptedTransport(
            head: head, pieces: pieces, clock: clock, step: step, failure: .reset(osCode: nil))
        let download = PartialDownload(url: "http://host/", rule: ResumeRule())
        var stop: DownloadStop?
        do throws(DownloadStop) {
            _ = try await download.run(
                number: 1, in: root, over: transport, finishing: pool, progress: TransferProgress(), now: clock.now,
                observe: { if case .checkpointed(let bytes) = $0 { seen.withLock { $0.append(bytes) } } })
        } catch {
            stop = error
        }
        await pool.shutdown()
        return (seen.withLock { $0 }, stop)
    }

    @Test func `a fast transfer reports only its stop`() async throws {
        let result = try await checkpoints(pieces: Array(repeating: 1 << 20, count: 40), step: .milliseconds(10))
        #expect(result.checkpoints == [40 << 20])
        #expect(result.stop?.durableBytes == 40 << 20)
    }

    @Test func `a slow transfer reports each 8 MiB at most, in rising order`() async throws {
        let result = try await checkpoints(pieces: Array(repeating: 1 << 20, count: 40), step: .seconds(5))
        #expect(result.checkpoints.last == 40 << 20)
        #expect(result.checkpoints.count <= 5)
        #expect(result.checkpoints == result.checkpoints.sorted())
    }
}
