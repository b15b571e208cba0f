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

    private let noProxy = ["http_proxy": "", "https_proxy": "", "all_proxy": "", "no_proxy": "", "NO_PROXY": ""]

    /// Downloads one address to its end in a store of its own.
    private func download(_ url: String, name: String, variables: [String: String] = [:]) throws -> ToolEnd {
        try want(url, name: name)
        return try Tool.run(
            ["run", "--until-idle"], store: folder.file(name), variables: noProxy.merging(variables) { $1 })
    }

    private func want(_ url: String, name: String) throws {
        for words in [["add", url, "--id", "f"], ["set", "retry.budget", "1"]] {
            let end = try Tool.run(words, store: folder.file(name))
            #expect(end.code == 0, "\(words): \(end.errors)")
        }
    }

    /// Tells the exit code of a program and the most memory that it had, in KiB. A child of ours would count what we have, since Linux
    /// takes over what stood before the program began.
    private static let measure = """
        import resource, subprocess, sys
        code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
        print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """

    @Test func `memory stays flat whatever the size of a file`() throws {
        func peak(_ mebibytes: Int) throws -> Int {
            let body: [String: any Sendable] = ["base64": "aGVsbG8gd29ybGQ=", "count": mebibytes << 20]
            try want(origin.page(["body": body]).url, name: "\(mebibytes)")
            let run = [Tool.path, "run", "--until-idle", "--store", folder.file("\(mebibytes)")]
            let child = try ChildProcess(
                ["env"] + noProxy.map { "\($0)=\($1)" } + ["python3", "-c", Self.measure] + run)
            let told = child.readLine().split(separator: " ").compactMap { Int($0) }
            #expect(child.wait() == 0 && told.first == 0)
            return try #require(told.last)
        }
        let (small, large) = try (peak(1), peak(256))
        #expect(large < small + 24 << 10, "\(small) and \(large) KiB")
        #expect(large < 120 << 10, "\(large) KiB")
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
