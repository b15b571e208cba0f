internal import Glibc

/// A file of the person's, opened for an import. Links are not followed.
final class ImportSource: Sendable {
    /// As given.
    let path: String
    let bytes: Int64
    private let file: OpenFile
    private let identity: Identity

    private struct Identity: Equatable {
        var device: dev_t
        var inode: ino_t
    }

    /// - Throws: `missing`, `unsafePath` for a link, a folder or a device.
    init(path: String) throws(StorageFailure) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .last("import", path) }
        file = OpenFile(owning: descriptor)
        let facts = try file.facts("import", path)
        guard facts.st_mode & S_IFMT == S_IFREG else { throw StorageFailure(.unsafePath, "import", path) }
        self.path = path
        bytes = Int64(facts.st_size)
        identity = Identity(device: facts.st_dev, inode: facts.st_ino)
    }

    /// Reads to the end of the file, wherever that is by then.
    func copy(to target: OpenFile, path: String, isCancelled: () -> Bool) throws(StorageFailure) -> ImportedBytes {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        let digest = try StreamingDigest(.sha256)
        var position: Int64 = 0
        while true {
            guard !isCancelled() else { throw StorageFailure(.system, "import", path, osCode: ECANCELED) }
            let count = pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(position))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last("import", path) }
            if count == 0 { break }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(piece)
            try Self.write(piece, to: target, at: position, path)
            position += Int64(count)
        }
        return ImportedBytes(bytes: position, digest: digest.finish())
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to file: OpenFile, at start: Int64, _ path: String
    ) throws(StorageFailure) {
        var rest = bytes
        var position = start
        while !rest.isEmpty {
            let count = pwrite(file.descriptor, rest.baseAddress, rest.count, off_t(position))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw count == 0 ? StorageFailure(.system, "import", path, osCode: ENOSPC) : .last("import", path)
            }
            position += Int64(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Unlinks the original, if it is still the file that was read.
    ///
    /// - Returns: whether it is gone.
    func remove() -> Bool {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return errno == ENOENT }
        guard Identity(device: facts.st_dev, inode: facts.st_ino) == identity else { return false }
        return unlink(path) == 0
    }
}
