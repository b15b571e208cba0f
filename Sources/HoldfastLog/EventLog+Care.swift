import HoldfastLMDB

/// Looking after the file.
extension EventLog {
    /// Writes the newest commit to a new file without the free pages, while others read and write. Nothing is left behind on an error.
    package func copy(to path: String) throws(LogError) {
        try mapped { () throws(StorageError) in try environment.copy(to: path) }
    }

    /// Open snapshots of all processes, and the commits since the oldest of them was taken.
    package func readers() throws(LogError) -> (count: Int, lag: UInt64) {
        let use = try mapped { () throws(StorageError) in try environment.readers() }
        return (use.snapshotCount, use.oldestLag)
    }

    /// Bytes of the file that hold something or did.
    package func usedBytes() throws(LogError) -> Int {
        try mapped { () throws(StorageError) in try environment.mapUse().used }
    }
}
