internal import Glibc
internal import HoldfastModel

/// Serves the clients of the control socket, on a thread of its own: it hands commands to the engine and never waits for it.
final class ControlLoop {
    typealias Answer = @Sendable (ControlRequest) async -> ControlReply

    private let mailbox: ControlMailbox
    private let clock: any EngineClock
    private let answer: Answer
    private let folder: OpenFile
    /// `nil` once no client is taken any more.
    private var listener: OpenFile?
    private var clients: [UInt64: ControlConnection] = [:]
    private var nextClient: UInt64 = 0
    /// Wakes the thread at the earliest deadline.
    private var alarm: (moment: Int64, task: Task<Void, Never>)?
    /// Monotonic moment before which no client is accepted: there was no descriptor left for one, and the queue, still full, would be looked
    /// at without end.
    private var acceptsFrom = Int64.min

    /// Others wait in the system's queue until one of these has gone.
    static let clientCountMax = 16
    private static let acceptPause: Int64 = 1_000_000

    /// - Parameter folder: where the listener's socket stands.
    init(
        _ listener: OpenFile, in folder: OpenFile, mailbox: ControlMailbox, clock: any EngineClock,
        answer: @escaping Answer
    ) {
        self.listener = listener
        self.folder = folder
        self.mailbox = mailbox
        self.clock = clock
        self.answer = answer
    }

    private var now: Int64 { clock.now().monotonic }

    func run() {
        while true {
            let mail = mailbox.take()
            for (client, reply) in mail.replies {
                clients[client]?.answer(reply, now: now)
                send(to: client)
            }
            dropEnded()
            if mail.isStopping, stop() { break }
            setAlarm()
            wait()
        }
        alarm?.task.cancel()
        mailbox.end()
    }

    /// Takes nothing more; commands that are being worked on are answered, as far as their clients take it at once.
    ///
    /// - Returns: whether none is left.
    private func stop() -> Bool {
        if listener != nil { ControlSocket.remove(in: folder) }
        listener = nil
        clients = clients.filter { $0.value.phase == .working }
        return clients.isEmpty
    }

    private func dropEnded() {
        let now = now
        clients = clients.filter { client in
            client.value.phase != .ended && !(client.value.isWaiting && client.value.deadline <= now)
        }
    }

    private func setAlarm() {
        var moments = clients.values.filter(\.isWaiting).map(\.deadline)
        if acceptsFrom > now { moments.append(acceptsFrom) }
        guard let moment = moments.min() else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        if let alarm, alarm.moment <= moment, alarm.moment > now { return }
        alarm?.task.cancel()
        alarm = (
            moment,
            Task { [clock, mailbox] in
                while clock.now().monotonic < moment {
                    guard (try? await clock.sleep(untilMonotonic: moment)) != nil else { return }
                }
                mailbox.bell.ring()
            }
        )
    }

    /// Waits for the bell, a client, or what a client sends or takes, and serves whoever has come.
    private func wait() {
        let waiting = clients.filter(\.value.isWaiting).map { client, connection in
            (client, pollfd(fd: connection.descriptor, events: Self.events(of: connection), revents: 0))
        }
        var polled = [pollfd(fd: mailbox.bell.descriptor, events: Int16(POLLIN), revents: 0)] + waiting.map(\.1)
        let accepts = clients.count < Self.clientCountMax && acceptsFrom <= now
        if accepts, let listener { polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)) }
        // Interrupted or out of memory: the next turn looks again.
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return }
        for (place, client) in waiting.map(\.0).enumerated() where polled[place + 1].revents != 0 { serve(client) }
        if accepts, listener != nil, polled.last?.revents != 0 { accept() }
    }

    private static func events(of client: ControlConnection) -> Int16 {
        Int16(client.phase == .writing ? POLLOUT : POLLIN)
    }

    private func serve(_ client: UInt64) {
        if let request = clients[client]?.receive(now: now) { return work(on: request, of: client) }
        send(to: client)
    }

    private func send(to client: UInt64) {
        if let request = clients[client]?.send(now: now) { work(on: request, of: client) }
    }

    private func work(on request: ControlRequest, of client: UInt64) {
        Task { [answer, mailbox] in mailbox.post(await answer(request), to: client) }
    }

    private func accept() {
        guard let listener else { return }
        let socket: OpenFile?
        do throws(StorageFailure) {
            socket = try ControlSocket.accept(from: listener)
        } catch {
            acceptsFrom = now.addingReportingOverflow(Self.acceptPause).partialValue
            return
        }
        guard let socket else { return }
        var client = ControlConnection(socket, now: now)
        let number = nextClient
        nextClient += 1
        if !ControlSocket.isPermitted(socket) {
            let message = "commands are taken from the user of process \(getpid()) and from root only"
            client.refuse(.failure(HoldfastError(.permission, message)), now: now)
        }
        clients[number] = client
        send(to: number)
    }
}
