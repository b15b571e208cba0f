import Glibc

/// A small file system in memory, mounted on a folder of its own; needs root.
package final class SmallVolume: Sendable {
    package let path: String
    private let folder: TemporaryDirectory

    package static let canMount = geteuid() == 0 && (try? SmallVolume(kibibytes: 64)) != nil

    package init(kibibytes: Int) throws {
        folder = try TemporaryDirectory()
        path = folder.file("volume")
        guard mkdir(path, 0o700) == 0 else { throw ChildFailure(reason: "mkdir: errno \(errno)") }
        guard mount("holdfast-test", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
            throw ChildFailure(reason: "mount: errno \(errno)")
        }
    }

    /// From now on nothing on the volume can be changed.
    package func makeReadOnly() throws {
        guard mount("holdfast-test", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
            throw ChildFailure(reason: "remount: errno \(errno)")
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
