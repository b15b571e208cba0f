import CHoldfastLMDB
import Glibc
import Synchronization

package struct EnvironmentOptions: Sendable {
    package var isReadOnly: Bool
    /// Address space to reserve. It is halved until the system grants it.
    package var mapSizeInBytes: Int
    /// Where growth ends; writes that need more get `.mapFull`.
    package var mapSizeMaxInBytes: Int

    package init(
        isReadOnly: Bool = false, mapSizeInBytes: Int = StorageLimits.mapSizeInBytes, mapSizeMaxInBytes: Int = .max
    ) {
        self.isReadOnly = isReadOnly
        self.mapSizeInBytes = mapSizeInBytes
        self.mapSizeMaxInBytes = mapSizeMaxInBytes
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
        if let identity = FileIdentity(path: directory.log), EnvironmentRegistry.contains(identity) {
            throw .alreadyOpenInProcess(path: directory.log)
        }
        var lock = try WriterLock.acquire(directory.writerLock)
        let newFile = NewLogFile(directory: directory)
        if newFile.isNeeded() {
            try directory.refuseFullDisk()
            try newFile.make()
        }
        let file = try FileHandle(opening: directory.log, O_RDWR)
        try preflight(directory.log, file)
        let identity = try file.identity()
        try lock.extend(toLog: directory.log)
        var registered = try RegisteredFiles(directory, log: identity)
        try LockFile(path: directory.lock).allocate()
        try registered.addLock(of: directory)
        let files = try OpenFiles(directory: directory.path, paths: directory.writerPaths)
        let handle = try openHandle(directory, options, flags: 0)
        let environment = Environment(
            directory, options, handle: handle, registered: registered, files: files, lock: lock)
        environment.freeDeadReaders()
        return environment
    }

    private static func openReader(
        _ directory: LogDirectory, _ options: EnvironmentOptions
    ) throws(StorageError) -> Environment {
        let file = try FileHandle(opening: directory.log, O_RDONLY)
        var registered = try RegisteredFiles(directory, log: try file.identity())
        try preflight(directory.log, file)
        var lock: WriterLock?
        var flags = UInt32(MDB_RDONLY)
        // A copy is looked at without leaving a lock file beside it, as long as it is nobody's log under another name.
        if directory.isCopy { lock = try? WriterLock.excludeWriters(directory.log) }
        if lock == nil {
            do throws(StorageError) {
                try LockFile(path: directory.lock).allocate()
            } catch {
                lock = try readWithoutSlots(directory, error)
                flags |= UInt32(MDB_NOLOCK)
            }
            try registered.addLock(of: directory)
        } else {
            flags |= UInt32(MDB_NOLOCK)
        }
        let files = try OpenFiles(directory: directory.path, paths: [])
        let handle = try openHandle(directory, options, flags: flags)
        return Environment(directory, options, handle: handle, registered: registered, files: files, lock: lock)
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
}
