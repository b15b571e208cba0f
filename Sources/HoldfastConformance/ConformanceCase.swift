internal import Holdfast

/// One thing that a transport has to do: what is served, what is asked, what must come out.
public struct ConformanceCase: Sendable {
    /// Addresses of the case's pages, by their names.
    typealias Address = @Sendable (_ page: String, _ site: OriginSite) -> String

    /// The claim.
    public let name: String
    public let needs: Set<TransportAbility>
    /// Sites besides the plain one.
    public let sites: Set<OriginSite>
    /// Replies by page. The request goes to the page "a".
    let pages: @Sendable (Address) -> [String: [OriginReply]]
    var site = OriginSite.plain
    /// Everything but the address, which is the page's.
    var request = TransferRequest(url: "", idleTimeout: .seconds(20))
    /// The idle limit is the run's short one.
    var isImpatient = false
    /// The request has a limit of so many bytes a second.
    var bytesPerSecond: Int64?
    var sink = SinkScript()
    var act = Act.none
    /// Transfers of the same request at once.
    var count = 1
    /// The same request is made again after the first has ended.
    var isRepeated = false
    var expected: Expectation

    init(
        _ name: String, needs: Set<TransportAbility> = [], sites: Set<OriginSite> = [], expect: Expectation,
        serve: @escaping @Sendable (Address) -> [String: [OriginReply]]
    ) {
        self.name = name
        self.needs = needs
        self.sites = sites
        pages = serve
        expected = expect
    }

    /// A case with one page.
    init(_ name: String, _ replies: OriginReply..., expect: Expectation) {
        self.init(name, expect: expect) { _ in ["a": replies] }
    }

    func with(_ change: (inout ConformanceCase) -> Void) -> ConformanceCase {
        var changed = self
        change(&changed)
        return changed
    }

    /// What is done while the transfers run.
    enum Act: Sendable, Equatable {
        case none
        case cancelBeforeStart
        /// When the origin has the requests.
        case cancelWhenRequested
        /// When every sink has so many bytes.
        case cancelAfterBytes(Int)
        case shutDownWhenRequested
        case shutDownAfterBytes(Int)
        /// The sink holds its first bytes until the origin has sent everything, or has had the time to.
        case blockSink

        var isCancel: Bool {
            switch self {
            case .cancelBeforeStart, .cancelWhenRequested, .cancelAfterBytes: true
            default: false
            }
        }

        var isShutdown: Bool {
            switch self {
            case .shutDownWhenRequested, .shutDownAfterBytes: true
            default: false
            }
        }
    }
}

/// How the sink of a case behaves.
struct SinkScript: Sendable {
    var decide: @Sendable (ResponseHead) -> SinkDecision = { head in
        switch head.status {
        case 200, 206: .accept(writeFrom: head.rangeStart ?? 0)
        default: .reject(.http(status: head.status, retryAfterMilliseconds: head.retryAfterMilliseconds))
        }
    }
    /// Throws at the first write after so many bytes.
    var failure: (afterBytes: Int, failure: TransferFailure)?
}
