internal import Glibc

extension ResponseHead {
    /// The head of a response whose status and fields are known, as the HTTP client of a platform hands them over; read by the same rules
    /// as the default transport's.
    ///
    /// `redirects` and `finalHostDiffers` are left for the transport to set.
    ///
    /// - Parameters:
    ///   - status: 100...999.
    ///   - fields: in the order in which they came; names in any case.
    ///   - isFramed: HTTP/2 or later, whose frames tell the end of the body.
    ///   - wallSeconds: since 1970, the base of a `Retry-After` date where the response has no `Date`; the system's clock when absent.
    /// - Returns: `nil` for a head that breaks the protocol, such as one with two lengths: the transfer then ends with
    ///   `TransferFailure.malformedResponse`.
    public init?(status: Int, fields: [HeaderField], isFramed: Bool = false, wallSeconds: Int64? = nil) {
        var parser = HeadParser()
        let lines = ["HTTP/\(isFramed ? "2" : "1.1") \(status)"] + fields.map { "\($0.name): \($0.value)" } + [""]
        for line in lines {
            let step = Array(line.utf8).withUnsafeBytes {
                parser.take($0, wallSeconds: wallSeconds ?? Int64(time(nil)))
            }
            if step == .malformed { return nil }
        }
        guard parser.isComplete else { return nil }
        self = parser.head
    }
}
