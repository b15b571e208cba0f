import Glibc

/// Folders, read by calls that nobody watches.
enum Folder {
    /// Names in it, in no order; none where there is no such folder.
    static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // The record is shorter than its type, so the name is reached by address.
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let text = String(cString: name)
            if text != ".", text != ".." { names.append(text) }
        }
        return names
    }
}
