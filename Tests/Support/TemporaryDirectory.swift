import Foundation

/// A folder of its own for one test, removed with the last reference.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/holdfast-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit { remove() }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let file = file(name)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else { throw POSIXError(.EIO) }
    }

    package func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: file(name)).map { Array($0) } }

    package func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: file(folder)))?.sorted() ?? []
    }
}
