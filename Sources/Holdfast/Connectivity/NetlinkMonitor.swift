internal import Glibc
internal import Synchronization

/// Follows the kernel's links, addresses and routes over rtnetlink, without privileges and without cost at rest.
///
/// Events are taken as "look again", never as facts: the kernel joins them, drops them under load, and sends none for
/// IPv4 routes that vanish with their link. A slow poll repairs what was missed all the same.
package final class NetlinkMonitor: ConnectivityMonitor {
    private let broadcast = LinkBroadcast()
    private let bell: Bell
    private let isStopped = CancellationFlag()
    private let thread: Mutex<Thread?>
    private let hints: NetworkManagerHints?

    /// Returns after the first look, so `settled` is known.
    ///
    /// - Throws: where the kernel refuses, as in some sandboxes.
    package convenience init() throws(ConnectivityFailure) {
        try self.init(hints: { NetworkManagerHints(changed: $0) }, prepareThread: {})
    }

    /// - Parameters:
    ///   - hints: makes what tells of costs and sign-in pages, and calls what it is given after each change.
    ///   - groups: the kernel's messages that are heard; tests hear none.
    ///   - pollInterval: between two looks that nobody asked for.
    ///   - prepareThread: runs first on the monitor's thread; tests enter a network namespace in it.
    init(
        hints makeHints: (@escaping @Sendable () -> Void) -> NetworkManagerHints? = { _ in nil },
        groups: UInt32 = Netlink.groups, pollInterval: Duration = .seconds(30),
        prepareThread: @escaping @Sendable () -> Void
    ) throws(ConnectivityFailure) {
        let bell = try Bell()
        self.bell = bell
        let hints = makeHints { bell.ring() }
        self.hints = hints
        let isStopped = isStopped
        let broadcast = broadcast
        let firstLook = FirstLook()
        let started = Thread.start(name: "holdfast-link") {
            prepareThread()
            do throws(ConnectivityFailure) {
                let events = try NetlinkSocket(groups: groups)
                let loop = try NetlinkLoop(
                    broadcast: broadcast, bell: bell, hints: hints, isStopped: isStopped, events: events,
                    pollInterval: pollInterval)
                firstLook.end(nil)
                loop.run()
            } catch {
                firstLook.end(error)
            }
        }
        guard let started else {
            throw ConnectivityFailure(operation: "start the connectivity thread", osCode: EAGAIN)
        }
        thread = Mutex(started)
        if let failure = firstLook.wait() {
            stop()
            throw failure
        }
    }

    deinit { stop() }

    package var settled: LinkFacts? { broadcast.settled }
    package var gate: LinkLevel { broadcast.gate }
    package var addresses: [InterfaceAddress] { broadcast.addresses }
    package func updates() -> AsyncStream<LinkUpdate> { broadcast.updates() }

    package func shutdown() async { stop() }

    /// The thread answers within milliseconds.
    private func stop() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        hints?.stop()
        isStopped.set()
        bell.ring()
        running.join()
        broadcast.finish()
    }
}

/// The monitor's thread.
private final class NetlinkLoop {
    private let pollInterval: Duration
    private let broadcast: LinkBroadcast
    private let bell: Bell
    private let hints: NetworkManagerHints?
    private let isStopped: CancellationFlag
    private let events: NetlinkSocket
    private let tables: NetlinkSocket
    private var reducer = LinkReducer()
    private var nextPoll = Duration.zero

    init(
        broadcast: LinkBroadcast, bell: Bell, hints: NetworkManagerHints?, isStopped: CancellationFlag,
        events: NetlinkSocket, pollInterval: Duration
    ) throws(ConnectivityFailure) {
        self.broadcast = broadcast
        self.bell = bell
        self.hints = hints
        self.isStopped = isStopped
        self.events = events
        self.pollInterval = pollInterval
        tables = try NetlinkSocket(groups: 0)
        publish(try tables.table(isWireless: Self.isWireless), source: .system)
    }

    func run() {
        while true {
            var sources = [
                pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&sources, 2, waitMilliseconds())
            if isStopped.isSet { return }
            bell.hush()
            if sources[0].revents != 0 || sources[1].revents != 0 {
                events.drain()
                look()
            } else if monotonicNow() >= nextPoll {
                look(source: .poll)
            } else {
                broadcast.publish(reducer.advance(now: monotonicNow()))
            }
        }
    }

    private func look(source: LinkSource = .system) {
        nextPoll = monotonicNow() + pollInterval
        // A look that fails is made again by the next event or poll.
        if let table = try? tables.table(isWireless: Self.isWireless) { publish(table, source: source) }
    }

    private func publish(_ table: LinkTable, source: LinkSource) {
        broadcast.setAddresses(table.interfaceAddresses)
        var facts = table.facts
        facts.source = source
        if facts.link == .internet, let known = hints?.current {
            (facts.isMetered, facts.isCaptive) = (known.isMetered, known.isCaptive)
        }
        broadcast.publish(reducer.observe(facts, now: monotonicNow()))
    }

    private func waitMilliseconds() -> Int32 {
        let until = min(reducer.deadline ?? nextPoll, nextPoll)
        let wait = (until - monotonicNow()).wholeMilliseconds + 1
        return Int32(min(max(wait, 0), pollInterval.wholeMilliseconds))
    }

    private static func isWireless(_ name: String) -> Bool {
        !name.contains("/") && access("/sys/class/net/\(name)/wireless", F_OK) == 0
    }
}

/// Tells the starter how the thread's first look ended.
private final class FirstLook: Sendable {
    private let failure = Mutex<ConnectivityFailure?>(nil)
    private let ended = Semaphore()

    func end(_ failure: ConnectivityFailure?) {
        self.failure.withLock { $0 = failure }
        ended.signal()
    }

    func wait() -> ConnectivityFailure? {
        ended.wait()
        return failure.withLock { $0 }
    }
}
