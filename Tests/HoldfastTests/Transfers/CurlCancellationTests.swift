import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

@Suite(.timeLimit(.minutes(10)))
struct CurlCancellationTests {
    let origin: Origin

    init() throws { origin = try Origin.shared.get() }

    @Test func `a task that is cancelled before it starts makes no request`() async throws {
        let transport = try CurlTransport()
        let page = try origin.page(["body": ["text": "hello"]])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.failure(transport, page.url)
        }
        #expect(await task.value == .cancelled)
        #expect(try page.requests().isEmpty)
        await transport.shutdown()
    }

    @Test func `cancelling ends a silent transfer without waiting for its limits`() async throws {
        let transport = try CurlTransport()
        let page = try origin.page(["body": ["random": 100_000], "hold_at": 1_000, "hold": "never"])
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let sink = RecordingSink(onWrite: { _ in continuation.yield() })
        let task = Task { await Self.failure(transport, page.url, sink) }
        for await _ in started { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        await transport.shutdown()
    }

    @Test func `a storm of cancelled transfers leaves every other one whole`() async throws {
        let transport = try CurlTransport()
        let page = try origin.page(["body": ["random": 200_000]])
        let held = try origin.page(["hold": "never"])
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let isKept = number % 20 == 0
                    let sink = RecordingSink()
                    let url = isKept || number % 2 == 0 ? page.url : held.url
                    let task = Task { await Self.failure(transport, url, sink) }
                    if isKept { return await task.value == nil && sink.bytes.count == 200_000 }
                    if number % 3 == 0 { await Task.yield() }
                    task.cancel()
                    let failure = await task.value
                    return failure == .cancelled || (failure == nil && sink.bytes.count == 200_000)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        await transport.shutdown()
    }

    @Test func `shutting down ends what runs and refuses what comes`() async throws {
        let transport = try CurlTransport()
        let page = try origin.page(["hold": "never"])
        let tasks = (0..<8).map { _ in Task { await Self.failure(transport, page.url) } }
        await transport.shutdown()
        for task in tasks { #expect(await task.value == .cancelled) }
        #expect(await Self.failure(transport, page.url) == .cancelled)
        await transport.shutdown()
    }

    @Test func `a transport that is let go ends its thread`() async throws {
        for _ in 0..<20 { _ = try CurlTransport() }
        let page = try origin.page(["body": ["text": "hello"]])
        let transport = try CurlTransport()
        #expect(await Self.failure(transport, page.url) == nil)
    }

    @Test func `one silent transfer does not slow another`() async throws {
        let transport = try CurlTransport()
        let held = try origin.page(["hold": "never"])
        let page = try origin.page(["body": ["random": 1_000_000]])
        let silent = Task { await Self.failure(transport, held.url) }
        #expect(await Self.failure(transport, page.url) == nil)
        silent.cancel()
        #expect(await silent.value == .cancelled)
        await transport.shutdown()
    }

    private static func failure(
        _ transport: CurlTransport, _ url: String, _ sink: RecordingSink = RecordingSink()
    ) async -> TransferFailure? {
        do throws(TransferFailure) {
            _ = try await transport.transfer(TransferRequest(url: url), into: sink)
            return nil
        } catch {
            return error
        }
    }
}
