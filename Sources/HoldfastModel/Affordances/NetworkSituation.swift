/// What the network is good for, as far as somebody has looked.
package enum NetworkSituation: Sendable, Equatable, CaseIterable {
    /// Nothing was observed in this session. What was last known is no reason to say "offline".
    case unknown
    case offline, local, captive, internet

    package init(_ device: Device) {
        guard device.isConnectivityCurrent, let connectivity = device.connectivity else {
            self = .unknown
            return
        }
        self.init(connectivity)
    }

    /// What the observation says, however old it is.
    package init(_ connectivity: ConnectivityChanged) {
        switch connectivity.link.known {
        // A newer program's word for a link tells this one nothing.
        case nil: self = .unknown
        case .some(.none): self = .offline
        case _ where connectivity.isCaptive == true: self = .captive
        case .local: self = .local
        case .internet: self = .internet
        }
    }
}

extension NetworkSituation {
    /// In a few words, told as what was last known.
    var lastKnownKey: PhraseKey {
        switch self {
        case .unknown: .knownUnknown
        case .offline: .knownOffline
        case .local: .knownLocal
        case .captive: .knownCaptive
        case .internet: .knownInternet
        }
    }
}

/// Whether an item's source can be reached.
enum Connection: Sendable, Equatable {
    case checking, offline, usable

    init(_ situation: NetworkSituation, for reach: SourceFacts.Reach) {
        switch (reach, situation) {
        case (.loopback, _): self = .usable
        case (_, .unknown): self = .checking
        case (.link, .offline): self = .offline
        case (.link, _), (.internet, .internet): self = .usable
        case (.internet, _): self = .offline
        }
    }
}
