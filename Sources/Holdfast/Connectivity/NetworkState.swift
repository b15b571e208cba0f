/// What a probe found.
enum ProbeVerdict: Sendable, Equatable {
    case online, captive
    /// Nothing answered.
    case unreachable
    /// Something answered that proves neither: an error of the server, a certificate that is not trusted.
    case inconclusive
}

/// What a transfer over the internet says about it.
enum TransferObservation: Sendable, Equatable {
    /// Bytes of the content came.
    case arrived
    /// The network broke it in its body while the links stood.
    case broke
    /// The host did not answer, which may be its own fault.
    case unreached
    /// A sign-in page stood where this host's content should.
    case signInPage(host: String)
}

/// The links and what lies behind them, ready to become an event.
struct NetworkState: Sendable, Equatable {
    var facts: LinkFacts
    var isValidated: Bool?
    var isCaptive: Bool?
    var quality: Quality?
    var isIntermittent: Bool
    var rawChanges: Int
    var settledMilliseconds: Int64
    var source: LinkSource

    init(_ change: LinkChange) {
        facts = change.facts
        isCaptive = change.facts.isCaptive
        isIntermittent = change.isIntermittent
        rawChanges = change.rawChanges
        settledMilliseconds = change.settledMilliseconds
        source = change.facts.source
    }

    /// Says the same, however it came to be known.
    func isSame(as other: NetworkState?) -> Bool {
        guard let other else { return false }
        return facts == other.facts && isValidated == other.isValidated && isCaptive == other.isCaptive
            && quality == other.quality && isIntermittent == other.isIntermittent
    }

    /// More is possible than before, and it costs no more.
    func isBetter(than other: NetworkState) -> Bool {
        let cost = facts.isMetered == true && other.facts.isMetered != true
        return !cost && isCaptive != true && (facts.link > other.facts.link || other.isCaptive == true)
    }
}
