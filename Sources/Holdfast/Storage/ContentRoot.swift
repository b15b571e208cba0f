internal import Glibc

/// A folder that holds `content/`, `partial/` and the marker `store.id`; every path is taken relative to its opened
/// descriptor and no link is ever followed.
///
/// The store's own folder is one; content on another volume has its own, see `ContentVolume`. Calls that read file bytes or
/// sync may take long: run them on a `FinishingPool`.
package final class ContentRoot: Sendable {
    /// As given; shown to people and used to check that the volume is still there.
    package let path: String
    let root: OpenFile
    let content: OpenFile
    let partial: OpenFile
    private let marker: StoreMarker

    /// Opens a root that carries the marker of this store; where `creating`, makes one in a folder without marker.
    ///
    /// - Throws: `wrongVolume` where the marker is missing (and `creating` is false) or names another store or volume.
    package convenience init(
        path: String, storeID: String, volume: UInt64, creating: Bool
    ) throws(StorageFailure) {
        let marker = StoreMarker(storeID: storeID, volume: volume)
        try self.init(Self.openFolder(path, with: marker, creating: creating), path: path, marker)
    }

    static func openFolder(
        _ path: String, with marker: StoreMarker, creating: Bool
    ) throws(StorageFailure) -> OpenFile {
        let root = try StoreDirectory.openRoot(path, creating: creating)
        let found = try StoreMarker.read(in: root)
        if found == nil, creating { try marker.write(in: root) }
        guard found == marker || (found == nil && creating) else {
            throw StorageFailure(.wrongVolume, "open", "content")
        }
        return root
    }

    /// - Parameter root: the opened folder, which carries the marker.
    init(_ root: OpenFile, path: String, _ marker: StoreMarker) throws(StorageFailure) {
        self.path = path
        self.marker = marker
        self.root = root
        content = try Self.makeFolder("content", in: root)
        partial = try Self.makeFolder("partial", in: root)
    }

    /// The folder at `path` still is this one and carries the marker: the volume has not gone or been replaced.
    ///
    /// False after a volume was away and came back: open the root again then.
    package func isPresent() -> Bool {
        guard let now = try? StoreDirectory.openRoot(path, creating: false),
            let found = try? StoreMarker.read(in: now), found == marker,
            let facts = try? now.facts("open", "content"), let opened = try? root.facts("open", "content")
        else { return false }
        return facts.st_dev == opened.st_dev && facts.st_ino == opened.st_ino
    }

    package func space() throws(StorageFailure) -> VolumeSpace { try VolumeSpace(of: root) }

    /// For opening with other programs.
    package func absolutePath(of path: ContentPath) -> String { "\(self.path)/\(path)" }

    /// Makes a folder durable in its parent, and opens it.
    static func makeFolder(_ name: String, in parent: OpenFile) throws(StorageFailure) -> OpenFile {
        if mkdirat(parent.descriptor, name, 0o700) == 0 {
            try parent.sync("create", name)
        } else if errno != EEXIST {
            throw .last("create", name)
        }
        return try OpenFile.openFolder(name, in: parent, "open")
    }

    /// What stands under a name, without following a link; `nil` where nothing does.
    static func status(of name: String, in folder: OpenFile, path: String) throws(StorageFailure) -> FileStatus? {
        var facts = stat()
        guard fstatat(folder.descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw .last("look at", path)
        }
        let kind: FileStatus.Kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFLNK: .link
            default: .other
            }
        return FileStatus(bytes: Int64(facts.st_size), kind: kind)
    }
}

package struct FileStatus: Sendable, Equatable {
    package enum Kind: Sendable { case regular, link, other }

    package var bytes: Int64
    package var kind: Kind

    /// False for a link, folder or device in the file's place.
    package var isRegular: Bool { kind == .regular }
}
