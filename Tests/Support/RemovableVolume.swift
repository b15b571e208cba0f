import Glibc

/// A card that can be pulled out and put back: a small file system that keeps its files, and the folder where it is mounted; needs root.
package final class RemovableVolume: Sendable {
    /// Where it is mounted while it is in.
    package let path: String
    /// The same files, in or out.
    package let medium: SmallVolume
    private let folder: TemporaryDirectory

    package init(kibibytes: Int = 4 << 10) throws {
        medium = try SmallVolume(kibibytes: kibibytes)
        folder = try TemporaryDirectory()
        path = folder.file("card")
        guard mkdir(path, 0o700) == 0 else { throw ChildFailure(reason: "mkdir: errno \(errno)") }
        try plug()
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    package func plug() throws {
        mkdir(path, 0o700)
        guard mount(medium.path, path, nil, UInt(MS_BIND), nil) == 0 else {
            throw ChildFailure(reason: "mount: errno \(errno)")
        }
    }

    /// As somebody asks for it, who is refused while a file on it is open.
    package func unmount() throws {
        guard umount2(path, 0) == 0 else { throw ChildFailure(reason: "umount: errno \(errno)") }
    }

    /// Whoever has a file on it open can go on with it, and finds nothing under its path.
    package func pull() throws {
        guard umount2(path, Int32(MNT_DETACH)) == 0 else { throw ChildFailure(reason: "umount: errno \(errno)") }
    }

    /// The folder goes too, as with volumes that are mounted by themselves.
    package func pullWithFolder() throws {
        try pull()
        guard rmdir(path) == 0 else { throw ChildFailure(reason: "rmdir: errno \(errno)") }
    }
}
