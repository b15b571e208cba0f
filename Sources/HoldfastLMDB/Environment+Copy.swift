import CHoldfastLMDB
import Glibc

extension Environment {
    /// Writes the newest commit to a new file at `path` without the free pages, while others read and write.
    ///
    /// The copy appears under its name only when it is whole and on disk. It is one snapshot: while it runs, pages of
    /// newer commits pile up, and the map cannot be moved.
    /// - Throws: `.alreadyExists`; on any error nothing is left at `path` or beside it.
    package func copy(to path: String) throws(StorageError) {
        try enter()
        defer { gate.leave() }
        var status = stat()
        if lstat(path, &status) == 0 { throw .alreadyExists(path: path) }
        let draft = try DraftFile(beside: path)
        let code = mdb_env_copyfd2(handle, draft.handle.descriptor, UInt32(MDB_CP_COMPACT))
        if code != MDB_SUCCESS { throw FailureContext(path: path).error(code, "copy the log to") }
        try draft.publish()
    }
}

/// A private file that gets its name when it is complete, and is removed when it does not get that far.
private struct DraftFile: ~Copyable {
    let handle: FileHandle
    private let draftPath: String
    private let path: String

    init(beside path: String) throws(StorageError) {
        var template = Array("\(path).draft-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        if descriptor < 0 {
            // It is the folder that is not there, not the log.
            let isMissing = errno == ENOENT || errno == ENOTDIR
            if isMissing { throw .io(operation: "create a copy", path: path, code: errno) }
            throw FileHandle.failure(errno, "create a copy beside", path)
        }
        handle = FileHandle(owning: descriptor)
        draftPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = path
    }

    deinit {
        unlink(draftPath)
    }

    /// Gives the file its name, without replacing what may have come to stand there meanwhile.
    func publish() throws(StorageError) {
        if fsync(handle.descriptor) != 0 { throw FailureContext(path: path).error(errno, "write to disk") }
        // The draft's own name goes with this value.
        if link(draftPath, path) != 0 {
            switch errno {
            case EEXIST: throw .alreadyExists(path: path)
            // File systems of memory cards and the like know no links.
            case EPERM, EOPNOTSUPP, ENOSYS: try rename()
            case let code: throw FileHandle.failure(code, "name the copy", path)
            }
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = try FileHandle(opening: folder, O_RDONLY | O_DIRECTORY)
        if fsync(directory.descriptor) != 0, errno != EINVAL {
            let code = errno
            unlink(path)
            throw FailureContext(path: folder).error(code, "synchronise")
        }
    }

    /// Takes the name with an empty file first, so that nothing else is replaced.
    private func rename() throws(StorageError) {
        let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if placeholder < 0 {
            throw errno == EEXIST ? .alreadyExists(path: path) : FileHandle.failure(errno, "name the copy", path)
        }
        close(placeholder)
        if Glibc.rename(draftPath, path) != 0 {
            let code = errno
            unlink(path)
            throw FileHandle.failure(code, "name the copy", path)
        }
    }
}
