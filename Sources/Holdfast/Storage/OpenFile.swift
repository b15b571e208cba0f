internal import Glibc

/// Owns a descriptor of a file or folder; closed with the last reference.
final class OpenFile: Sendable {
    let descriptor: Int32

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens one component below a folder; never follows a link, never blocks on a pipe.
    static func open(
        _ name: String, in folder: OpenFile, _ flags: Int32, _ operation: String, path: String
    ) throws(StorageFailure) -> OpenFile {
        let descriptor = openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .last(operation, path) }
        return OpenFile(owning: descriptor)
    }

    static func openFolder(
        _ name: String, in folder: OpenFile, _ operation: String
    ) throws(StorageFailure) -> OpenFile {
        try open(name, in: folder, O_RDONLY | O_DIRECTORY, operation, path: name)
    }

    func facts(_ operation: String, _ path: String) throws(StorageFailure) -> stat {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .last(operation, path) }
        return facts
    }

    /// Refuses what is not a plain file with one name: a second name would let others change it.
    func requireRegular(_ operation: String, _ path: String) throws(StorageFailure) -> Int64 {
        let facts = try facts(operation, path)
        guard facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1 else {
            throw StorageFailure(.unsafePath, operation, path)
        }
        return Int64(facts.st_size)
    }

    func sync(_ operation: String, _ path: String) throws(StorageFailure) {
        guard fsync(descriptor) == 0 else { throw .last(operation, path) }
    }

    /// Names in a folder, without `.` and `..`; names that are not UTF-8 are left out, since none of ours is.
    func names(_ path: String) throws(StorageFailure) -> [String] {
        // A descriptor of its own, since a shared one would share the reading position.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .last("list", path) }
        guard let stream = fdopendir(copy) else {
            let failure = StorageFailure.last("list", path)
            close(copy)
            throw failure
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            // The record is shorter than its type, so the name is reached by address.
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let bytes = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: bytes), name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .last("list", path) }
        return names
    }
}
