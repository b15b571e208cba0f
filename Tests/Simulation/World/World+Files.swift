import Glibc
import HoldfastModel

extension World {
    /// Every record of the log as a line of JSON, once the run is over.
    package var trace: [String] {
        records.map { record in
            var json = JSONText()
            record.json(into: &json)
            return String(decoding: json.utf8, as: UTF8.self)
        }
    }

    /// Removes the store.
    package func removeFiles() { Self.remove(path, depth: 5) }

    private static func remove(_ path: String, depth: Int) {
        if depth > 0 {
            for name in Folder.names(path) { remove("\(path)/\(name)", depth: depth - 1) }
        }
        _ = Glibc.remove(path)
    }
}
