import CHoldfastLMDB
import Glibc

/// Opening LMDB itself.
extension Environment {
    /// Opens LMDB without slots that an earlier process of the same number left behind, as happens in containers, where
    /// every process is number 1: LMDB takes them for this process's own and never frees them while it is open.
    static func openHandle(
        _ directory: LogDirectory, _ options: EnvironmentOptions, flags: UInt32
    ) throws(StorageError) -> OpaquePointer {
        let handle = try openOnce(directory, options, flags: flags)
        guard ReaderSlot.all(of: handle).contains(where: { $0.pid == getpid() }) else { return handle }
        // A first snapshot takes the lock on the number; a close then frees every slot of it.
        var begun: OpaquePointer?
        let code = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun)
        if let begun { mdb_txn_abort(begun) }
        mdb_env_close(handle)
        if code == EAGAIN { throw .readerSlotConflict(pid: getpid()) }
        return try openOnce(directory, options, flags: flags)
    }

    /// Opens LMDB itself, again when another process was just opening or closing, and with less address space when
    /// the system does not grant what was asked for.
    private static func openOnce(
        _ directory: LogDirectory, _ options: EnvironmentOptions, flags: UInt32
    ) throws(StorageError) -> OpaquePointer {
        let context = FailureContext(path: directory.log)
        let flags = flags | UInt32(MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD)
        let transient: Set<Int32> = [EAGAIN, EINTR, EBADF, ENOENT, EINVAL]
        var size = options.mapSizeInBytes
        var attemptCount = 0
        while true {
            var created: OpaquePointer?
            try context.check(mdb_env_create(&created), "prepare")
            guard let handle = created else { throw .addressSpace(sizeInBytes: size) }
            mdb_env_set_mapsize(handle, size)
            mdb_env_set_maxreaders(handle, UInt32(StorageLimits.readerCountMax))
            mdb_env_set_maxdbs(handle, UInt32(StorageLimits.tableCountMax))
            let code = mdb_env_open(handle, directory.log, flags, 0o600)
            if code == MDB_SUCCESS {
                var descriptor: mdb_filehandle_t = -1
                if mdb_env_get_fd(handle, &descriptor) == 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
                mdb_env_set_assert(handle, reportAssertion)
                return handle
            }
            // A failed open still has to be closed.
            mdb_env_close(handle)
            if code == ENOMEM && size / 2 >= StorageLimits.mapSizeFloorInBytes {
                size /= 2
            } else if transient.contains(code) && attemptCount < StorageLimits.openAttemptCountMax {
                attemptCount += 1
                usleep(UInt32(attemptCount) * 8_000)
            } else if code == EBADF {
                // What LMDB says of an empty file that it may not fill.
                throw .notMadeYet(path: directory.path)
            } else if code == ENOMEM {
                throw .addressSpace(sizeInBytes: size)
            } else {
                throw context.error(code, "open")
            }
        }
    }
}

/// LMDB ends the process when it finds its own pages contradict each other; what it found is told first.
private func reportAssertion(_ environment: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
    let found = text.map { String(cString: $0) } ?? "unknown"
    let advice = "run 'holdfast verify', or restore a backup"
    let line = Array("holdfast: the log is damaged inside (\(found)); \(advice)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
