import Glibc

/// A file that appears whole under its name, or not at all.
struct ReportFile {
    let path: String
    private let temporary: String
    private let descriptor: Int32

    /// Makes the file under a name of its own beside the one that is meant, before any work is done for it.
    ///
    /// - Parameter replaces: a file that stands there already makes way.
    init(_ path: String, replaces: Bool) throws(ToolFailure) {
        self.path = path
        try Self.check(path, replaces: replaces)
        temporary = "\(path).\(getpid()).part"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure("made", path, errno) }
    }

    private static func check(_ path: String, replaces: Bool) throws(ToolFailure) {
        var info = stat()
        guard stat(path, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw ToolFailure(.inputOutput, "\(path) is no file, so the report cannot take its place.")
        }
        guard !replaces else { return }
        throw ToolFailure(
            .answerIsNo, "\(path) is there already.", advice: "Name another file, or say --force to replace it.")
    }

    /// Writes the bytes and gives the file its name.
    func write(_ bytes: [UInt8], replaces: Bool) throws(ToolFailure) {
        try put(bytes)
        guard fsync(descriptor) == 0 else { throw Self.failure("written", path, errno) }
        // It may have come while the report was made.
        try Self.check(path, replaces: replaces)
        guard rename(temporary, path) == 0 else { throw Self.failure("put in its place", path, errno) }
        close(descriptor)
    }

    /// After a failure: nothing is left under the temporary name.
    func discard() {
        close(descriptor)
        unlink(temporary)
    }

    private func put(_ bytes: [UInt8]) throws(ToolFailure) {
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure("written", path, errno) }
            start += written
        }
    }

    private static func failure(_ deed: String, _ path: String, _ code: Int32) -> ToolFailure {
        let reason = String(cString: strerror(code))
        let isForbidden = [EACCES, EPERM, EROFS].contains(code)
        let advice: String? =
            switch code {
            case ENOSPC, EDQUOT: "Free some space, or write it elsewhere."
            case ENOENT: "Make the directory first, or write it elsewhere."
            default: nil
            }
        return ToolFailure(
            isForbidden ? .noPermission : .inputOutput, "\(path) could not be \(deed): \(reason).", advice: advice)
    }
}
