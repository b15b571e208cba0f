import Glibc
import Testing

/// A file of the repository, by its path in it.
enum RepositoryFile {
    static func text(of path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let file = try #require(fopen(root + "/" + path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
