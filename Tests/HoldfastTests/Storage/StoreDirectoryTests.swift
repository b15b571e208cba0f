import HoldfastTestSupport
import Testing

@testable import Holdfast

struct StoreDirectoryTests {
    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test func `a new folder carries no marker until one is written`() throws {
        let store = try StoreDirectory(path: folder.file("store"), creating: true)
        #expect(try store.marker() == nil)
        #expect(folder.names(in: "store").isEmpty)
        try store.writeMarker(StoreMarker(storeID: "01ab", volume: 0))
        #expect(try store.marker() == StoreMarker(storeID: "01ab", volume: 0))
        #expect(folder.read("store/store.id") == Array("holdfast store 01ab\n".utf8))
        #expect(folder.names(in: "store") == ["store.id"])
        #expect(try store.contentRoot(storeID: "01ab").isPresent())
        #expect(folder.names(in: "store") == ["content", "partial", "store.id"])
    }

    @Test func `a missing folder is made only on request`() {
        #expect(throws: StorageFailure(.missing, "open", "the folder", osCode: 2)) {
            _ = try StoreDirectory(path: folder.file("none"), creating: false)
        }
    }

    @Test(arguments: [
        "", "holdfast store 01ab", "holdfast store \n", "holdfast shop 01ab\n", "holdfast store 01AB\n",
        "holdfast store 01ab\n\n", "x", "holdfast store 01ab 1\n", "holdfast content 01ab\n",
        "holdfast content 01ab 0\n", "holdfast content 01ab 01\n", "holdfast content 01ab 1 2\n",
    ])
    func `a damaged marker counts as none`(text: String) throws {
        try folder.write(Array(text.utf8), to: "store.id")
        #expect(try StoreDirectory(path: folder.path, creating: false).marker() == nil)
    }

    @Test func `a marker that is a link is refused`() throws {
        try folder.write(Array("holdfast store 01ab\n".utf8), to: "elsewhere")
        try ChildProcess.run("ln", "-s", "elsewhere", folder.file("store.id"))
        let store = try StoreDirectory(path: folder.path, creating: false)
        #expect(throws: StorageFailure.self) { _ = try store.marker() }
    }

    @Test func `the reserve takes its space and gives it back`() throws {
        let reserve = try StoreDirectory(path: folder.path, creating: false).reserveFile()
        #expect(!reserve.isHeld)
        try reserve.release()
        try reserve.restore()
        try reserve.restore()
        #expect(reserve.isHeld)
        #expect(folder.read("reserve")?.count == 4 << 20)
        try reserve.release()
        #expect(!reserve.isHeld)
        #expect(folder.names(in: "").isEmpty)
    }

    @Test func `a reserve that only claims its length is made again`() throws {
        try ChildProcess.run("truncate", "-s", "4M", folder.file("reserve"))
        let reserve = try StoreDirectory(path: folder.path, creating: false).reserveFile()
        #expect(!reserve.isHeld)
        try reserve.restore()
        #expect(reserve.isHeld)
    }

    @Test func `digests are named by their algorithm`() throws {
        let sha256 = "sha256:" + String(repeating: "0a", count: 32)
        #expect(DigestAlgorithm(ofDigest: sha256) == .sha256)
        #expect(DigestAlgorithm(ofDigest: "sha512:" + String(repeating: "0a", count: 64)) == .sha512)
        for text in [
            "", "sha256", "sha256:0a", "md5:" + String(repeating: "0a", count: 16), sha256.uppercased(), sha256 + "0a",
        ] {
            #expect(DigestAlgorithm(ofDigest: text) == nil)
        }
        let digest = try StreamingDigest(.sha512)
        Array("abc".utf8).withUnsafeBytes { digest.update($0) }
        #expect(digest.finish().hasPrefix("sha512:ddaf35a193617abacc417349ae204131"))
    }
}
