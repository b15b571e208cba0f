import HoldfastTestSupport
import Testing

@testable import StoreWorker

/// The suite is as good as its model of a disk.
@Suite struct DiskModelTests {
    private var random = SeededGenerator(seed: 1)

    /// Paths and bytes of a disk's files, as text.
    private func files(_ disk: DiskModel) -> [String: String] { files(disk, disk.root, "") }

    private func files(_ disk: DiskModel, _ folder: Int, _ path: String) -> [String: String] {
        var found: [String: String] = [:]
        for (name, node) in disk.nodes[folder].names {
            if disk.nodes[node].isFolder {
                found.merge(files(disk, node, "\(path)\(name)/")) { $1 }
            } else {
                found[path + name] = String(decoding: disk.nodes[node].durable.bytes, as: UTF8.self)
            }
        }
        return found
    }

    private func disk(_ operations: Recording.Operation...) throws -> DiskModel {
        var disk = DiskModel()
        for operation in [.root(node: 1)] + operations { try disk.apply(operation) }
        return disk
    }

    private func write(_ text: String, at offset: Int = 0, isDurable: Bool = false) -> Recording.Operation {
        .write(node: 2, offset: offset, bytes: Array(text.utf8)[...], isDurable: isDurable)
    }

    private let made = Recording.Operation.made(node: 2, folder: 1, name: "a", isFolder: false)

    @Test mutating func `a file needs a sync of its own and one of its folder`() throws {
        #expect(files(try disk(made, write("x"), .sync(node: 2)).cut(.dropped, &random)) == [:])
        #expect(files(try disk(made, write("x"), .sync(node: 1)).cut(.dropped, &random)) == ["a": ""])
        #expect(files(try disk(made, write("x"), .sync(node: 1)).cut(.namesOnly, &random)) == ["a": ""])
        #expect(files(try disk(made, write("x")).cut(.kept, &random)) == ["a": "x"])
        let synced = try disk(made, write("x"), .sync(node: 2), .sync(node: 1), write("y"))
        #expect(files(synced.cut(.dropped, &random)) == ["a": "x"])
    }

    @Test mutating func `a durable write is sure, and what was written elsewhere is not`() throws {
        let far = String(repeating: "f", count: 10)
        let disk = try disk(made, .sync(node: 1), write(far, at: 8192), write("old"), write("new", isDurable: true))
        #expect(files(disk.cut(.dropped, &random)) == ["a": "new"])
    }

    @Test mutating func `a rename is one step, sure with a sync of either folder`() throws {
        let folder = Recording.Operation.made(node: 3, folder: 1, name: "b", isFolder: true)
        let rename = Recording.Operation.rename(folder: 1, name: "a", newFolder: 3, newName: "c")
        let before = try disk(made, folder, write("x"), .sync(node: 2), .sync(node: 1), rename)
        #expect(files(before.cut(.dropped, &random)) == ["a": "x"])
        for node in [1, 3] as [UInt64] {
            var after = before
            try after.apply(.sync(node: node))
            #expect(files(after.cut(.dropped, &random)) == ["b/c": "x"])
        }
        // Not even the file's making is forgotten behind its move.
        let unsynced = try disk(folder, .sync(node: 1), made, rename, .sync(node: 3), .sync(node: 1))
        #expect(files(unsynced) == ["b/c": ""])
    }

    @Test mutating func `a torn write leaves some of its sectors`() throws {
        let text = String(repeating: "t", count: 512 * 64)
        let disk = try disk(made, .sync(node: 1), write(text))
        let left = try #require(files(disk.cut(.torn, &random))["a"])
        let sectors = left.utf8.count { $0 == UInt8(ascii: "t") } / 512
        #expect(sectors > 8 && sectors < 56)
    }

    @Test mutating func `syncs of a file that are taken not to have been leave it unsure`() throws {
        var disk = DiskModel()
        disk.unsyncedName = "a"
        for operation in [.root(node: 1), made, .sync(node: 1), write("x"), .sync(node: 2)] as [Recording.Operation] {
            try disk.apply(operation)
        }
        #expect(files(disk.cut(.dropped, &random)) == ["a": ""])
    }
}
