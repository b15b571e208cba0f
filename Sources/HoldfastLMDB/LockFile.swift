import Glibc

/// LMDB's reader table. LMDB makes it as a sparse file, and a full disk would then end the process with a signal.
struct LockFile {
    /// A header of two cache lines and one line a reader, in whole pages.
    private static let sizeInBytes = 128 + 64 * StorageLimits.readerCountMax

    let path: String

    /// Gives the file real blocks. Only for a process that does not have the log open: closing the descriptor drops
    /// every lock that the process holds on the file.
    func allocate() throws(StorageError) {
        let file = try FileHandle(opening: path, O_RDWR | O_CREAT)
        // A file that is in use keeps its size: other processes have mapped just that much.
        let present = file.sizeInBytes()
        let code = posix_fallocate(file.descriptor, 0, off_t(present == 0 ? Self.sizeInBytes : present))
        // File systems without such a call write sparse files in any case.
        if code != 0 && code != EOPNOTSUPP && code != EINVAL { throw FileHandle.failure(code, "allocate", path) }
    }
}
