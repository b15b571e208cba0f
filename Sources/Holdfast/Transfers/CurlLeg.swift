/// One request of a transfer: the first, or one that a redirect led to.
struct CurlLeg: Sendable {
    var address: RequestAddress
    /// Complete header lines.
    var lines: [String]
    var redirects = 0
    var finalHostDiffers = false

    /// Fields that say nothing secret and may follow a redirect to another origin.
    private static let harmlessNames: Set<String> = ["accept", "accept-language", "user-agent"]
    private static let ownNames: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "if-range", "keep-alive", "range", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]
    private static let fieldCountMax = 100
    private static let fieldByteCountMax = 16 << 10

    init(of request: TransferRequest) throws(TransferFailure) {
        address = try RequestAddress(parsing: request.url)
        guard request.fields.allSatisfy(Self.isAllowed), request.fields.count <= Self.fieldCountMax else {
            throw .malformedRequest
        }
        lines = try Self.lines(request.fields, request.range)
    }

    /// The next leg after a redirect.
    func following(_ location: String, of request: TransferRequest) throws(TransferFailure) -> CurlLeg {
        guard redirects < request.redirectCountMax else { throw .tooManyRedirects }
        let target = try address.resolving(location)
        if address.scheme == "https" && target.scheme == "http" { throw .insecureRedirect }
        let original = try RequestAddress(parsing: request.url)
        var next = self
        next.redirects += 1
        next.finalHostDiffers = target.host != original.host
        if address.hasSameOrigin(as: target) {
            next.address = target
            next.address.credentials = address.credentials
        } else {
            // Once dropped, credentials stay dropped, even when a later redirect leads back.
            next.address = target
            next.lines = lines.filter { line in
                let name = String(line.prefix { $0 != ":" && $0 != ";" }).lowercased()
                return Self.harmlessNames.contains(name) || Self.ownNames.contains(name)
            }
        }
        return next
    }

    private static func lines(
        _ fields: [HeaderField], _ range: RangeRequest?
    ) throws(TransferFailure) -> [String] {
        // Curl's form of a field without value is "Name;".
        var lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        lines.append("Accept-Encoding: identity")
        guard let range else { return lines }
        guard range.firstByte >= 0 else { throw .malformedRequest }
        lines.append("Range: bytes=\(range.firstByte)-")
        if let validator = range.ifRange {
            guard isPlainValue(validator), !validator.isEmpty else { throw .malformedRequest }
            lines.append("If-Range: \(validator)")
        }
        return lines
    }

    private static func isAllowed(_ field: HeaderField) -> Bool {
        let isName = !field.name.isEmpty && field.name.utf8.allSatisfy { tokenBytes.contains($0) }
        return isName && isPlainValue(field.value) && !ownNames.contains(field.name.lowercased())
    }

    /// A line end in a value would forge a field of its own.
    private static func isPlainValue(_ value: String) -> Bool {
        value.utf8.count <= fieldByteCountMax && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }
    }

    /// RFC 9110 §5.6.2 `tchar`.
    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}
