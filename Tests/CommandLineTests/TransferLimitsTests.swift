import HoldfastTestSupport
import Testing

/// What a process as a whole must do: memory and environment are shared by all tests of ours.
@Suite(.timeLimit(.minutes(10))) struct TransferLimitsTests {
    private let folder: TemporaryDirectory
    private let origin: Origin

    init() throws {
        folder = try TemporaryDirectory()
        origin = try Origin()
    }

    /// Downloads one address to its end in a store of its own.
    private func download(_ url: String, name: String, variables: [String: String] = [:]) throws -> ToolEnd {
        let store = folder.file(name)
        var unset = ["http_proxy": "", "https_proxy": "", "all_proxy": "", "no_proxy": "", "NO_PROXY": ""]
        unset.merge(variables) { $1 }
        for words in [["add", url, "--id", "f"], ["set", "retry.budget", "1"]] {
            let end = try Tool.run(words, store: store)
            #expect(end.code == 0, "\(words): \(end.errors)")
        }
        return try Tool.run(["run", "--until-idle"], store: store, variables: unset)
    }

    @Test func `memory stays flat whatever the size of a file`() throws {
        func peak(_ mebibytes: Int) throws -> Int64 {
            let body: [String: any Sendable] = ["base64": "aGVsbG8gd29ybGQ=", "count": mebibytes << 20]
            let page = try origin.page(["body": body])
            let end = try download(page.url, name: "\(mebibytes)")
            #expect(end.code == 0, "\(end.errors)")
            return end.peakBytes
        }
        let (small, large) = try (peak(1), peak(256))
        #expect(large < small + 24 << 20, "\(small) and \(large) bytes")
        #expect(large < 120 << 20, "\(large) bytes")
    }

    @Test func `a proxy named by the environment is asked for the whole address`() throws {
        let page = OriginPage(origin: origin, path: "http://127.0.0.77:9/file.bin")
        try page.script([["body": ["text": "by proxy"]]])
        let end = try download(
            page.path, name: "proxy", variables: ["http_proxy": "http://user:word@127.0.0.1:\(origin.port)"])
        #expect(end.code == 0, "\(end.errors)")
        let requests = try page.requests()
        #expect(requests.count == 1)
        // "user:word" in base64.
        #expect(requests.first?.headers["proxy-authorization"] == "Basic dXNlcjp3b3Jk")
    }

    @Test(arguments: ["127.0.0.1", "*"])
    func `a host that needs no proxy is asked directly`(exceptions: String) throws {
        let page = try origin.page(["body": ["text": "directly"]])
        let end = try download(
            page.url, name: "direct", variables: ["http_proxy": "http://127.0.0.1:1", "no_proxy": exceptions])
        #expect(end.code == 0, "\(end.errors)")
        #expect(try page.requests().count == 1)
    }

    @Test func `a proxy is asked for a tunnel to a secure address, and its refusal is told`() throws {
        let page = OriginPage(origin: origin, path: "127.0.0.77:9")
        try page.script([["status": 403]])
        let end = try download(
            "https://127.0.0.77:9/file.bin", name: "tunnel",
            variables: ["https_proxy": "http://127.0.0.1:\(origin.port)"])
        #expect(end.code == 1)
        #expect(try page.requests().count == 1)
        let history = try Tool.run(["history", "f"], store: folder.file("tunnel")).output
        #expect(history.contains("403"), "\(history)")
    }

    @Test func `a proxy that is not there is a connection that failed`() throws {
        let page = try origin.page(["body": ["text": "never"]])
        let end = try download(page.url, name: "gone", variables: ["http_proxy": "http://127.0.0.1:1"])
        #expect(end.code == 1)
        #expect(try page.requests().isEmpty)
    }
}
