internal import HoldfastModel
internal import Synchronization

/// An engine's end of the control socket, from when it is switched on until the engine closes.
final class ControlServer: Sendable {
    private let mailbox: ControlMailbox
    private let thread: Mutex<Thread?>

    /// - Parameter answer: carries a command out; called from any thread, for several clients at a time.
    init(in folder: OpenFile, clock: any EngineClock, answer: @escaping ControlLoop.Answer) throws(HoldfastError) {
        let listener: OpenFile
        do {
            mailbox = try ControlMailbox()
            listener = try ControlSocket.listen(in: folder)
        } catch {
            throw HoldfastError(error)
        }
        let started = Thread.start(name: "holdfast-socket") { [mailbox] in
            ControlLoop(listener, in: folder, mailbox: mailbox, clock: clock, answer: answer).run()
        }
        guard let started else {
            ControlSocket.remove(in: folder)
            throw HoldfastError(.inputOutput, "the system has no thread to give for \(ControlSocket.fileName)")
        }
        thread = Mutex(started)
    }

    deinit { mailbox.stop() }

    /// Takes the socket away, and returns when every command that was taken is answered.
    func close() async {
        await withCheckedContinuation { ended in mailbox.stop { ended.resume() } }
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }
}
