internal import Glibc

/// Tells whether two paths lead to one folder.
struct FolderIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// `nil` where nothing is there.
    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        (device, inode) = (facts.st_dev, facts.st_ino)
    }
}

/// The path from the root on, without doubled or trailing slashes: what is recorded must not depend on who works where.
func absolutePath(_ path: String) -> String {
    var path = path
    if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
        defer { free(here) }
        path = String(cString: here) + "/" + path
    }
    return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
}
