import Foundation
import Holdfast
import HoldfastConformance
import HoldfastTestSupport

/// The origin of Tools/origin, over http and https, as the cases want it.
struct ScriptedOrigin: ConformanceOrigin {
    private let plain: Origin
    private let secure: Origin

    static let shared = Result { try ScriptedOrigin() }

    /// Processes of its own, whose logs hold nothing else.
    private init() throws {
        plain = try Origin()
        secure = try Origin(certificate: OriginCertificate.shared.get())
    }

    func address(of path: String, at site: OriginSite) -> String? {
        switch site {
        case .plain: OriginPage(origin: plain, path: path).url
        case .elsewhere: OriginPage(origin: plain, path: path).urlOfOtherOrigin
        case .secure: OriginPage(origin: secure, path: path).url
        }
    }

    func serve(_ replies: [OriginReply], at path: String) throws {
        for page in pages(path) { try page.script(replies.map { Self.reply($0, path) }) }
    }

    func release(_ path: String) throws {
        for page in pages(path) { try page.release() }
    }

    func requests(for path: String) throws -> [ReceivedRequest] {
        try pages(path).flatMap { try $0.requests() }.map {
            ReceivedRequest(fields: $0.headers, hasEnded: $0.ended)
        }
    }

    private func pages(_ path: String) -> [OriginPage] {
        [plain, secure].map { OriginPage(origin: $0, path: path) }
    }

    /// In the words of origin.py.
    private static func reply(_ reply: OriginReply, _ path: String) -> Reply {
        let body: [String: any Sendable] = [
            "base64": Data(reply.body.block).base64EncodedString(), "count": reply.body.count,
        ]
        var words: Reply = ["status": reply.status, "body": body]
        // A range is what the reply says, not what the origin would make of the request.
        words["ignore_range"] = true
        words["headers"] = Dictionary(reply.fields.map { ($0.name, $0.value) }) { $1 }
        switch reply.framing {
        case .length: break
        case .chunked: words["chunked"] = true
        case .untilClose: words["no_length"] = true
        }
        switch reply.ending {
        case .whole: break
        case .closed(let count):
            words["cut_at"] = count
            words["final_chunk"] = false
        case .reset(let count):
            words["cut_at"] = count
            words["reset"] = true
        case .held(let count):
            words["hold_at"] = count
            words["hold"] = path
        case .heldBeforeHead: words["hold"] = path
        case .closedInHead: words["cut_headers"] = true
        }
        return words
    }
}
