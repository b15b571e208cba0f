internal import CHoldfastCurl
internal import Glibc

/// One running transfer: what its callbacks see and decide. Lives on the transport's thread alone.
final class CurlTransfer {
    let job: CurlJob
    var leg: CurlLeg
    let startedAt: Duration
    /// When something last arrived, on the loop's clock.
    var lastActivity: Duration
    var isConnected = false
    /// When a transfer that waits for bandwidth asks again, on the loop's clock.
    private(set) var pausedUntil: Duration?
    /// Set where we end the transfer ourselves; wins over the library's own code.
    var failure: TransferFailure?
    var wireBytes: Int64 = 0
    private(set) var isAccepted = false
    private(set) var isRedirect = false
    private(set) var bodyBytes: Int64 = 0
    private var parser = HeadParser()
    private var writeFrom: Int64 = 0

    /// A redirect's body is read up to this size to keep the connection; a larger one costs the connection.
    private static let redirectBodyMax: Int64 = 64 << 10

    /// The loop's clock, read once a turn rather than once a callback.
    private unowned let loop: CurlLoop

    init(_ job: CurlJob, loop: CurlLoop) {
        self.job = job
        self.loop = loop
        leg = job.leg
        startedAt = loop.clock
        lastActivity = loop.clock
    }

    func begin(_ leg: CurlLeg) {
        self.leg = leg
        parser = HeadParser()
        isRedirect = false
        isConnected = false
        lastActivity = loop.clock
    }

    var head: ResponseHead? {
        guard parser.isComplete else { return nil }
        var head = parser.head
        head.redirects = leg.redirects
        head.finalHostDiffers = leg.finalHostDiffers
        return head
    }

    var location: String? { parser.location }
    /// Position in the whole content after the last byte that the sink took.
    var position: Int64 { writeFrom + bodyBytes }
    /// Where the body should end, if the response said so.
    var expectedEnd: Int64? { head?.contentLength.map { $0.addingReportingOverflow(writeFrom).partialValue } }

    /// The moment at which waiting ends, by what the transfer waits for.
    var deadline: Duration {
        // Waiting for bandwidth is no silence of the server.
        if let pausedUntil { return pausedUntil }
        // The library watches the connect phase itself; the extra second only catches its silence.
        return isConnected
            ? lastActivity + job.request.idleTimeout : lastActivity + job.request.connectTimeout + .seconds(1)
    }

    /// The request is about to be sent: from here on the idle limit counts.
    func connected() {
        isConnected = true
        lastActivity = loop.clock
        loop.expect(deadline)
    }

    /// Returns false to end the transfer.
    func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = loop.clock
        switch parser.take(line, wallSeconds: Int64(time(nil))) {
        case .more: return true
        case .malformed: return end(.malformedResponse)
        case .complete: return receiveHead()
        }
    }

    private func receiveHead() -> Bool {
        guard let head else { return end(.malformedResponse) }
        if Self.redirectStatuses.contains(head.status), parser.location != nil {
            isRedirect = true
            return head.contentLength.map { $0 <= Self.redirectBodyMax } ?? false
        }
        switch job.sink.begin(head) {
        case .reject(let reason): return end(reason)
        case .accept(let offset):
            if let encoding = head.encoding { return end(.encoded(encoding)) }
            writeFrom = offset
            isAccepted = true
            return true
        }
    }

    enum BodyAnswer { case taken, paused, ended }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyAnswer {
        // A redirect's body is of no interest and does not count as a sign of life.
        if isRedirect { return .taken }
        guard isAccepted else { return end(.malformedResponse) ? .taken : .ended }
        lastActivity = loop.clock
        let wait = job.request.bandwidth?.wait() ?? .zero
        guard wait == .zero else {
            pausedUntil = loop.clock + wait
            loop.expect(loop.clock + wait)
            return .paused
        }
        job.request.bandwidth?.take(bytes.count)
        return write(bytes) ? .taken : .ended
    }

    /// The bytes that were held back come again.
    func goOn() {
        pausedUntil = nil
        lastActivity = loop.clock
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(TransferFailure) {
            try job.sink.write(bytes)
        } catch {
            return end(error)
        }
        bodyBytes += Int64(bytes.count)
        return true
    }

    private func end(_ reason: TransferFailure) -> Bool {
        failure = reason
        return false
    }

    private static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]
}
