import Synchronization

/// The log files that this process has open.
///
/// POSIX drops every lock that a process holds on a file when it closes *any* descriptor of it, so a second open of
/// one log, by whatever path, would leave the first one without its reader slots. Files are told apart by device and
/// inode.
enum EnvironmentRegistry {
    private static let open = Mutex<Set<FileIdentity>>([])

    /// Held during a whole open, so that no two opens of this process touch a lock file at once.
    static let opening = Mutex(())

    static func contains(_ identity: FileIdentity) -> Bool {
        open.withLock { $0.contains(identity) }
    }

    static func add(_ identity: FileIdentity, path: String) throws(StorageError) {
        let added = open.withLock { $0.insert(identity).inserted }
        if !added { throw .alreadyOpenInProcess(path: path) }
    }

    static func remove(_ identity: FileIdentity) {
        _ = open.withLock { $0.remove(identity) }
    }
}
