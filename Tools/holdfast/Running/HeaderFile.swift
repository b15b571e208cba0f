import Glibc
import Holdfast

/// Credentials for requests: header fields by host, from a file that only its owner may read.
struct HeaderFile: RequestAuthorizer {
    /// `nil` as the port means every port.
    private var fields: [(host: String, port: String?, field: HeaderField)] = []

    static let sizeInBytesMax = 1 << 20

    /// A line is `HOST Name: value`, with `HOST:PORT` for one port. Empty lines and lines with `#` are left out.
    ///
    /// - Throws: `usage` with the number of a line that cannot be meant, never with what stands in it.
    init(reading path: String) throws(ToolFailure) {
        for (number, line) in try Self.contents(of: path).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let text = line.hasSuffix("\r") ? line.dropLast() : line
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let parts = text.split(separator: " ", maxSplits: 1)
            let field = parts.count == 2 ? parts[1].split(separator: ":", maxSplits: 1) : []
            guard field.count == 2, let name = field.first, !name.contains(" ") else {
                throw ToolFailure(
                    .usage, "--header-file: line \(number + 1) of \(path) is not 'HOST Name: value'.")
            }
            let (host, port) = Self.place(parts[0])
            fields.append((host, port, HeaderField(name: String(name), value: String(field[1].drop { $0 == " " }))))
        }
    }

    func fields(for address: String, item: String) -> [HeaderField] {
        guard let scheme = address.firstIndex(of: ":") else { return [] }
        let rest = address[scheme...].dropFirst().drop { $0 == "/" }.prefix { !"/?#".contains($0) }
        let authority = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let (host, named) = Self.place(authority)
        let port = named ?? (address[..<scheme].lowercased() == "https" ? "443" : "80")
        return fields.filter { $0.host == host && ($0.port == nil || $0.port == port) }.map(\.field)
    }

    /// Host in lower case, and port. An IPv6 host stands in brackets.
    private static func place(_ text: Substring) -> (String, String?) {
        guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
            return (text.lowercased(), nil)
        }
        return (text[..<colon].lowercased(), String(text[text.index(after: colon)...]))
    }

    private static func contents(of path: String) throws(ToolFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw ToolFailure(
                errno == ENOENT ? .notFound : errno == EACCES ? .noPermission : .inputOutput,
                "the header file \(path) could not be opened: \(reason).")
        }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & 0o077 == 0 else {
            throw ToolFailure(
                .noPermission, "the header file \(path) may be read by others, so it is not used.",
                advice: "chmod 600 \(path)")
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= sizeInBytesMax {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += block.prefix(count)
        }
        guard bytes.count <= sizeInBytesMax, let text = String(validating: bytes, as: UTF8.self) else {
            throw ToolFailure(.usage, "the header file \(path) is not text of at most 1 MiB.")
        }
        return text
    }
}
