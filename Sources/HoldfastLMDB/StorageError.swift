/// Why the storage under a log could not do what was asked.
///
/// No raw LMDB number leaves the module without its text. `.mapFull` and `.mapResized` are handled inside; a caller
/// sees `.mapFull` only when the address space itself cannot grow.
package enum StorageError: Error, Sendable, Equatable {
    case notFound(path: String)
    /// The file is there, but whoever made it was stopped before its first commit: it holds nothing yet.
    case notMadeYet(path: String)
    case notADirectory(path: String)
    case permission(path: String, detail: String)
    case readOnly(operation: String)
    case networkFileSystem(path: String, kind: String)
    /// The file is already open in this process, perhaps under another name.
    case alreadyOpenInProcess(path: String)
    /// Another process holds `writer.lock`; `pid` is nil when that process has not written its number yet.
    case writerElsewhere(path: String, pid: Int32?)
    case notALogFile(path: String, detail: String)
    /// Written by LMDB 1.0 or later, whose files 0.9 cannot read.
    case newerStorage(path: String)
    case damaged(path: String, detail: String)
    case diskFull(path: String)
    case io(operation: String, path: String, code: Int32)
    case mapFull(sizeInBytes: Int)
    case mapResized
    case addressSpace(sizeInBytes: Int)
    case readersFull(readerCountMax: Int)
    /// The reader slot of this process number is held by a process in another container.
    case readerSlotConflict(pid: Int32)
    case keySize(Int)
    case valueSize(Int)
    /// An append whose key is not greater than the last one.
    case outOfOrder(table: String)
    case missingTable(String)
    case unexpectedTableFlags(table: String, flags: UInt32)
    case queueFull(jobCountMax: Int)
    /// A commit failed after its last write began: only a new open can tell whether it happened.
    case commitOutcomeUnknown(path: String)
    /// A file of the store was removed or replaced while it was open; nothing is written until it is opened again.
    case replaced(path: String)
    /// An earlier failure made the environment unusable until it is opened again.
    case environmentDead(path: String)
    case forked(path: String)
    case closed
    /// A job of the same group could not be carried out; `detail` says why.
    case rejected(detail: String)
    /// The name for a copy is taken; nothing was written.
    case alreadyExists(path: String)
    case unexpected(operation: String, code: Int32, text: String)
}
