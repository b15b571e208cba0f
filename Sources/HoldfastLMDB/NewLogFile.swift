import CHoldfastLMDB
import Glibc

/// Makes the file of a new log aside, and gives it its name when it is whole and on the disk.
///
/// LMDB writes the two header pages of a new file without syncing them, so a power cut in between would leave a file under
/// the log's name that is neither a log nor empty, and that nobody dares to replace.
struct NewLogFile {
    let directory: LogDirectory
    private var draft: String { directory.log + ".new" }

    /// Whether there is no log yet. An empty file is none: it holds nothing that could be lost.
    func isNeeded() -> Bool {
        var status = stat()
        return stat(directory.log, &status) != 0 ? errno == ENOENT : status.st_size == 0
    }

    /// Only for the holder of the writer's lock.
    func make() throws(StorageError) {
        try writeHeaders(of: try FileHandle(opening: draft, O_RDWR | O_CREAT | O_TRUNC))
        // Before the rename too: a process killed right after it leaves a log that nobody takes for new.
        try directory.synchronise()
        guard rename(draft, directory.log) == 0 else { throw FileHandle.failure(errno, "rename", draft) }
        try directory.synchronise()
    }

    private func writeHeaders(of file: borrowing FileHandle) throws(StorageError) {
        let context = FailureContext(path: draft)
        var created: OpaquePointer?
        try context.check(mdb_env_create(&created), "prepare")
        let code = mdb_env_open(created, draft, UInt32(MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOTLS), 0o600)
        mdb_env_close(created)
        try context.check(code, "make")
        guard fsync(file.descriptor) == 0 else { throw FileHandle.failure(errno, "synchronise", draft) }
    }
}
