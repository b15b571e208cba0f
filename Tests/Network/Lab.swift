import Foundation
import HoldfastTestSupport

/// A device on a virtual cable, and behind its router an internet of one machine: a web server, a name server, a portal.
///
/// Everything is real: interfaces, routes, packets, nginx, dnsmasq, the `holdfast` tool in a process of its own.
final class Lab {
    /// An address that only the default route leads to.
    static let host = "203.0.113.1"
    static let name = "files.lab.example"
    let directory: TemporaryDirectory
    let device: NetworkNamespace
    private var servers: [ChildProcess] = []

    var storePath: String { directory.file("store") }

    init() throws {
        directory = try TemporaryDirectory()
        device = try NetworkNamespace()
        try FileManager.default.createDirectory(atPath: directory.file("www"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: directory.file("logs"), withIntermediateDirectories: true)
        try device.ipAtFarEnd("link set lo up")
        try device.ipAtFarEnd("address add 10.9.0.1/24 dev far")
        try device.ipAtFarEnd("address add \(Self.host)/32 dev lo")
        try write("nginx.conf", Self.nginx(directory))
        // A resolver of the device's own; found by `ip netns exec`.
        try FileManager.default.createDirectory(atPath: resolverFolder, withIntermediateDirectories: true)
        try Data("nameserver 10.9.0.1\noptions timeout:1 attempts:1\n".utf8)
            .write(to: URL(filePath: "\(resolverFolder)/resolv.conf"))
        servers.append(
            try farProcess(
                "nginx", "-p", directory.path, "-c", directory.file("nginx.conf"), "-e", directory.file("logs/error")))
        try untilServed()
    }

    deinit {
        for server in servers { kill(server.identifier, SIGTERM) }
        for server in servers { _ = server.wait() }
        try? FileManager.default.removeItem(atPath: resolverFolder)
    }

    private var resolverFolder: String { "/etc/netns/\(device.name)" }

    // MARK: The device

    func plugIn() throws {
        try device.ip("link set cable up")
        try device.ip("address replace 10.9.0.2/24 dev cable")
        try device.ip("route replace default via 10.9.0.1")
    }

    func holdfast(_ words: String...) throws {
        let code = try ChildProcess(["ip", "netns", "exec", device.name, Tool.path] + words + ["--store", storePath])
            .wait()
        guard code == 0 else { throw ChildFailure(reason: "holdfast \(words) ended with \(code)") }
    }

    /// The queue is worked until the run is ended.
    func run(_ words: String...) throws -> LabRun {
        let command = [
            "ip", "netns", "exec", device.name, "timeout", "--signal=KILL", "150", Tool.path, "run", "--json",
        ]
        return LabRun(try ChildProcess(command + words + ["--store", storePath]))
    }

    static let probe = "http://\(host)/probe"
    /// Answers with "all is well".
    static let word = "http://\(host)/word"

    // MARK: The internet

    /// A file of so many bytes, and what they are.
    func publish(_ file: String, bytes count: Int) throws -> Data {
        var random = SeededGenerator(seed: UInt64(count))
        let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        try data.write(to: URL(filePath: directory.file("www/\(file)")))
        return data
    }

    func content(_ item: String) throws -> Data? {
        let end = try Tool.run(["open", item], store: storePath)
        let path = end.output.trimmingCharacters(in: .whitespacesAndNewlines)
        return end.code == 0 ? FileManager.default.contents(atPath: path) : nil
    }

    /// Requests that the web server has answered, as `path status`.
    func requests() throws -> [String] {
        try String(contentsOfFile: directory.file("logs/access"), encoding: .utf8).split(separator: "\n").map(
            String.init)
    }

    /// From now on a portal answers whatever the device asks of a web server.
    func closePortal() throws {
        try nft("add table ip lab; add chain ip lab in { type nat hook prerouting priority -100; }")
        try nft("add rule ip lab in tcp dport 80 redirect to :81")
    }

    func openPortal() throws { try nft("delete table ip lab") }

    /// Packets of the device that match are dropped, by the rule's own words.
    func drop(_ match: String) throws {
        try nft("add table ip loss; add chain ip loss in { type filter hook input priority 0; }")
        try nft("add rule ip loss in \(match) drop")
    }

    func dropNothing() throws { try nft("delete table ip loss") }

    func nameServer() throws -> ChildProcess {
        let server = try farProcess(
            "dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
            "--bind-interfaces",
            "--listen-address=10.9.0.1", "--address=/\(Self.name)/\(Self.host)", "--pid-file")
        servers.append(server)
        return server
    }

    /// Bytes leave the far end at this rate, in kbit a second.
    func limitRate(kilobits: Int) throws {
        try far(
            "tc", "qdisc", "replace", "dev", "far", "root", "tbf", "rate", "\(kilobits)kbit", "burst", "16kb",
            "latency", "200ms")
    }

    func liftRate() throws { try far("tc", "qdisc", "del", "dev", "far", "root") }

    private func nft(_ words: String) throws { try far("nft", words) }

    private func far(_ words: String...) throws {
        let code = try ChildProcess(["ip", "netns", "exec", device.far] + words).wait()
        guard code == 0 else { throw ChildFailure(reason: "\(words.joined(separator: " ")) ended with \(code)") }
    }

    private func farProcess(_ words: String...) throws -> ChildProcess {
        try ChildProcess(["ip", "netns", "exec", device.far] + words)
    }

    private func untilServed() throws {
        try far(
            "curl", "--silent", "--retry", "50", "--retry-connrefused", "--retry-delay", "0", "--retry-max-time", "20",
            "--output", "/dev/null", "http://\(Self.host)/probe")
    }

    private func write(_ file: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: directory.file(file)))
    }

    private static func nginx(_ directory: TemporaryDirectory) -> String {
        """
        daemon off;
        worker_processes 1;
        user root;
        pid \(directory.file("nginx.pid"));
        events {}
        http {
          log_format short '$uri $status';
          access_log \(directory.file("logs/access")) short;
          client_body_temp_path \(directory.file("logs/body"));
          proxy_temp_path \(directory.file("logs/proxy"));
          fastcgi_temp_path \(directory.file("logs/fastcgi"));
          uwsgi_temp_path \(directory.file("logs/uwsgi"));
          scgi_temp_path \(directory.file("logs/scgi"));
          server {
            listen 80;
            root \(directory.file("www"));
            location = /probe { return 204; }
            location = /word { return 200 "all is well"; }
          }
          server {
            listen 81;
            access_log off;
            location / { return 302 http://portal.lab.example/sign-in; }
          }
        }
        """
    }
}

/// A `holdfast run` and the records that it tells as it writes them.
final class LabRun {
    private let process: ChildProcess
    private(set) var records: [[String: Any]] = []

    init(_ process: ChildProcess) { self.process = process }

    /// The next record of this type that fits; everything before it is passed over.
    ///
    /// - Throws: when the run ended before it came.
    @discardableResult
    func next(_ type: String, where fits: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
        while true {
            let line = process.readLine()
            guard !line.isEmpty else { throw ChildFailure(reason: "the run ended before \(type) came: \(types)") }
            guard let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                continue
            }
            records.append(record)
            let payload = record["payload"] as? [String: Any] ?? [:]
            if record["type"] as? String == type, fits(payload) { return payload }
        }
    }

    /// The next word about the network.
    func network(where fits: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
        try next("connectivityChanged", where: fits)
    }

    /// Ends it as Ctrl-C does, and reads what it had to say.
    func end() throws {
        kill(process.identifier, SIGINT)
        while case let line = process.readLine(), !line.isEmpty {
            if let record = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] {
                records.append(record)
            }
        }
        _ = process.wait()
    }

    var types: [String] { records.compactMap { $0["type"] as? String } }
}
