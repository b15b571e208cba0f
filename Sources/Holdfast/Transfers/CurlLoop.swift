internal import CHoldfastCurl
internal import Glibc

/// The transport's thread: owns the library's handles and every running transfer, none of which leaves it.
final class CurlLoop {
    private let mailbox: CurlMailbox
    private let options: CurlTransport.Options
    private let multi: UnsafeMutableRawPointer?
    private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var handles: [UInt64: UnsafeMutableRawPointer] = [:]
    private var idleHandles: [UnsafeMutableRawPointer] = []
    private var headerLists: [UnsafeMutableRawPointer: UnsafeMutablePointer<curl_slist>] = [:]
    /// The earliest deadline of any transfer, so that most turns need not look at all of them.
    private var nextDeadline = Duration.zero
    /// Read once a turn.
    private(set) var clock = monotonicNow()

    private static let idleHandleCountMax = 16
    private static let connectionCacheMax = 32
    /// Nothing running: the library may still have idle connections to close.
    private static let restMilliseconds: Int64 = 60_000

    init(mailbox: CurlMailbox, options: CurlTransport.Options) {
        self.mailbox = mailbox
        self.options = options
        multi = mailbox.multi
    }

    func run() {
        guard let multi else { return }
        _ = holdfast_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.connectionCacheMax)
        var isStopping = false
        while !isStopping {
            clock = monotonicNow()
            let mail = mailbox.take()
            isStopping = mail.isStopping
            mail.commands.forEach(obey)
            if isStopping { break }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            collectFinished()
            endOverdue()
            // A finished transfer's redirect may have started a new leg: do not sleep on it.
            curl_multi_poll(multi, nil, 0, pollMilliseconds(), nil)
        }
        cleanUp()
    }

    private func obey(_ command: CurlMailbox.Command) {
        switch command {
        case .start(let job): start(job)
        case .cancel(let number):
            if let easy = handles[number], let transfer = running[easy] { finish(transfer, easy, .failure(.cancelled)) }
        }
    }

    private func start(_ job: CurlJob) {
        let transfer = CurlTransfer(job, loop: self)
        guard let easy = idleHandles.popLast() ?? curl_easy_init() else {
            mailbox.close(job.number)
            return job.finish(.failure(.transport(code: ENOMEM)))
        }
        running[easy] = transfer
        handles[job.number] = easy
        perform(transfer, easy)
    }

    /// Puts the transfer's present leg on the wire.
    private func perform(_ transfer: CurlTransfer, _ easy: UnsafeMutableRawPointer) {
        curl_easy_reset(easy)
        freeHeaderList(of: easy)
        let setup = CurlSetup(easy: easy, options: options)
        headerLists[easy] = setup.headerList(transfer.leg.lines)
        setup.apply(transfer, headers: headerLists[easy])
        expect(transfer.deadline)
        let code = curl_multi_add_handle(multi, easy)
        guard code == CURLM_OK else { return finish(transfer, easy, .failure(.transport(code: code.rawValue))) }
    }

    /// A deadline that may come before all others.
    func expect(_ deadline: Duration) { nextDeadline = min(nextDeadline, deadline) }

    private func collectFinished() {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = running[easy]
            else { continue }
            let code = message.pointee.data.result
            transfer.wireBytes += CurlOutcome.wireBytes(of: easy)
            if transfer.failure == nil && transfer.isRedirect {
                follow(transfer, easy)
            } else {
                finish(transfer, easy, CurlOutcome.result(of: transfer, easy, code, now: clock))
            }
        }
    }

    private func follow(_ transfer: CurlTransfer, _ easy: UnsafeMutableRawPointer) {
        do throws(TransferFailure) {
            transfer.begin(try transfer.leg.following(transfer.location ?? "", of: transfer.job.request))
        } catch {
            return finish(transfer, easy, .failure(error))
        }
        curl_multi_remove_handle(multi, easy)
        perform(transfer, easy)
    }

    private func endOverdue() {
        guard clock >= nextDeadline else { return }
        for (easy, transfer) in running where clock >= transfer.deadline {
            if transfer.pausedUntil != nil {
                goOn(transfer, easy)
            } else {
                finish(transfer, easy, .failure(CurlOutcome.overdueFailure(of: transfer)))
            }
        }
        nextDeadline = running.values.map(\.deadline).min() ?? clock + .milliseconds(Self.restMilliseconds)
    }

    /// The library hands over what it held back, perhaps in this very call.
    private func goOn(_ transfer: CurlTransfer, _ easy: UnsafeMutableRawPointer) {
        transfer.goOn()
        let code = curl_easy_pause(easy, CURLPAUSE_CONT)
        if code != CURLE_OK { finish(transfer, easy, CurlOutcome.result(of: transfer, easy, code, now: clock)) }
    }

    private func pollMilliseconds() -> Int32 {
        if running.isEmpty { return Int32(Self.restMilliseconds) }
        let wait = (nextDeadline - clock).wholeMilliseconds
        // One more than the rest of a started millisecond, so that waking up finds the deadline passed.
        return Int32(min(max(wait, 0), Self.restMilliseconds - 1)) + 1
    }

    private func finish(_ transfer: CurlTransfer, _ easy: UnsafeMutableRawPointer, _ result: CurlResult) {
        curl_multi_remove_handle(multi, easy)
        running[easy] = nil
        handles[transfer.job.number] = nil
        if idleHandles.count < Self.idleHandleCountMax {
            curl_easy_reset(easy)
            idleHandles.append(easy)
        } else {
            curl_easy_cleanup(easy)
        }
        freeHeaderList(of: easy)
        mailbox.close(transfer.job.number)
        transfer.job.finish(result)
    }

    private func freeHeaderList(of easy: UnsafeMutableRawPointer) {
        if let list = headerLists.removeValue(forKey: easy) { curl_slist_free_all(list) }
    }

    private func cleanUp() {
        for (easy, transfer) in running { finish(transfer, easy, .failure(.cancelled)) }
        for easy in idleHandles { curl_easy_cleanup(easy) }
        let end = mailbox.end()
        curl_multi_cleanup(multi)
        for case .start(let job) in end.late { job.finish(.failure(.cancelled)) }
        for whenStopped in end.waiting { whenStopped() }
    }
}
