import Foundation
import Holdfast

/// An HTTP client as somebody might write it in an hour: reads everything, follows redirects with all that it was given, and believes
/// what comes.
final class CarelessTransport: Transport {
    func shutdown() async {}

    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        let result: Result<TransferSummary, TransferFailure> = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Self.run(request, sink)) }
        }
        return try result.get()
    }

    private static func run(
        _ request: TransferRequest, _ sink: any TransferSink
    ) -> Result<TransferSummary, TransferFailure> {
        var address = request.url
        for redirects in 0..<20 {
            guard let answer = Answer(ask(address, request.fields)) else { return .failure(.reset(osCode: nil)) }
            if (301...308).contains(answer.status), let location = answer.location {
                address = URL(string: location, relativeTo: URL(string: address))?.absoluteString ?? location
                continue
            }
            guard var head = ResponseHead(status: answer.status, fields: answer.fields) else {
                return .failure(.malformedResponse)
            }
            head.redirects = redirects
            if case .reject(let failure) = sink.begin(head) { return .failure(failure) }
            return Result { () throws(TransferFailure) in
                try deliver(answer.body, to: sink)
                let count = Int64(answer.body.count)
                return TransferSummary(head: head, bodyBytes: count, wireBytes: count, elapsed: .zero)
            }
        }
        return .failure(.tooManyRedirects)
    }

    private static func deliver(_ body: Data, to sink: any TransferSink) throws(TransferFailure) {
        let failure: TransferFailure? = body.withUnsafeBytes { bytes in
            do throws(TransferFailure) {
                if !bytes.isEmpty { try sink.write(bytes) }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private struct Answer {
        var status: Int
        var fields: [HeaderField]
        var body: Data

        var location: String? { fields.first { $0.name == "Location" }?.value }

        init?(_ message: Data) {
            guard let end = message.range(of: Data("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: message[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            status = Int(lines[0].dropFirst(9).prefix(3)) ?? 0
            fields = lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return HeaderField(name: "\(parts[0])", value: parts.last!.trimmingCharacters(in: .whitespaces))
            }
            body = message[end.upperBound...]
        }
    }

    private static func ask(_ address: String, _ fields: [HeaderField]) -> Data {
        guard let url = URL(string: address), let port = url.port else { return Data() }
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let isConnected = withUnsafeBytes(of: &place) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(client, $0.baseAddress, socklen_t(bytes.count)) == 0 }
        }
        guard isConnected else { return Data() }
        let lines = ["GET \(url.path()) HTTP/1.1", "Host: origin", "Connection: close"]
        let text = (lines + fields.map { "\($0.name): \($0.value)" }).joined(separator: "\r\n") + "\r\n\r\n"
        // A request that is no request is never answered.
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(text.utf8)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return answer }
            answer.append(contentsOf: buffer[..<count])
        }
    }
}
