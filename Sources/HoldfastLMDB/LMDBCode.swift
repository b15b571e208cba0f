import CHoldfastLMDB
import Glibc

/// Turns LMDB's and the system's numbers into `StorageError`.
struct FailureContext: Sendable {
    let path: String

    func error(_ code: Int32, _ operation: String) -> StorageError {
        switch code {
        case MDB_MAP_FULL: .mapFull(sizeInBytes: 0)
        case MDB_MAP_RESIZED: .mapResized
        case MDB_READERS_FULL: .readersFull(readerCountMax: StorageLimits.readerCountMax)
        case MDB_PANIC: .environmentDead(path: path)
        case MDB_INVALID: .notALogFile(path: path, detail: "its header is not that of an LMDB 0.9 file")
        case MDB_VERSION_MISMATCH:
            .notALogFile(path: path, detail: "another version of LMDB uses it at this moment")
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_CURSOR_FULL, MDB_PAGE_FULL:
            .damaged(path: path, detail: text(of: code))
        case MDB_BAD_VALSIZE: .keySize(0)
        case ENOSPC, EDQUOT: .diskFull(path: path)
        case EIO: isNearlyFull() ? .diskFull(path: path) : .io(operation: operation, path: path, code: code)
        case EACCES, EPERM: .permission(path: path, detail: "\(operation): \(systemText(code))")
        case EROFS: .permission(path: path, detail: "the file system is read-only")
        case ENOMEM: .addressSpace(sizeInBytes: 0)
        case let code where code > 0: .io(operation: operation, path: path, code: code)
        default: .unexpected(operation: operation, code: code, text: text(of: code))
        }
    }

    func check(_ code: Int32, _ operation: String) throws(StorageError) {
        if code != MDB_SUCCESS { throw error(code, operation) }
    }

    /// LMDB turns a short write into EIO, so "full" has to be read off the file system.
    private func isNearlyFull() -> Bool {
        var status = statfs()
        guard statfs(path, &status) == 0 else { return false }
        return UInt64(status.f_bavail) &* UInt64(clamping: status.f_bsize) < StorageLimits.nearlyFullInBytes
    }

    private func text(of code: Int32) -> String {
        mdb_strerror(code).map { String(cString: $0) } ?? "unknown"
    }
}

/// The system's sentence for an error number.
func systemText(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "unknown error"
}
