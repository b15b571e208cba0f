internal import HoldfastLog

/// How the store's log is, beside what is in it.
public struct StoreCondition: Sendable, Equatable {
    /// 32 hexadecimal digits, drawn when the store was made.
    public let identifier: String
    /// Of the file; see Format.
    public let formatVersion: UInt32
    public let recordCount: UInt64
    /// Records that the stored tables do not cover yet: they are folded anew at each look.
    public let tailCount: UInt64
    /// Pages of the file in use, in bytes.
    public let logBytes: Int64
    /// Snapshots that are open now, of all processes, this look's own among them.
    public let readerCount: Int
    /// Commits since the oldest of them was taken. While it grows, so does the file.
    public let readerLag: UInt64
}

extension OfflineStore {
    /// What there is to know of the log without reading its records.
    public func condition() throws(HoldfastError) -> StoreCondition {
        do {
            let readers = try log.readers()
            let used = try log.usedBytes()
            return try log.lend { snapshot in
                StoreCondition(
                    identifier: TextForm.hex(try snapshot.storeIdentifier()),
                    formatVersion: try snapshot.formatVersion(), recordCount: snapshot.count,
                    tailCount: snapshot.count - min(snapshot.count, snapshot.coveredCount),
                    logBytes: Int64(used), readerCount: readers.count, readerLag: readers.lag)
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    /// Writes a copy of the log as it is now to a new file, while an engine goes on working. The copy is a store of its own for looking:
    /// `OfflineStore.open` takes such a file too. Downloaded files are not in it.
    ///
    /// It appears under its name when it is whole and on disk, readable by this user alone.
    /// - Throws: `alreadyExists` where something stands at `path`; `diskFull`, `permission`, `inputOutput`. Nothing is left behind then.
    public func backUp(to path: String) throws(HoldfastError) {
        do { try log.copy(to: path) } catch { throw HoldfastError(error) }
    }
}
