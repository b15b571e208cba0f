import Holdfast
import HoldfastConformance
import HoldfastSimulation

/// Serves the cases of the conformance suite within a simulation.
final class RecordedAnswers: ConformanceOrigin, AnswerSource, @unchecked Sendable {
    // Used on the loop's one thread.
    private var replies: [String: [OriginReply]] = [:]
    private var received: [String: [ReceivedRequest]] = [:]

    private static let host = "http://127.0.0.1"

    func address(of path: String, at site: OriginSite) -> String? { site == .plain ? Self.host + path : nil }

    func serve(_ replies: [OriginReply], at path: String) { self.replies[path] = replies }

    /// What is held back never goes on here: nobody waits for it.
    func release(_ path: String) {}

    func requests(for path: String) -> [ReceivedRequest] { received[path] ?? [] }

    var wallSeconds: Int64 { 0 }

    func knows(_ url: String) -> Bool { replies[Self.path(url)] != nil }

    func answer(_ request: TransferRequest) -> OriginAnswer {
        let path = Self.path(request.url)
        var fields = Dictionary(request.fields.map { ($0.name.lowercased(), $0.value) }) { $1 }
        fields["range"] = request.range.map { "bytes=\($0.firstByte)-" }
        fields["if-range"] = request.range?.ifRange
        received[path, default: []].append(ReceivedRequest(fields: fields, hasEnded: true))
        guard let waiting = replies[path], let reply = waiting.first else { return OriginAnswer(failing: .dns) }
        if waiting.count > 1 { replies[path]?.removeFirst() }
        return Self.answer(reply)
    }

    func portalAnswer(_ request: TransferRequest, isRedirect: Bool) -> OriginAnswer { OriginAnswer(failing: .dns) }

    private static func path(_ url: String) -> String { String(url.dropFirst(host.count)) }

    private static func answer(_ reply: OriginReply) -> OriginAnswer {
        var answer = OriginAnswer(reply.headLines, reply.body.bytes[...])
        switch reply.ending {
        case .whole: break
        case .closed(let count): answer.ending = .closed(after: count)
        case .reset(let count): answer.ending = .broken(after: count)
        case .held(let count): answer.ending = .silent(after: count)
        case .closedInHead: answer = OriginAnswer(failing: .reset(osCode: nil))
        case .heldBeforeHead: answer.delay = nil
        }
        return answer
    }
}
