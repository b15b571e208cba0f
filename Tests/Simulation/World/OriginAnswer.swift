package import Holdfast

/// Where a simulated transport takes its answers from.
package protocol AnswerSource {
    /// Whether the address leads anywhere.
    func knows(_ url: String) -> Bool
    func answer(_ request: TransferRequest) -> OriginAnswer
    /// A network that answers everything itself.
    func portalAnswer(_ request: TransferRequest, isRedirect: Bool) -> OriginAnswer
    var wallSeconds: Int64 { get }
}

/// One answer of an origin, as it comes over the wire.
package struct OriginAnswer {
    package enum Ending {
        case whole
        /// The connection breaks after so many body bytes.
        case broken(after: Int)
        /// It is closed in order after so many, although more was announced.
        case closed(after: Int)
        /// Nothing more comes after so many.
        case silent(after: Int)
    }

    /// Lines without their ends.
    var head: [String]
    var body: ArraySlice<UInt8> = []
    package var ending = Ending.whole
    var redirects = 0
    var isFromOtherHost = false
    /// Microseconds before the head; `nil` for never.
    package var delay: Int64? = 50_000
    /// Bytes per second, where slower than the network.
    var pace: Int64?
    /// There is no answer at all.
    var failure: TransferFailure?

    package init(_ head: [String], _ body: ArraySlice<UInt8> = []) {
        self.head = head
        self.body = body
    }

    package init(failing failure: TransferFailure) {
        self.init([])
        self.failure = failure
    }

    /// As the transport of the engine parses it; `nil` for a head that breaks the protocol.
    func parsedHead(wallSeconds: Int64) -> ResponseHead? {
        var parser = HeadParser()
        for line in head + [""] {
            let step = Array("\(line)\r\n".utf8).withUnsafeBytes { parser.take($0, wallSeconds: wallSeconds) }
            if step == .malformed { return nil }
        }
        var head = parser.head
        head.redirects = redirects
        head.finalHostDiffers = isFromOtherHost
        return head
    }
}
