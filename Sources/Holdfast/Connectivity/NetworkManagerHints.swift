internal import Glibc
internal import Synchronization

/// What NetworkManager says of the network where it runs: whether bytes cost something, and whether a sign-in page stands in the way.
///
/// Hints only: where it does not run nothing is known, and what it says of the internet may be minutes old. Source: the D-Bus interface
/// `org.freedesktop.NetworkManager`, properties `Metered` and `Connectivity`.
final class NetworkManagerHints: Sendable {
    struct Hints: Sendable, Equatable {
        var isMetered: Bool?
        var isCaptive: Bool?
    }

    private let state = Mutex(Hints())
    private let bell: Bell
    private let thread = Mutex<Thread?>(nil)

    var current: Hints { state.withLock { $0 } }

    /// - Parameters:
    ///   - address: of another bus than the system's.
    ///   - changed: called on a thread of its own after each change.
    /// - Returns: `nil` where there is no bus.
    init?(address: String? = nil, changed: @escaping @Sendable () -> Void) {
        guard let bell = try? Bell(), let bus = SystemBus(address: address) else { return nil }
        self.bell = bell
        Self.matches.forEach(bus.subscribe)
        let started = Thread.start(name: "holdfast-hints") { [weak self] in
            let set = { (hints: Hints) in
                let isNews = self?.state.withLock { state in
                    defer { state = hints }
                    return state != hints
                }
                if isNews ?? false { changed() }
            }
            Self.follow(bus, until: bell, set)
        }
        thread.withLock { $0 = started }
    }

    deinit { stop() }

    func stop() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        bell.ring()
        running.join()
    }

    private static let service = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"
    private static let matches = [
        "type='signal',sender='\(service)',interface='org.freedesktop.DBus.Properties',path='\(path)'",
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'",
    ]

    /// Signals are taken as "look again", like those of the kernel.
    private static func follow(_ bus: SystemBus, until bell: Bell, _ set: (Hints) -> Void) {
        while true {
            repeat { set(look(bus)) } while bus.drain()
            var sources = [
                pollfd(fd: bus.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&sources, 2, -1)
            guard sources[1].revents == 0, bus.receive() else { return set(Hints()) }
        }
    }

    private static func look(_ bus: SystemBus) -> Hints {
        func property(_ name: String) -> UInt32? {
            bus.property(name, of: service, at: path, interface: service)
        }
        // NMMetered: unknown 0, yes 1, no 2, guess-yes 3, guess-no 4.
        let isMetered: Bool? =
            switch property("Metered") {
            case 1, 3: true
            case 2, 4: false
            default: nil
            }
        // NMConnectivityState: unknown 0, none 1, portal 2, limited 3, full 4.
        return Hints(isMetered: isMetered, isCaptive: property("Connectivity") == 2 ? true : nil)
    }
}
