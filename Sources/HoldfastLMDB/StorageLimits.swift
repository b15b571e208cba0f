/// Bounds of the storage layer; every queue, batch and retry has one.
package enum StorageLimits {
    package static let keySizeMax = 511
    package static let valueSizeMax = 16 << 20
    package static let readerCountMax = 1024
    package static let tableCountMax = 64
    /// Address space reserved at open, not disk or memory: far more than a log takes, and little enough that a process can
    /// have a thousand of them open. It grows when it has to.
    package static let mapSizeInBytes = 64 << 30
    package static let mapSizeFloorInBytes = 256 << 20
    package static let groupJobCountMax = 256
    package static let groupSizeMaxInBytes = 1 << 20
    package static let queuedJobCountMax = 65_536
    static let nearlyFullInBytes: UInt64 = 8 << 20
    static let openAttemptCountMax = 6
    static let growthCountMax = 24
    /// Smallest addition to the map that is worth moving it for.
    static let growthStepMinInBytes = 64 << 10
    /// How often one read follows a map that another process makes larger and larger.
    static let adoptionCountMax = 8
    /// Longest wait for this process's readers when the map has to move.
    static let readerDrainInSeconds = 5
    /// Commits between two sweeps of reader slots left by killed processes. A sweep takes microseconds, and a dead reader in the middle of a
    /// snapshot keeps the pages of so many commits from being used again: some 2 MB.
    static let commitsBetweenReaderChecks = 64
    static let secondsBetweenReaderChecks = 60
    static let writerStackInBytes = 1 << 20
}
