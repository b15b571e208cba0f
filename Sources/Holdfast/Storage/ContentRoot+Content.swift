internal import Glibc

/// Published files, by `ContentPath`. Anything else below `content/` is foreign and left alone.
extension ContentRoot {
    /// Syncs the partial file, renames it without replacing, syncs both folders. Returns its size.
    ///
    /// - Throws: `exists` where a file of that name stands there: check and adopt it, or delete it first.
    package func publish(partial number: UInt64, as path: ContentPath) throws(StorageFailure) -> Int64 {
        let name = Self.partialName(number)
        let file = try OpenFile.open(name, in: partial, O_RDWR, "publish", path: Self.partialPath(number))
        let bytes = try file.requireRegular("publish", Self.partialPath(number))
        try file.sync("publish", Self.partialPath(number))
        try publish(name, as: path)
        return bytes
    }

    /// Moves a synced file out of the folder of partial files.
    func publish(_ name: String, as path: ContentPath) throws(StorageFailure) {
        let folder = try Self.makeFolder(path.folder, in: content)
        let osCode = renameWithoutReplacing(name, in: partial, to: path.fileName, in: folder)
        guard osCode == 0 else { throw .of(osCode, "publish", path.shownPath) }
        try folder.sync("publish", path.shownPath)
        try partial.sync("publish", path.shownPath)
    }

    /// Makes a file survive a power cut that somebody put in its place who may have died before syncing.
    package func makeDurable(_ path: ContentPath) throws(StorageFailure) {
        guard let folder = try folder(of: path, "publish") else {
            throw StorageFailure(.missing, "publish", path.shownPath)
        }
        try OpenFile.open(path.fileName, in: folder, O_RDONLY, "publish", path: path.shownPath)
            .sync("publish", path.shownPath)
        try folder.sync("publish", path.shownPath)
        try makeFoldersDurable()
    }

    /// The same for the names of folders and partial files.
    package func makeFoldersDurable() throws(StorageFailure) {
        for (folder, name) in [(partial, "partial"), (content, "content"), (root, "the folder")] {
            try folder.sync("synchronise", name)
        }
    }

    /// Unlinks and syncs the folder; a link in the file's place is removed itself, never followed.
    ///
    /// - Throws: `unsafePath` where a folder stands in the file's place, or a link in its folder's place.
    package func delete(_ path: ContentPath) throws(StorageFailure) -> DeletedFile {
        let missing = DeletedFile(freedBytes: 0, wasMissing: true, wasLink: false)
        guard let folder = try folder(of: path, "delete") else { return missing }
        guard let status = try Self.status(of: path.fileName, in: folder, path: path.shownPath) else {
            // Whoever deleted it may have died before syncing.
            try folder.sync("delete", path.shownPath)
            return missing
        }
        guard unlinkat(folder.descriptor, path.fileName, 0) == 0 || errno == ENOENT else {
            throw .last("delete", path.shownPath)
        }
        try folder.sync("delete", path.shownPath)
        return DeletedFile(
            freedBytes: status.isRegular ? status.bytes : 0, wasMissing: false, wasLink: status.kind == .link)
    }

    /// `nil` where nothing is there.
    package func status(of path: ContentPath) throws(StorageFailure) -> FileStatus? {
        guard let folder = try folder(of: path, "look at") else { return nil }
        return try Self.status(of: path.fileName, in: folder, path: path.shownPath)
    }

    /// `algorithm:hex` of the file's bytes.
    /// - Parameter isCancelled: asked between pieces; where it became true the digest is worth nothing.
    package func digest(
        of path: ContentPath, _ algorithm: DigestAlgorithm, isCancelled: () -> Bool = { false }
    ) throws(StorageFailure) -> String {
        guard let folder = try folder(of: path, "read") else { throw StorageFailure(.missing, "read", path.shownPath) }
        let file = try OpenFile.open(path.fileName, in: folder, O_RDONLY, "read", path: path.shownPath)
        _ = try file.requireRegular("read", path.shownPath)
        let digest = try StreamingDigest(algorithm)
        _ = try digest.update(file: file, path: path.shownPath, isCancelled: isCancelled)
        return digest.finish()
    }

    /// Everything whose name this store could have made, links and folders in a file's place included.
    package func contentEntries() throws(StorageFailure) -> [ContentEntry] {
        var entries: [ContentEntry] = []
        for folderName in try content.names("content").sorted() where folderName.utf8.count == 2 {
            // A link or file in a folder's place is foreign.
            guard let folder = try? OpenFile.openFolder(folderName, in: content, "list") else { continue }
            for fileName in try folder.names("content/\(folderName)").sorted() {
                guard let path = ContentPath(folder: folderName, fileName: fileName),
                    let status = try Self.status(of: fileName, in: folder, path: path.shownPath)
                else { continue }
                entries.append(ContentEntry(path: path, status: status))
            }
        }
        return entries
    }

    private func folder(of path: ContentPath, _ operation: String) throws(StorageFailure) -> OpenFile? {
        do throws(StorageFailure) {
            return try OpenFile.openFolder(path.folder, in: content, operation)
        } catch {
            if error.kind == .missing { return nil }
            throw error
        }
    }
}

package struct ContentEntry: Sendable, Equatable {
    package var path: ContentPath
    package var status: FileStatus
}

package struct DeletedFile: Sendable, Equatable {
    package var freedBytes: Int64
    /// There was nothing to delete.
    package var wasMissing: Bool
    /// A link stood in the file's place and was removed; its target is untouched.
    package var wasLink: Bool
}
