import HoldfastTestSupport
import Testing

@testable import Holdfast

struct ContentRootTests {
    let folder: TemporaryDirectory
    let root: ContentRoot
    private let path = ContentPath(number: 300, verifiedPosition: 12, name: SafeName(suggested: "a.txt", url: nil))

    init() throws {
        folder = try TemporaryDirectory()
        root = try ContentRoot(path: folder.path, storeID: "01ab", volume: 1, creating: true)
    }

    private func publish(_ text: String) throws {
        try folder.write(Array(text.utf8), to: "partial/300.part")
        _ = try root.publish(partial: 300, as: path)
    }

    private func kind(_ body: () throws(StorageFailure) -> Void) -> StorageFailure.Kind? {
        do throws(StorageFailure) {
            try body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func `publishing moves the partial file to its place`() throws {
        try folder.write(Array("hello".utf8), to: "partial/300.part")
        #expect(try root.publish(partial: 300, as: path) == 5)
        #expect(folder.names(in: "content/2c") == ["300-12-a.txt"])
        #expect(folder.names(in: "partial").isEmpty)
        #expect(try root.status(of: path) == FileStatus(bytes: 5, kind: .regular))
        #expect(
            try root.digest(of: path, .sha256)
                == "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        #expect(root.absolutePath(of: path) == "\(folder.path)/content/2c/300-12-a.txt")
    }

    @Test func `publishing replaces nothing`() throws {
        try publish("first")
        try folder.write(Array("second".utf8), to: "partial/300.part")
        #expect(kind { () throws(StorageFailure) in _ = try root.publish(partial: 300, as: path) } == .exists)
        #expect(folder.read("content/2c/300-12-a.txt") == Array("first".utf8))
        #expect(folder.read("partial/300.part") == Array("second".utf8))
    }

    @Test func `a missing partial file cannot be published`() {
        #expect(kind { () throws(StorageFailure) in _ = try root.publish(partial: 1, as: path) } == .missing)
    }

    @Test func `deleting frees what was there`() throws {
        try publish("hello")
        #expect(try root.delete(path) == DeletedFile(freedBytes: 5, wasMissing: false, wasLink: false))
        #expect(try root.delete(path).wasMissing)
        #expect(try root.status(of: path) == nil)
    }

    @Test func `deleting a link leaves its target`() throws {
        try publish("hello")
        try folder.write(Array("precious".utf8), to: "victim/file")
        try ChildProcess.run("ln", "-sfn", folder.file("victim/file"), folder.file("content/2c/300-12-a.txt"))
        #expect(try root.status(of: path)?.kind == .link)
        #expect(kind { () throws(StorageFailure) in _ = try root.digest(of: path, .sha256) } == .unsafePath)
        #expect(try root.delete(path) == DeletedFile(freedBytes: 0, wasMissing: false, wasLink: true))
        #expect(folder.read("victim/file") == Array("precious".utf8))
    }

    @Test func `a folder that became a link is not entered`() throws {
        try publish("hello")
        try folder.write(Array("precious".utf8), to: "victim/300-12-a.txt")
        try ChildProcess.run("rm", "-r", folder.file("content/2c"))
        try ChildProcess.run("ln", "-s", folder.file("victim"), folder.file("content/2c"))
        #expect(kind { () throws(StorageFailure) in _ = try root.delete(path) } == .unsafePath)
        #expect(kind { () throws(StorageFailure) in _ = try root.status(of: path) } == .unsafePath)
        try folder.write(Array("new".utf8), to: "partial/300.part")
        #expect(kind { () throws(StorageFailure) in _ = try root.publish(partial: 300, as: path) } == .unsafePath)
        #expect(try root.contentEntries().isEmpty)
        #expect(folder.names(in: "victim") == ["300-12-a.txt"])
    }

    @Test func `a folder in the file's place is left alone`() throws {
        try folder.write([1], to: "content/2c/300-12-a.txt/inner")
        #expect(kind { () throws(StorageFailure) in _ = try root.delete(path) } == .unsafePath)
        #expect(folder.read("content/2c/300-12-a.txt/inner") == [1])
    }

    @Test func `a partial file with a second name is not written`() throws {
        try folder.write([1], to: "elsewhere")
        try ChildProcess.run("ln", folder.file("elsewhere"), folder.file("partial/300.part"))
        #expect(kind { () throws(StorageFailure) in _ = try root.openPartial(300, creating: true) } == .unsafePath)
    }

    @Test func `only names of our making are listed`() throws {
        try publish("hello")
        for name in ["7.part", "07.part", "x.part", "7.part.bak", "-7.part"] {
            try folder.write([1, 2], to: "partial/\(name)")
        }
        for name in ["2c/300-12", "2c/notes.txt", "2d/300-12-a.txt", "zz/1-2-a", "readme"] {
            try folder.write([1], to: "content/\(name)")
        }
        #expect(try root.partialEntries() == [PartialEntry(number: 7, bytes: 2)])
        #expect(try root.contentEntries() == [ContentEntry(path: path, status: FileStatus(bytes: 5, kind: .regular))])
    }

    @Test func `removing a partial file twice frees it once`() throws {
        try folder.write([1, 2, 3], to: "partial/9.part")
        #expect(try root.removePartial(9) == 3)
        #expect(try root.removePartial(9) == 0)
    }

    @Test func `another store's root or none is the wrong volume`() throws {
        let open = { (path: String, id: String) throws(StorageFailure) in
            _ = try ContentRoot(path: path, storeID: id, volume: 1, creating: false)
        }
        let empty = try TemporaryDirectory()
        #expect(kind { () throws(StorageFailure) in try open(folder.path, "02cd") } == .wrongVolume)
        #expect(kind { () throws(StorageFailure) in try open(empty.path, "01ab") } == .wrongVolume)
        #expect(empty.names(in: "").isEmpty)
        #expect(kind { () throws(StorageFailure) in try open(folder.path, "01ab") } == nil)
    }

    @Test func `a root that is away or replaced is not present`() throws {
        #expect(root.isPresent())
        try ChildProcess.run("mv", folder.path, folder.path + ".away")
        #expect(!root.isPresent())
        try ChildProcess.run("cp", "-r", folder.path + ".away", folder.path)
        #expect(!root.isPresent())
        try ChildProcess.run("rm", "-r", folder.path)
        try ChildProcess.run("mv", folder.path + ".away", folder.path)
        #expect(root.isPresent())
    }

    @Test func `the volume's space is known`() throws {
        let space = try root.space()
        #expect(space.freeBytes > 0 && space.capacityBytes >= space.freeBytes)
    }
}
