package import Foundation

/// The scripted origin of Tools/origin as a child process, which ends when the tests do.
package final class Origin: Sendable {
    /// One origin serves all tests; each test has paths of its own.
    package static let shared = Result { try Origin() }
    /// The same over https, with a certificate made for this run.
    package static let secure = Result { try Origin(certificate: OriginCertificate.shared.get()) }

    package let port: Int
    package let scheme: String
    private let process: ChildProcess

    package init(certificate: OriginCertificate? = nil) throws {
        var arguments = ["python3", Self.script, "--port", "0", "--exit-with-stdin"]
        if let certificate {
            arguments += ["--tls-cert", certificate.certificateFile, "--tls-key", certificate.keyFile]
        }
        scheme = certificate == nil ? "http" : "https"
        process = try ChildProcess(arguments)
        let line = process.readLine()
        guard line.hasPrefix("listening "), let port = Int(line.dropFirst(10)) else {
            throw OriginFailure(reason: "origin.py said \(line)")
        }
        self.port = port
    }

    /// A page that answers as scripted: replies in order, the last one repeats.
    package func page(_ replies: Reply..., name: String = "file.bin") throws -> OriginPage {
        let path = "/\(UUID().uuidString)/\(name)"
        let page = OriginPage(origin: self, path: path)
        try page.script(replies)
        return page
    }

    package func post(_ action: String, _ value: Any) throws {
        let body = try JSONSerialization.data(withJSONObject: value)
        _ = try request("POST", "/_origin/\(action)", body)
    }

    package func get(_ path: String) throws -> Data { try request("GET", path, Data()) }

    /// In the clear, which the origin takes beside TLS.
    private func request(_ method: String, _ path: String, _ body: Data) throws -> Data {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(client, $0.baseAddress, socklen_t(bytes.count)) == 0 }
        }
        guard isConnected else { throw OriginFailure(reason: "the origin does not answer: errno \(errno)") }
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: origin\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        let message = Data(head.utf8) + body
        var sent = 0
        while sent < message.count {
            let count = message.withUnsafeBytes { send(client, $0.baseAddress! + sent, message.count - sent, 0) }
            guard count > 0 else { throw OriginFailure(reason: "the origin hung up: errno \(errno)") }
            sent += count
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer.append(contentsOf: buffer[..<count])
        }
        guard answer.starts(with: Data("HTTP/1.1 200".utf8)), let end = answer.range(of: Data("\r\n\r\n".utf8)) else {
            throw OriginFailure(reason: "\(method) \(path) was refused: \(String(decoding: answer, as: UTF8.self))")
        }
        return answer[end.upperBound...]
    }

    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Tools/origin/origin.py").standardized.path
}

/// One response in the words of origin.py.
package typealias Reply = [String: any Sendable]

package struct OriginFailure: Error {
    package var reason: String
}

/// One path of the origin.
package struct OriginPage: Sendable {
    package let origin: Origin
    package let path: String

    package init(origin: Origin, path: String) {
        self.origin = origin
        self.path = path
    }

    package var url: String { "\(origin.scheme)://127.0.0.1:\(origin.port)\(path)" }
    /// The same place under another host name, and so another origin.
    package var urlOfOtherOrigin: String { "\(origin.scheme)://localhost:\(origin.port)\(path)" }

    package func script(_ replies: [Reply]) throws { try origin.post("script", [path: replies]) }

    package func release() throws { try origin.post("release", ["name": path]) }

    /// Requests in order of arrival.
    package func requests() throws -> [OriginRequest] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([OriginRequest].self, from: origin.get("/_origin/log?path=\(path)"))
    }

    /// `sha256:hex` of the body that is served now.
    package func digest() throws -> String {
        struct Answer: Decodable { var sha256: String }
        let answer = try JSONDecoder().decode(Answer.self, from: origin.get("/_origin/digest?path=\(path)"))
        return "sha256:" + answer.sha256
    }
}

package struct OriginRequest: Decodable {
    package var path: String
    package var range: String?
    package var ifRange: String?
    package var headers: [String: String]
    package var status: Int?
    package var bytesSent: Int64
    package var ended: Bool
}
