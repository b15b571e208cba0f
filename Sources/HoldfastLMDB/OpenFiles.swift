import Glibc

/// Notices that a file of an open store was removed or replaced, as a restore or a clean-up under a running engine does.
///
/// The open descriptors would still work, but on files without a name: what is written to a removed log is lost when it
/// closes, and a new lock file lets a second writer or unseen readers in beside this one.
struct OpenFiles: ~Copyable {
    /// Of the directory itself, so that it may be renamed while it is open.
    private let folder: FileHandle
    private let files: [(path: String, name: String, identity: FileIdentity)]

    /// Once a file was replaced, putting the old one back does not help: others may have used the new one meanwhile.
    private var replacedPath: String?

    /// Remembers the files at `paths`, all of them in the directory.
    init(directory: String, paths: [String]) throws(StorageError) {
        var files: [(path: String, name: String, identity: FileIdentity)] = []
        for path in paths {
            guard let identity = FileIdentity(path: path) else { throw FileHandle.failure(errno, "examine", path) }
            files.append((path, String(path.dropFirst(directory.count + 1)), identity))
        }
        folder = try FileHandle(opening: directory, O_RDONLY | O_DIRECTORY)
        self.files = files
    }

    /// About a microsecond.
    /// - Throws: `.replaced` with the first file whose name is gone or means another file.
    mutating func check() throws(StorageError) {
        for file in files where replacedPath == nil {
            var status = stat()
            let isThere = fstatat(folder.descriptor, file.name, &status, 0) == 0
            if !isThere || FileIdentity(status) != file.identity { replacedPath = file.path }
        }
        if let replacedPath { throw .replaced(path: replacedPath) }
    }
}
