extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound(let path): "There is no log at \(path). Check the path, or create the store with an engine."
        case .notMadeYet(let path):
            "There is no store yet at \(path): its creation was interrupted. Open it with an engine to finish that."
        case .notADirectory(let path): "\(path) is not a directory. Give the directory of a store."
        case .permission(let path, let detail): "No permission for \(path): \(detail)."
        case .readOnly(let operation): "Could not \(operation): this store was opened for reading only."
        case .networkFileSystem(let path, let kind):
            "\(path) is on a network file system (\(kind)), where locks and shared memory are not coherent. "
                + "Put the store on a local disk."
        case .alreadyOpenInProcess(let path):
            "\(path) is already open in this process. Use the open store; a second open would drop its locks."
        case .writerElsewhere(let path, let pid):
            "\(path) is in use by \(pid.map { "process \($0)" } ?? "another process"). "
                + "Close it there, or open the store for reading."
        case .notALogFile(let path, let detail): "\(path) is not a log file: \(detail). It was left untouched."
        case .newerStorage(let path):
            "\(path) was written by LMDB 1.0 or later, which LMDB 0.9 cannot read. Use a build made with that version."
        case .damaged(let path, let detail): "\(path) is damaged: \(detail). Restore it from a backup."
        case .diskFull(let path): "The disk that holds \(path) is full. Free some space and try again."
        case .io(let operation, let path, let code):
            "Could not \(operation) \(path): \(systemText(code)) (\(code)). Check the disk."
        case .mapFull(let size): "The log cannot grow past \(size) bytes of address space. Raise the limit (ulimit -v)."
        case .mapResized:
            "Another process made the log larger than this one mapped, and snapshots that are open keep it so. "
                + "End them and try again."
        case .addressSpace(let size):
            "Could not map \(size) bytes of address space. Raise the address space limit (ulimit -v)."
        case .readersFull(let max): "All \(max) reader slots of the log are taken. Close some readers."
        case .readerSlotConflict(let pid):
            "Process number \(pid) already reads this log from another container. "
                + "Share the process namespace (--pid=host) or start this process under another number."
        case .keySize(let size): "A key of \(size) bytes was given; keys have 1 to 511 bytes."
        case .valueSize(let size): "A value of \(size) bytes was given; values have at most 16 MiB."
        case .outOfOrder(let table): "An append to table \(table) was not past its last key; nothing was written."
        case .missingTable(let name): "The log has no table \(name)."
        case .unexpectedTableFlags(let table, let flags):
            "Table \(table) has the foreign flags \(flags). The file was not written by this program."
        case .queueFull(let max): "\(max) writes are already waiting for the disk. Wait for one of them."
        case .commitOutcomeUnknown(let path):
            "A write to \(path) failed in its last step, so it may or may not have happened. Open the store again to see."
        case .replaced(let path):
            "\(path) was removed or replaced while it was open, so nothing more is written. Open the store again."
        case .environmentDead(let path): "\(path) cannot be used after an earlier disk error. Open the store again."
        case .forked(let path): "\(path) was opened by the parent process. Open it again after a fork."
        case .closed: "The store is closed. Open it again."
        case .rejected(let detail): "Nothing was written: \(detail)."
        case .alreadyExists(let path): "\(path) is already there and is not replaced. Give another name for the copy."
        case .unexpected(let operation, let code, let text): "Could not \(operation): \(text) (\(code))."
        }
    }
}
