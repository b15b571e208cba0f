internal import Holdfast

/// What must come out of a case.
struct Expectation: Sendable {
    enum Outcome: Sendable {
        case finishes
        /// One of these failures, exactly.
        case fails([TransferFailure])
        /// A failure with one of these codes: system error numbers and positions differ between transports.
        case failsAs([String])
    }

    enum Body: Sendable {
        /// All of these bytes, in this order.
        case whole(OriginBody)
        /// The first bytes of these, however many.
        case beginning(OriginBody)
        /// Exactly so many of the first bytes of these.
        case first(Int, OriginBody)
    }

    var outcome: Outcome
    var body = Body.whole(OriginBody())
    var beginCounts = 1...1
    var head: [HeadFact] = []
    var requests: [RequestFact] = []

    static func finishes(_ body: OriginBody, head: [HeadFact] = [], requests: [RequestFact] = []) -> Expectation {
        Expectation(outcome: .finishes, body: .whole(body), head: head, requests: requests)
    }

    static func fails(
        _ failures: TransferFailure..., body: Body = .whole(OriginBody()), begins: ClosedRange<Int> = 1...1,
        head: [HeadFact] = [], requests: [RequestFact] = []
    ) -> Expectation {
        Expectation(outcome: .fails(failures), body: body, beginCounts: begins, head: head, requests: requests)
    }

    static func failsAs(
        _ codes: String..., body: Body = .whole(OriginBody()), begins: ClosedRange<Int> = 1...1,
        requests: [RequestFact] = []
    ) -> Expectation {
        Expectation(outcome: .failsAs(codes), body: body, beginCounts: begins, requests: requests)
    }
}

/// Something that the head must say when it comes to the sink.
struct HeadFact: Sendable {
    var name: String
    var wanted: String
    var read: @Sendable (ResponseHead) -> String

    init(_ name: String, _ wanted: (some Sendable)?, _ read: @escaping @Sendable (ResponseHead) -> (some Sendable)?) {
        self.name = name
        self.wanted = Self.text(wanted)
        self.read = { Self.text(read($0)) }
    }

    private static func text(_ value: (some Sendable)?) -> String { value.map { "\($0)" } ?? "nothing" }
}

/// Something about the requests that the origin got for a page.
struct RequestFact: Sendable {
    var page: String
    var count: Int
    /// Values of the last request; `nil` for a field that must not be there.
    var fields: [String: String?]

    init(_ page: String, count: Int = 1, fields: [String: String?] = [:]) {
        self.page = page
        self.count = count
        self.fields = fields
    }
}
