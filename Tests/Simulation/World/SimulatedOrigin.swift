import Glibc
package import Holdfast
import HoldfastModel

/// All origins of a world: what they have, and how honest they are at the moment.
package final class SimulatedOrigin {
    package let contents: [SimulatedContent]
    private let byPath: [String: SimulatedContent]
    var chance: Chance
    /// Share of the answers that are wrong.
    private(set) var faultShare = 0.1
    private(set) var isScripted = true
    private let loop: Loop
    let wall: () -> Int64
    /// Faults that were given out, for the report.
    package internal(set) var faultCounts: [OriginFault: Int] = [:]
    private var firstFault: OriginFault?

    package init(_ loop: Loop, seed: UInt64, itemCount: Int, wall: @escaping () -> Int64) {
        self.loop = loop
        self.wall = wall
        var chance = Chance(seed: seed, part: 3)
        firstFault = OriginFault.allCases[Int(seed % UInt64(OriginFault.allCases.count))]
        contents = (0..<itemCount).map { number in
            let host = chance.pick(["a.example", "b.example", "b.example", "c.example", "10.0.0.7", "127.0.0.1"])
            let path = "/i\(number)/file \(number).bin".replacing(" ", with: "%20")
            var addresses = ["http://\(host)\(path)"]
            if chance.happens(0.2) { addresses.append("http://mirror.example\(path)") }
            return SimulatedContent(
                id: "i\(number)", addresses: addresses, isDigestKnown: chance.happens(0.5),
                tagKind: chance.pick([.strong, .strong, .strong] + TagKind.allCases),
                first: .random(SimulatedContent.size(&chance), tag: "v1", &chance))
        }
        byPath = Dictionary(uniqueKeysWithValues: contents.map { (Self.path(of: $0.addresses[0]), $0) })
        self.chance = chance
    }

    private static func path(of address: String) -> String {
        "/" + address.split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    package func content(of address: String) -> SimulatedContent? { byPath[Self.path(of: address)] }

    /// Begins the script: better and worse times, and new versions.
    package func start() { next() }

    package func makeGood() {
        isScripted = false
        faultShare = 0
    }

    private func next() {
        guard isScripted else { return }
        faultShare = chance.pick([0.1, 0.3, 0.5, 0.9])
        if chance.happens(0.4) { chance.pick(contents).change(&chance) }
        loop.at(loop.microseconds + chance.time(60...7_200)) { [self] in next() }
    }

    private func answer(_ request: TransferRequest, for content: SimulatedContent) -> OriginAnswer {
        guard chance.happens(faultShare) else { return honest(request, content) }
        // Half a file is what most of the rules are about.
        // The first is the seed's own, so that as many seeds as there are faults meet them all.
        let fault =
            firstFault ?? chance.pick(chance.happens(0.3) ? [.cut, .truncated, .stallInBody] : OriginFault.allCases)
        firstFault = nil
        faultCounts[fault, default: 0] += 1
        return faulty(fault, request, content)
    }

    // MARK: Honest

    func honest(_ request: TransferRequest, _ content: SimulatedContent) -> OriginAnswer {
        let bytes = content.current.bytes
        let validators = validators(of: content)
        guard let range = request.range, holds(range, content) else { return whole(bytes, validators) }
        guard range.firstByte < bytes.count else {
            return OriginAnswer(status(416) + ["Content-Range: bytes */\(bytes.count)", "Content-Length: 0"])
        }
        return part(bytes, from: Int(range.firstByte), validators)
    }

    func whole(_ bytes: [UInt8], _ validators: [String]) -> OriginAnswer {
        OriginAnswer(
            status(200) + validators + ["Content-Type: application/octet-stream", "Content-Length: \(bytes.count)"],
            bytes[...])
    }

    func part(_ bytes: [UInt8], from start: Int, _ validators: [String], total: Int? = nil) -> OriginAnswer {
        let range = "Content-Range: bytes \(start)-\(bytes.count - 1)/\(total ?? bytes.count)"
        return OriginAnswer(
            status(206) + validators + [range, "Content-Length: \(bytes.count - start)"], bytes[start...])
    }

    /// A range with a condition counts only while the condition holds.
    func holds(_ range: RangeRequest, _ content: SimulatedContent) -> Bool {
        guard let sent = range.ifRange else { return true }
        return content.tagKind == .lastModified ? sent == modified(content) : sent == "\"\(content.current.tag)\""
    }

    func validators(of content: SimulatedContent) -> [String] {
        let tag = content.current.tag
        switch content.tagKind {
        case .strong: return ["ETag: \"\(tag)\""]
        case .weak: return ["ETag: W/\"\(tag)\""]
        case .none: return []
        case .flapping: return ["ETag: \"\(tag)-\(chance.number() % 1_000)\""]
        case .lastModified: return ["Last-Modified: \(modified(content))"]
        }
    }

    private func modified(_ content: SimulatedContent) -> String {
        HTTPTime.text(seconds: 1_500_000_000 + 3_600 * (Int64(content.current.tag.dropFirst()) ?? 0))
    }

    func status(_ code: Int) -> [String] {
        ["HTTP/1.1 \(code) Words", "Date: \(HTTPTime.text(seconds: wall() / 1_000_000))"]
    }
}

extension SimulatedOrigin: AnswerSource {
    package var wallSeconds: Int64 { wall() / 1_000_000 }

    package func knows(_ url: String) -> Bool { content(of: url) != nil }

    package func answer(_ request: TransferRequest) -> OriginAnswer {
        content(of: request.url).map { answer(request, for: $0) } ?? OriginAnswer(failing: .malformedAddress)
    }

    package func portalAnswer(_ request: TransferRequest, isRedirect: Bool) -> OriginAnswer {
        content(of: request.url).map { portalAnswer($0, isRedirect: isRedirect) }
            ?? OriginAnswer(failing: .malformedAddress)
    }
}

/// Times as HTTP writes them.
enum HTTPTime {
    static func text(seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
