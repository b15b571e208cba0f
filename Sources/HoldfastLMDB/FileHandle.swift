import Glibc

/// A file descriptor that closes itself and is never inherited by a child process.
struct FileHandle: ~Copyable {
    let descriptor: Int32

    init(opening path: String, _ flags: Int32, mode: mode_t = 0o600) throws(StorageError) {
        var opened: Int32
        repeat { opened = open(path, flags | O_CLOEXEC, mode) } while opened < 0 && errno == EINTR
        if opened < 0 { throw Self.failure(errno, "open", path) }
        descriptor = opened
    }

    /// Takes over a descriptor that was just made.
    init(owning descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    static func failure(_ code: Int32, _ operation: String, _ path: String) -> StorageError {
        switch code {
        case ENOENT: .notFound(path: path)
        case ENOTDIR: .notADirectory(path: path)
        default: FailureContext(path: path).error(code, operation)
        }
    }

    /// Device and inode: the only name of a file that links and spellings cannot change.
    func identity() throws(StorageError) -> FileIdentity {
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw .io(operation: "examine", path: "a file", code: errno) }
        return FileIdentity(status)
    }

    func sizeInBytes() -> Int { Self.sizeInBytes(of: descriptor) }

    static func sizeInBytes(of descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Up to `count` bytes at `offset`; fewer at the end of the file.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        Self.bytes(of: descriptor, at: offset, count: count)
    }

    static func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let start = buffer.baseAddress {
                let read = pread(descriptor, start + filled, count - filled, off_t(offset + filled))
                if read < 0 && errno == EINTR { continue }
                if read <= 0 { break }
                filled += read
            }
        }
    }
}

struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Nil when nothing is there. The file is not opened: closing it would drop the locks of this process on it.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
