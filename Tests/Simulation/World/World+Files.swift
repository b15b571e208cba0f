import Glibc
package import HoldfastModel

extension World {
    /// Every record of the log, once the run is over.
    package var trace: [Record] { records }

    /// Removes the store.
    package func removeFiles() { Self.remove(path, depth: 5) }

    private static func remove(_ path: String, depth: Int) {
        if depth > 0 {
            for name in Folder.names(path) { remove("\(path)/\(name)", depth: depth - 1) }
        }
        _ = Glibc.remove(path)
    }
}
