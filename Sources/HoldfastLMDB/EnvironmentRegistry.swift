import Synchronization

/// The files that this process has open through LMDB.
///
/// POSIX drops every lock that a process holds on a file when it closes *any* descriptor of it, so a second open of
/// one log, by whatever path, would leave the first one without its reader slots. Files are told apart by device and
/// inode.
enum EnvironmentRegistry {
    /// With the count of forks at their opening: a child has opened nothing yet.
    private static let open = Mutex<[FileIdentity: Int]>([:])

    /// Held during a whole open, so that no two opens of this process touch a lock file at once.
    static let opening = Mutex(())

    static func contains(_ identity: FileIdentity) -> Bool {
        open.withLock { $0[identity] == ForkGuard.generation }
    }

    static func add(_ identity: FileIdentity, path: String) throws(StorageError) {
        let generation = ForkGuard.generation
        let before = open.withLock { $0.updateValue(generation, forKey: identity) }
        if before == generation { throw .alreadyOpenInProcess(path: path) }
    }

    /// - Parameter generation: of the process that added the file.
    static func remove(_ identity: FileIdentity, generation: Int) {
        open.withLock { if $0[identity] == generation { $0.removeValue(forKey: identity) } }
    }
}

/// The log file and the lock file of one environment, registered for as long as this value exists.
struct RegisteredFiles: ~Copyable {
    private var identities: [FileIdentity]
    private let generation = ForkGuard.generation

    /// - Throws: `.alreadyOpenInProcess` when this process has the log open, or another log with the same lock file.
    init(_ directory: LogDirectory, log: FileIdentity) throws(StorageError) {
        if let lock = FileIdentity(path: directory.lock), EnvironmentRegistry.contains(lock) {
            throw .alreadyOpenInProcess(path: directory.lock)
        }
        try EnvironmentRegistry.add(log, path: directory.log)
        identities = [log]
    }

    /// To be called when the lock file exists.
    mutating func addLock(of directory: LogDirectory) throws(StorageError) {
        guard let lock = FileIdentity(path: directory.lock) else { return }
        try EnvironmentRegistry.add(lock, path: directory.lock)
        identities.append(lock)
    }

    deinit {
        for identity in identities { EnvironmentRegistry.remove(identity, generation: generation) }
    }
}
