internal import Glibc

/// The store's folder, opened once: the place of log, lock, socket, marker and reserve, and by default of content.
package final class StoreDirectory: Sendable {
    package let path: String
    let folder: OpenFile

    /// Descriptor of the folder, valid as long as this object; `/proc/self/fd/N/control.sock` reaches the socket.
    package var descriptor: Int32 { folder.descriptor }

    /// Opens the folder, making it (0700) where `creating`; writes nothing in it.
    package init(path: String, creating: Bool) throws(StorageFailure) {
        self.path = path
        folder = try Self.openRoot(path, creating: creating)
    }

    /// `nil` where no store was made here yet, or its marker is damaged.
    package func marker() throws(StorageFailure) -> StoreMarker? { try StoreMarker.read(in: folder) }

    /// Something stands under the marker's name, be it a marker or not.
    func hasMarkerFile() throws(StorageFailure) -> Bool {
        try ContentRoot.status(of: StoreMarker.fileName, in: folder, path: StoreMarker.fileName) != nil
    }

    package func writeMarker(_ marker: StoreMarker) throws(StorageFailure) { try marker.write(in: folder) }

    /// Content in this folder itself; the marker must have been written.
    package func contentRoot(storeID: String) throws(StorageFailure) -> ContentRoot {
        try ContentRoot(path: path, storeID: storeID, volume: 0, creating: false)
    }

    /// The folder is that of a store, and its log is missing or empty: the marker is only written beside a finished log.
    package func hasLostLog() throws(StorageFailure) -> Bool {
        guard try marker() != nil else { return false }
        return try ContentRoot.status(of: "log.mdb", in: folder, path: "log.mdb")?.bytes ?? 0 == 0
    }

    /// Size of an item's partial file, for a reader that must create nothing; `nil` where there is none.
    package func partialSize(_ number: UInt64) throws(StorageFailure) -> Int64? {
        let path = ContentRoot.partialPath(number)
        return try ContentRoot.status(of: path, in: folder, path: path)?.bytes
    }

    /// Preallocated space that only deletions may use.
    package func reserveFile() -> ReserveFile { ReserveFile(folder: folder) }

    package func space() throws(StorageFailure) -> VolumeSpace { try VolumeSpace(of: folder) }

    /// The root itself may be reached through links: its owner chose that path.
    static func openRoot(_ path: String, creating: Bool) throws(StorageFailure) -> OpenFile {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST { throw .last("create", "the folder") }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("open", "the folder") }
        return OpenFile(owning: descriptor)
    }
}

package struct VolumeSpace: Sendable, Equatable {
    /// Free to this user.
    package var freeBytes: Int64
    package var capacityBytes: Int64

    init(of folder: OpenFile) throws(StorageFailure) {
        var facts = statvfs()
        guard fstatvfs(folder.descriptor, &facts) == 0 else { throw .last("measure", "the volume") }
        freeBytes = Self.product(facts.f_bavail, facts.f_frsize)
        capacityBytes = Self.product(facts.f_blocks, facts.f_frsize)
    }

    private static func product(_ blocks: UInt, _ size: UInt) -> Int64 {
        let (bytes, isTooLarge) = blocks.multipliedReportingOverflow(by: size)
        return isTooLarge ? .max : Int64(clamping: bytes)
    }
}
