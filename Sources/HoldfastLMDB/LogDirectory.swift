import CHoldfastLMDB
import Glibc

/// The directory of a store and the files in it that this module owns.
struct LogDirectory: Sendable {
    /// Absolute and free of links.
    let path: String
    /// A copy of a log may have any name; a store's own has this one.
    private let name: String
    var log: String { path + "/" + name }
    var lock: String { log + "-lock" }
    var writerLock: String { path + "/writer.lock" }
    /// Not the log of a store: no engine writes to it under this name.
    var isCopy: Bool { name != Self.logName }
    private static let logName = "log.mdb"
    /// The files that a writer relies on being the ones that it opened.
    var writerPaths: [String] { [log, lock, writerLock] }

    /// - Parameters:
    ///   - given: the directory; to look at, also a log file by itself.
    ///   - creating: makes the directory (its parent must exist) when it is not there.
    init(_ given: String, creating: Bool) throws(StorageError) {
        if creating, mkdir(given, 0o700) != 0, errno != EEXIST {
            throw FileHandle.failure(errno, "create the directory", given)
        }
        guard let resolved = realpath(given, nil) else { throw FileHandle.failure(errno, "find", given) }
        defer { free(resolved) }
        let place = String(cString: resolved)
        var status = stat()
        guard stat(place, &status) == 0 else { throw FileHandle.failure(errno, "examine", place) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: (path, name) = (place, Self.logName)
        case S_IFREG where !creating:
            let slash = place.lastIndex(of: "/") ?? place.startIndex
            (path, name) = (String(place[..<slash]), String(place[place.index(after: slash)...]))
        default: throw .notADirectory(path: place)
        }
    }

    /// Makes new names in the directory, and the directory's own name, survive a power cut. LMDB does not.
    func synchronise() throws(StorageError) {
        for directory in [path, path + "/.."] {
            let handle = try FileHandle(opening: directory, O_RDONLY | O_DIRECTORY)
            // Some file systems refuse to sync directories; then there is nothing to do.
            if fsync(handle.descriptor) != 0, errno != EINVAL, errno != EROFS, errno != EBADF {
                throw .io(operation: "synchronise", path: directory, code: errno)
            }
        }
    }

    /// Refuses file systems on which locks or mapped pages are not coherent between machines.
    func refuseNetworkFileSystem() throws(StorageError) {
        var status = statfs()
        guard statfs(path, &status) == 0 else { throw FileHandle.failure(errno, "examine", path) }
        if let kind = Self.networkFileSystems[UInt32(truncatingIfNeeded: status.f_type)] {
            throw .networkFileSystem(path: path, kind: kind)
        }
    }

    /// A new environment needs some pages; without them LMDB is stopped by a signal, not by an error.
    func refuseFullDisk() throws(StorageError) {
        var status = statfs()
        guard statfs(path, &status) == 0 else { return }
        if UInt64(status.f_bavail) &* UInt64(clamping: status.f_bsize) < 1 << 20 { throw .diskFull(path: path) }
    }

    /// Magic numbers of statfs(2).
    private static let networkFileSystems: [UInt32: String] = [
        0x6969: "nfs", 0x517B: "smb", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2", 0x0102_1997: "9p",
        0x5346_414F: "afs", 0x7375_7245: "coda", 0x00C3_6400: "ceph", 0x0BD0_0BD0: "lustre", 0x0116_1970: "gfs2",
        0x7461_636F: "ocfs2", 0x564C: "ncp",
    ]
}
