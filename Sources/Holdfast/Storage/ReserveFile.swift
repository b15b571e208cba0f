internal import Glibc

/// 4 MiB in the store's folder, given up so that deletions can commit on a full disk, and made again afterwards.
package struct ReserveFile: Sendable {
    package static let byteCount: Int64 = 4 << 20
    package static let name = "reserve"

    let folder: OpenFile

    /// Gives the space back to the volume. Nothing to give is no error.
    package func release() throws(StorageFailure) {
        guard unlinkat(folder.descriptor, Self.name, 0) == 0 || errno == ENOENT else {
            throw .last("release", Self.name)
        }
        try folder.sync("release", Self.name)
    }

    /// Makes it again.
    ///
    /// - Throws: with ENOSPC while there is no space, which is no reason to stop; nothing is left behind then.
    package func restore() throws(StorageFailure) {
        if isHeld { return }
        let file = try OpenFile.open(Self.name, in: folder, O_RDWR | O_CREAT, "reserve", path: Self.name)
        _ = try file.requireRegular("reserve", Self.name)
        let osCode = posix_fallocate(file.descriptor, 0, off_t(Self.byteCount))
        guard osCode == 0 else {
            unlinkat(folder.descriptor, Self.name, 0)
            throw StorageFailure(.system, "reserve", Self.name, osCode: osCode)
        }
        try file.sync("reserve", Self.name)
        try folder.sync("reserve", Self.name)
    }

    /// The space is really taken, not only promised by the file's length.
    package var isHeld: Bool {
        var facts = stat()
        guard fstatat(folder.descriptor, Self.name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        let takenBytes = Int64(facts.st_blocks) * 512
        return facts.st_mode & S_IFMT == S_IFREG && takenBytes >= Self.byteCount
    }
}
