package import Foundation

/// nginx with HTTP/2 over TLS, serving files of a folder: what the scripted origin does not speak. It ends when the tests do.
package final class NginxOrigin: Sendable {
    /// Debian has it beside the usual path.
    private static let program: String? = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    package static var isInstalled: Bool { program != nil }

    package let port: Int
    private let folder: TemporaryDirectory
    private let process: ChildProcess

    /// - Parameters:
    ///   - files: contents by name.
    ///   - locations: more of the server's configuration.
    package init(_ certificate: OriginCertificate, files: [String: Data], locations: String = "") throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        port = try Self.freePort()
        try FileManager.default.createDirectory(atPath: folder.file("files"), withIntermediateDirectories: false)
        for (name, data) in files { try data.write(to: URL(filePath: folder.file("files/\(name)"))) }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(folder.file($0));"
        }
        let configuration = """
            daemon off; worker_processes 1; pid \(folder.file("pid")); error_log \(folder.file("errors"));
            \(geteuid() == 0 ? "user root;" : "")
            events { worker_connections 256; }
            http {
                \(temporary.joined(separator: " "))
                log_format short '$server_protocol $status $request_uri';
                access_log \(folder.file("requests")) short;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate.certificateFile);
                    ssl_certificate_key \(certificate.keyFile);
                    root \(folder.file("files"));
                    \(locations)
                }
            }
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder.file("configuration")))
        // The shell outlives the tests by as long as it takes to end nginx.
        let script = "\"$0\" -p \"$1\" -c configuration & read -r line; kill $!"
        process = try ChildProcess(["sh", "-c", script, Self.program ?? "nginx", folder.path])
        guard (0..<1_000).contains(where: { _ in answers() }) else {
            throw OriginFailure(reason: "nginx: \(String(decoding: folder.read("errors") ?? [], as: UTF8.self))")
        }
    }

    package func url(_ name: String) -> String { "https://127.0.0.1:\(port)/\(name)" }

    /// Protocol, status and path of each request that has ended.
    package func requests() -> [String] {
        String(decoding: folder.read("requests") ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func answers() -> Bool {
        if Self.withSocket(port, { connect($0, $1, $2) }) != nil { return true }
        usleep(10_000)
        return false
    }

    private static func freePort() throws -> Int {
        guard let port = withSocket(0, { bind($0, $1, $2) }) else { throw OriginFailure(reason: "no port is free") }
        return port
    }

    /// The port of our end; `nil` where the call failed.
    private static func withSocket(
        _ port: Int, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int? {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { sockets in
                guard let place = sockets.baseAddress, call(file, place, length) == 0,
                    getsockname(file, place, &length) == 0
                else { return nil }
                return Int(in_port_t(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: in_port_t.self)))
            }
        }
    }
}
