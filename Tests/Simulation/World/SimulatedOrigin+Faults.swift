import Glibc
import Holdfast
import HoldfastModel

extension SimulatedOrigin {
    static let portal = Array("<html><form action=/login>Please sign in to use this network.</form></html>".utf8)

    func faulty(_ fault: OriginFault, _ request: TransferRequest, _ content: SimulatedContent) -> OriginAnswer {
        if let status = fault.status { return refusal(status) }
        return faultyPart(fault, request, content) ?? faultyBody(fault, request, content) ?? noAnswer(fault)
    }

    /// A network that answers everything itself.
    func portalAnswer(_ content: SimulatedContent, isRedirect: Bool) -> OriginAnswer {
        content.offer(ContentVersion.digest(of: Self.portal))
        var answer = OriginAnswer(
            status(200) + ["Content-Type: text/html; charset=utf-8", "Content-Length: \(Self.portal.count)"],
            Self.portal[...])
        answer.redirects = isRedirect ? 1 : 0
        answer.isFromOtherHost = isRedirect
        return answer
    }

    private func refusal(_ status: Int) -> OriginAnswer {
        let page = Array("<h1>\(status)</h1>".utf8)
        var head = self.status(status) + ["Content-Type: text/html", "Content-Length: \(page.count)"]
        let later = HTTPTime.text(seconds: wall() / 1_000_000 + chance.int(-100...5_000))
        let waits = ["\(chance.int(0...600))", "86400", "999999999999", later, "soon", "-5", ""]
        if status == 429 || status == 503 || chance.happens(0.2) { head.append("Retry-After: \(chance.pick(waits))") }
        return OriginAnswer(head, page[...])
    }

    /// Faults that only a request for a part meets; a request for the whole gets an honest answer.
    private func faultyPart(
        _ fault: OriginFault, _ request: TransferRequest, _ content: SimulatedContent
    ) -> OriginAnswer? {
        let bytes = content.current.bytes
        let isPart: Bool =
            switch fault {
            case .rangeIgnored, .rangeEarlier, .rangeLater, .rangeUnnamed, .rangeOtherTotal, .rangeOtherTag,
                .rangeMalformed, .unsatisfiedWithTotal, .unsatisfiedBare:
                true
            default: false
            }
        guard isPart else { return nil }
        guard let range = request.range, holds(range, content), range.firstByte < bytes.count else {
            return honest(request, content)
        }
        let (start, tags) = (Int(range.firstByte), validators(of: content))
        switch fault {
        case .rangeIgnored: return whole(bytes, tags)
        case .rangeEarlier: return part(bytes, from: start / 2, tags)
        case .rangeLater: return part(bytes, from: min(start + 1, bytes.count - 1), tags)
        case .rangeOtherTotal: return part(bytes, from: start, tags, total: bytes.count + 1)
        case .rangeOtherTag: return part(bytes, from: start, ["ETag: \"somebody-elses\""])
        case .rangeUnnamed:
            return OriginAnswer(status(206) + tags + ["Content-Length: \(bytes.count - start)"], bytes[start...])
        case .rangeMalformed:
            let named = "Content-Range: bytes \(start)-/x"
            return OriginAnswer(
                status(206) + tags + [named, "Content-Length: \(bytes.count - start)"], bytes[start...])
        case .unsatisfiedWithTotal:
            let total = chance.pick([start, bytes.count])
            // A total that equals what is there says that it is all: with no digest to say otherwise it is believed.
            if total == start { content.offer(ContentVersion.digest(of: bytes[..<start])) }
            return OriginAnswer(status(416) + ["Content-Range: bytes */\(total)", "Content-Length: 0"])
        default: return OriginAnswer(status(416) + ["Content-Length: 0"])
        }
    }

    private func faultyBody(
        _ fault: OriginFault, _ request: TransferRequest, _ content: SimulatedContent
    ) -> OriginAnswer? {
        let bytes = content.current.bytes
        var answer = honest(request, content)
        // The worst time for something new is while somebody has half of the old.
        if [.cut, .truncated, .stallInBody].contains(fault), chance.happens(0.6) { content.change(&chance) }
        let some = Int(chance.int(0...Int64(max(0, answer.body.count - 1))))
        let tags = validators(of: content)
        switch fault {
        case .cut: answer.ending = .broken(after: some)
        case .truncated: answer.ending = .closed(after: some)
        case .stallInBody: answer.ending = .silent(after: some)
        case .stallBeforeHead: answer.delay = nil
        case .trickle: answer.pace = chance.int(20...400)
        case .chunkedWithoutEnd, .chunkedWhole:
            answer = OriginAnswer(status(200) + tags + ["Transfer-Encoding: chunked"], bytes[...])
            if fault == .chunkedWithoutEnd { answer.ending = .closed(after: some % (bytes.count + 1)) }
        case .untilClose: answer = OriginAnswer(status(200) + tags, bytes[...])
        case .untilCloseCut: answer = offering(content, status(200), bytes[..<(some % (bytes.count + 1))])
        case .wrongBytes: answer = offering(content, status(200) + length(bytes.count), bytes.map { ~$0 }[...])
        case .otherLength:
            answer = offering(content, status(200) + length(bytes.count + 1), (bytes + [0])[...])
        case .emptyBody: answer = offering(content, status(200) + length(0), [])
        case .encoded: answer = OriginAnswer(answer.head + ["Content-Encoding: gzip"], answer.body)
        case .malformedHead: answer = OriginAnswer(["HTTP/1.1 200 Fine", "Content-Length: many"], bytes[...])
        case .portalPage: answer = portalAnswer(content, isRedirect: false)
        case .portalRedirect: answer = portalAnswer(content, isRedirect: true)
        default: return nil
        }
        return answer
    }

    private func length(_ count: Int) -> [String] { ["Content-Length: \(count)"] }

    private func offering(_ content: SimulatedContent, _ head: [String], _ body: ArraySlice<UInt8>) -> OriginAnswer {
        content.offer(ContentVersion.digest(of: body))
        return OriginAnswer(head, body)
    }

    private func noAnswer(_ fault: OriginFault) -> OriginAnswer {
        switch fault {
        case .noName: return OriginAnswer(failing: .dns)
        case .refused: return OriginAnswer(failing: .connect(osCode: ECONNREFUSED))
        case .unreachable: return OriginAnswer(failing: .connect(osCode: EHOSTUNREACH))
        case .badCertificate: return OriginAnswer(failing: .tls(code: 60))
        case .redirectLoop: return OriginAnswer(failing: .tooManyRedirects)
        case .insecureRedirect: return OriginAnswer(failing: .insecureRedirect)
        default:
            var answer = OriginAnswer(failing: .timeout)
            answer.delay = 10_000_000
            return answer
        }
    }
}
