import Glibc

/// What stands where a store should be.
enum StorePlace {
    /// - Throws: `notFound` when nothing is there, with what to do.
    static func checkExists(_ path: String) throws(ToolFailure) {
        var info = stat()
        var found = stat(path, &info) == 0
        if found, info.st_mode & S_IFMT == S_IFDIR { found = stat(path + "/log.mdb", &info) == 0 }
        guard !found else { return }
        switch errno {
        case ENOENT, ENOTDIR: throw missing(path)
        case EACCES: throw ToolFailure(.noPermission, "the store at \(path) may not be read by this user.")
        default:
            throw ToolFailure(
                .inputOutput, "the store at \(path) could not be read: \(String(cString: strerror(errno))).")
        }
    }

    static func missing(_ path: String) -> ToolFailure {
        ToolFailure(
            .notFound, "there is no store at \(path).",
            advice: "Name a store with --store DIR or in $HOLDFAST_STORE; 'holdfast add URL' makes one.")
    }

    /// A store's log may be named itself.
    static func directory(of path: String) -> String {
        guard path.hasSuffix("log.mdb"), isFile(path) else { return path }
        let parent = path.dropLast("log.mdb".count)
        return parent.isEmpty ? "." : String(parent)
    }

    /// Two paths that lead to one directory.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var one = stat()
        var other = stat()
        return stat(directory(of: first), &one) == 0 && stat(directory(of: second), &other) == 0
            && one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    static func isFile(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }

    /// A store is made in a directory that is there: a slip in a long path shall make no tree of folders.
    static func checkParent(of path: String) throws(ToolFailure) {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/"), slash > trimmed.startIndex else { return }
        let parent = String(trimmed[..<slash])
        var info = stat()
        guard stat(parent, &info) != 0 else { return }
        throw ToolFailure(
            errno == EACCES ? .noPermission : .notFound, "there is no directory \(parent) to make the store in.",
            advice: "Make it first, or name another place with --store DIR.")
    }

    /// Makes the directories above the per-user store, which nobody has made by hand.
    static func makeParents(of path: String) throws(ToolFailure) {
        var made = ""
        for part in path.split(separator: "/").dropLast() {
            made += "/" + part
            guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            throw ToolFailure(
                errno == EACCES ? .noPermission : .inputOutput,
                "the directory \(made) could not be made: \(String(cString: strerror(errno))).")
        }
    }

    /// Number of the process that writes to the store, as far as it says; `nil` when none does.
    static func writer(of path: String) -> Int32? {
        let descriptor = open(path + "/writer.lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &bytes, bytes.count)
        let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
        // A process that was killed leaves its number behind.
        guard let number = Int32(String(decoding: digits, as: UTF8.self)), kill(number, 0) == 0 || errno == EPERM else {
            return nil
        }
        return number
    }
}
