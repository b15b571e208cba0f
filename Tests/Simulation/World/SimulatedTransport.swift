import Glibc
package import Holdfast
import HoldfastModel

/// Carries answers of the simulated origins over the simulated network, in the loop's time. One for each life of an engine.
package final class SimulatedTransport: Transport, @unchecked Sendable {
    // Used on the loop's one thread.
    private let loop: Loop
    private let network: SimulatedNetwork
    private let origin: any AnswerSource
    private var chance: Chance
    private var isShut = false
    /// Told of each request as it is made.
    private let noteRequest: (_ url: String) -> Void
    /// Told of each piece of a body that has arrived.
    private let noteBytes: () -> Void

    private static let chunkSize = 16 << 10

    package init(
        _ loop: Loop, _ network: SimulatedNetwork, _ origin: any AnswerSource, _ chance: Chance,
        noteRequest: @escaping (_ url: String) -> Void = { _ in }, noteBytes: @escaping () -> Void = {}
    ) {
        self.loop = loop
        self.network = network
        self.origin = origin
        self.chance = chance
        self.noteRequest = noteRequest
        self.noteBytes = noteBytes
    }

    package func shutdown() async { isShut = true }

    package func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        let startedAt = loop.microseconds
        if request.url == Self.probe { return try await answerProbe(request, sink) }
        guard let address = try? SourceAddress(request.url), origin.knows(request.url) else { throw .malformedAddress }
        noteRequest(request.url)
        try await connect(address.reach.requiredLevel, request)
        let isAway = address.reach == .internet && network.isCaptive
        let answer =
            isAway ? origin.portalAnswer(request, isRedirect: chance.happens(0.7)) : origin.answer(request)
        let head = try await head(of: answer, request)
        let start: Int64
        switch sink.begin(head) {
        case .accept(let offset): start = offset
        case .reject(let failure): throw failure
        }
        if let encoding = head.encoding { throw .encoded(encoding) }
        let sent = try await send(answer, from: start, to: address, request, sink)
        if case .closed = answer.ending {
            let expected = head.framing == .length ? start + Int64(answer.body.count) : nil
            throw .truncated(received: start + Int64(sent), expected: expected)
        }
        return TransferSummary(
            head: head, bodyBytes: Int64(sent), wireBytes: Int64(sent) + 200,
            elapsed: .microseconds(loop.microseconds - startedAt))
    }

    /// An address that answers 204 from anywhere on the internet.
    static let probe = "http://probe.example/"

    private func answerProbe(
        _ request: TransferRequest, _ sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        try await connect(.internet, request)
        if network.isCaptive { throw .tooManyRedirects }
        if chance.happens(0.05) { throw chance.pick([.timeout, .reset(osCode: nil)]) }
        let head = ResponseHead(status: chance.happens(0.05) ? 503 : 204)
        if case .reject(let failure) = sink.begin(head) { throw failure }
        return TransferSummary(head: head, bodyBytes: 0, wireBytes: 200, elapsed: .zero)
    }

    private func connect(_ level: LinkLevel, _ request: TransferRequest) async throws(TransferFailure) {
        try await wait(chance.int(1_000...200_000))
        guard network.reaches(level) else {
            if chance.happens(0.3) {
                try await wait(microseconds(request.connectTimeout))
            } else {
                try await wait(1_000)
            }
            throw chance.pick([.dns, .timeout, .connect(osCode: ENETUNREACH)])
        }
    }

    private func head(
        of answer: OriginAnswer, _ request: TransferRequest
    ) async throws(TransferFailure) -> ResponseHead {
        guard let delay = answer.delay else {
            try await wait(microseconds(request.idleTimeout))
            throw .stalled(received: 0)
        }
        try await wait(delay)
        if let failure = answer.failure { throw failure }
        guard let head = answer.parsedHead(wallSeconds: origin.wallSeconds) else { throw .malformedResponse }
        return head
    }

    /// - Returns: body bytes that arrived.
    private func send(
        _ answer: OriginAnswer, from start: Int64, to address: SourceAddress, _ request: TransferRequest,
        _ sink: any TransferSink
    ) async throws(TransferFailure) -> Int {
        var body = answer.body
        switch answer.ending {
        case .whole: break
        case .broken(let count), .closed(let count), .silent(let count): body = body.prefix(count)
        }
        var sent = 0
        while !body.isEmpty {
            let chunk = body.prefix(Self.chunkSize)
            let pace = max(1, min(answer.pace ?? .max, network.bytesPerSecond))
            try await wait(Int64(chunk.count) * 1_000_000 / pace)
            if chance.happens(0.02) { network.loseLink(for: chance.time(0.5...300)) }
            guard network.reaches(address.reach.requiredLevel) else {
                if chance.happens(0.5) { throw .reset(osCode: ECONNRESET) }
                try await wait(microseconds(request.idleTimeout))
                throw .stalled(received: start + Int64(sent))
            }
            if let failure = Self.write(chunk, to: sink) { throw failure }
            sent += chunk.count
            noteBytes()
            body = body.dropFirst(chunk.count)
        }
        switch answer.ending {
        case .whole, .closed: return sent
        case .broken: throw .reset(osCode: ECONNRESET)
        case .silent:
            try await wait(microseconds(request.idleTimeout))
            throw .stalled(received: start + Int64(sent))
        }
    }

    private static func write(_ chunk: ArraySlice<UInt8>, to sink: any TransferSink) -> TransferFailure? {
        chunk.withUnsafeBytes { bytes in
            do throws(TransferFailure) {
                try sink.write(bytes)
                return nil
            } catch {
                return error
            }
        }
    }

    private func wait(_ time: Int64) async throws(TransferFailure) {
        guard await loop.sleep(microseconds: time), !isShut, !Task.isCancelled else { throw .cancelled }
    }

    private func microseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    }
}
