internal import Synchronization

/// An item's proven file, in use: while one is open the file is not deleted, neither by a removal that is due nor to make room nor
/// because a newer version took its place. That waits until the last lease of the item is closed.
///
/// Closed by `close()`, or when the last reference to it goes. It does not outlive the engine: what the next session finds to be deleted goes.
public final class ContentLease: Sendable {
    public let item: String
    /// Absolute path of the file, for reading only.
    public let path: String
    private let release: Mutex<(@Sendable () -> Void)?>

    init(item: String, path: String, release: @escaping @Sendable () -> Void) {
        self.item = item
        self.path = path
        self.release = Mutex(release)
    }

    deinit { close() }

    /// The file is not used any more. Called again, it does nothing.
    public func close() {
        let release = release.withLock { release in
            defer { release = nil }
            return release
        }
        release?()
    }
}

/// Which files are in use, by the item's number. Any thread closes a lease, so it is not the engine's own.
final class OpenContent: Sendable {
    private let counts = Mutex<[UInt64: Int]>([:])

    var items: Set<UInt64> { counts.withLock { Set($0.keys) } }

    func contains(_ number: UInt64) -> Bool { counts.withLock { $0[number] != nil } }

    func open(_ number: UInt64) { counts.withLock { $0[number, default: 0] += 1 } }

    /// - Returns: whether it was the last one of the item.
    func close(_ number: UInt64) -> Bool {
        counts.withLock { counts in
            guard let count = counts[number] else { return false }
            counts[number] = count > 1 ? count - 1 : nil
            return count == 1
        }
    }
}
