import CHoldfastLMDB
import Glibc
import Synchronization

package struct EnvironmentOptions: Sendable {
    package var isReadOnly: Bool
    /// Address space to reserve. It is halved until the system grants it.
    package var mapSizeInBytes: Int

    package init(isReadOnly: Bool = false, mapSizeInBytes: Int = StorageLimits.mapSizeInBytes) {
        self.isReadOnly = isReadOnly
        self.mapSizeInBytes = mapSizeInBytes
    }
}

extension Environment {
    /// Opens the log in `directory`; a writer makes both when they are missing, a reader makes at most LMDB's lock file.
    package static func open(
        directory given: String, _ options: EnvironmentOptions
    ) throws(StorageError) -> Environment {
        try EnvironmentRegistry.opening.withLock { _ throws(StorageError) in
            let directory = try LogDirectory(given, creating: !options.isReadOnly)
            try directory.refuseNetworkFileSystem()
            return options.isReadOnly ? try openReader(directory, options) : try openWriter(directory, options)
        }
    }

    private static func openWriter(
        _ directory: LogDirectory, _ options: EnvironmentOptions
    ) throws(StorageError) -> Environment {
        if access(directory.log, F_OK) == 0 {
            let identity = try FileHandle(opening: directory.log, O_RDONLY).identity()
            if EnvironmentRegistry.contains(identity) { throw .alreadyOpenInProcess(path: directory.log) }
        }
        let lock = try WriterLock.acquire(directory.writerLock)
        let newFile = NewLogFile(directory: directory)
        if newFile.isNeeded() {
            try directory.refuseFullDisk()
            try newFile.make()
        }
        let file = try FileHandle(opening: directory.log, O_RDWR)
        try preflight(directory.log, file)
        let identity = try file.identity()
        try EnvironmentRegistry.add(identity, path: directory.log)
        do throws(StorageError) {
            try LockFile(path: directory.lock).allocate()
            let handle = try openHandle(directory, options, flags: 0)
            let environment = Environment(
                directory: directory.path, path: directory.log, isReadOnly: false, handle: handle, identity: identity,
                lock: lock)
            environment.freeDeadReaders()
            return environment
        } catch {
            EnvironmentRegistry.remove(identity)
            throw error
        }
    }

    private static func openReader(
        _ directory: LogDirectory, _ options: EnvironmentOptions
    ) throws(StorageError) -> Environment {
        let file = try FileHandle(opening: directory.log, O_RDONLY)
        let identity = try file.identity()
        try EnvironmentRegistry.add(identity, path: directory.log)
        do throws(StorageError) {
            try preflight(directory.log, file)
            var lock: WriterLock?
            var flags = UInt32(MDB_RDONLY)
            do throws(StorageError) {
                try LockFile(path: directory.lock).allocate()
            } catch {
                lock = try readWithoutSlots(directory, error)
                flags |= UInt32(MDB_NOLOCK)
            }
            let handle = try openHandle(directory, options, flags: flags)
            return Environment(
                directory: directory.path, path: directory.log, isReadOnly: true, handle: handle, identity: identity,
                lock: lock)
        } catch {
            EnvironmentRegistry.remove(identity)
            throw error
        }
    }

    /// A reader that may not write the lock file takes no slot, so pages could be reused under it. It is safe only
    /// while nobody writes: it holds `writer.lock` shared for as long as it is open.
    private static func readWithoutSlots(
        _ directory: LogDirectory, _ reason: StorageError
    ) throws(StorageError) -> WriterLock? {
        guard case .permission = reason else { throw reason }
        do throws(StorageError) {
            return try WriterLock.excludeWriters(directory.writerLock)
        } catch .notFound {
            return nil
        } catch .writerElsewhere(_, let pid) {
            let owner = pid.map { "process \($0)" } ?? "another process"
            throw .permission(
                path: directory.lock,
                detail: "\(owner) is writing the log, and reading beside it needs write permission for this file")
        } catch {
            throw .permission(
                path: directory.writerLock,
                detail: "neither the lock file can be written nor this file read, so a writer cannot be excluded")
        }
    }

    private static func preflight(_ path: String, _ file: borrowing FileHandle) throws(StorageError) {
        let descriptor = file.descriptor
        let view = HeaderPreflight.FileHandleReading(
            sizeInBytes: { FileHandle.sizeInBytes(of: descriptor) },
            bytes: { FileHandle.bytes(of: descriptor, at: $0, count: $1) })
        try HeaderPreflight(path: path, file: view).check()
    }

    /// Opens LMDB itself, again when another process was just opening or closing, and with less address space when
    /// the system does not grant what was asked for.
    private static func openHandle(
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
