import Glibc

/// The lock that makes one engine the only writer of a store.
///
/// LMDB would let a second writer wait for ever; this lock refuses it at once and names the owner. The file holds the
/// owner's process number as decimal text, filled up with newlines to a fixed length; the lock itself, not the file,
/// is what counts.
struct WriterLock: ~Copyable {
    private let file: LockedFile
    /// The log itself, which may be linked into another directory with a lock file of its own.
    private var log: LockedFile?
    private let isShared: Bool
    private let forkGeneration = ForkGuard.generation

    private init(_ file: consuming LockedFile, isShared: Bool) {
        self.file = file
        self.isShared = isShared
    }

    /// Becomes the writer, or throws `.writerElsewhere`.
    static func acquire(_ path: String) throws(StorageError) -> WriterLock {
        let handle = try FileHandle(opening: path, O_RDWR | O_CREAT)
        if flock(handle.descriptor, LOCK_EX | LOCK_NB) != 0 { throw refusal(handle, path, errno) }
        write("\(getpid())", to: handle)
        return WriterLock(LockedFile(handle), isShared: false)
    }

    /// Keeps out a writer that comes to the same log through another directory.
    mutating func extend(toLog path: String) throws(StorageError) {
        let handle = try FileHandle(opening: path, O_RDONLY)
        if flock(handle.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK else { throw FileHandle.failure(errno, "lock", path) }
            throw .writerElsewhere(path: path, pid: nil)
        }
        log = LockedFile(handle)
    }

    private static let textSize = 16

    /// Always in place, so that it needs no room; on a disk that was full from the start the number is missing, which
    /// must not stop anybody from freeing space.
    private static func write(_ number: String, to handle: borrowing FileHandle) {
        let text = Array(number.utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: textSize - number.utf8.count)
        _ = pwrite(handle.descriptor, text, text.count, 0)
    }

    /// Keeps writers out while a log is read without reader slots; needs no permission to write.
    static func excludeWriters(_ path: String) throws(StorageError) -> WriterLock {
        let handle = try FileHandle(opening: path, O_RDONLY)
        if flock(handle.descriptor, LOCK_SH | LOCK_NB) != 0 { throw refusal(handle, path, errno) }
        return WriterLock(LockedFile(handle), isShared: true)
    }

    deinit {
        // The number of a process that no longer writes would mislead; the file stays, since removing it races.
        if !isShared && forkGeneration == ForkGuard.generation { Self.write("", to: file.handle) }
    }

    private static func refusal(_ handle: borrowing FileHandle, _ path: String, _ code: Int32) -> StorageError {
        guard code == EWOULDBLOCK else { return FileHandle.failure(code, "lock", path) }
        let text = String(decoding: handle.bytes(at: 0, count: textSize), as: UTF8.self)
        let pid = Int32(text.prefix { $0 != "\n" })
        if pid == getpid() { return .alreadyOpenInProcess(path: path) }
        return .writerElsewhere(path: path, pid: pid)
    }
}

/// An open file with a lock of flock(2), which ends with this value.
private struct LockedFile: ~Copyable {
    let handle: FileHandle
    private let forkGeneration = ForkGuard.generation

    init(_ handle: consuming FileHandle) {
        self.handle = handle
    }

    deinit {
        // A forked child shares the lock with its parent, and unlocking would unlock for both. Closing alone would not
        // unlock while a child that is just being spawned still shares the descriptor.
        if forkGeneration == ForkGuard.generation { flock(handle.descriptor, LOCK_UN) }
    }
}
