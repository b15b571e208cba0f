internal import Glibc
internal import Synchronization

/// The default transport: one thread drives all transfers, waiting without cost while nothing arrives.
package final class CurlTransport: Transport {
    package struct Options: Sendable {
        /// A PEM file of trusted certificates instead of the system's.
        package var certificateFile: String?
        package var userAgent = "holdfast"

        package init(certificateFile: String? = nil) { self.certificateFile = certificateFile }
    }

    private let mailbox: CurlMailbox
    private let thread: Mutex<Thread?>

    /// - Throws: `transport(code:)` when the library or its thread cannot start.
    package init(options: Options = Options()) throws(TransferFailure) {
        mailbox = try CurlMailbox()
        let mailbox = mailbox
        let started = Thread.start(name: "holdfast-curl") { CurlLoop(mailbox: mailbox, options: options).run() }
        guard let started else {
            mailbox.discard()
            throw .transport(code: EAGAIN)
        }
        thread = Mutex(started)
    }

    deinit { joinThread() }

    package func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        let leg = try CurlLeg(of: request)
        let number = mailbox.open()
        let mailbox = mailbox
        let result: CurlResult = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                mailbox.start(
                    CurlJob(number: number, request: request, leg: leg, sink: sink) {
                        continuation.resume(returning: $0)
                    })
            }
        } onCancel: {
            mailbox.cancel(number)
        }
        return try result.get()
    }

    package func shutdown() async {
        await withCheckedContinuation { continuation in
            mailbox.stop { continuation.resume() }
        }
        joinThread()
    }

    /// OpenSSL's clean-up at exit races with a living thread, so none is left behind.
    private func joinThread() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        mailbox.stop {}
        running.join()
    }
}

typealias CurlResult = Result<TransferSummary, TransferFailure>

/// One transfer on its way to the thread.
struct CurlJob: Sendable {
    var number: UInt64
    var request: TransferRequest
    var leg: CurlLeg
    var sink: any TransferSink
    /// Called exactly once, on the transport's thread or where the mailbox is closed.
    var finish: @Sendable (CurlResult) -> Void
}
