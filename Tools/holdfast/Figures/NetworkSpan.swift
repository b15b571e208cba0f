import Holdfast
import HoldfastModel

/// How the machine was connected, from one moment to another.
struct NetworkSpan: Sendable, Equatable {
    enum Kind: String, CaseIterable, Sendable {
        /// Not known to cost anything.
        case internet
        /// Internet that is metered.
        case metered
        /// A network without internet, or one that asks for a sign-in.
        case local
        case offline
        /// An engine ran and had not looked yet.
        case unknown
        /// Nobody looked.
        case noEngine
    }

    /// Microseconds since 1970 UTC.
    var from: Int64
    var until: Int64
    var kind: Kind
    /// Of the first interface.
    var network: Open<InterfaceKind>?
    /// The person's own "work offline" switch.
    var isOfflineMode = false
    /// Of the record since which it was so; `nil` before the first.
    var position: UInt64?

    var length: Int64 { max(0, until.subtractingClamped(from)) }
}

/// An engine that worked on the store, as far as the range shows it.
struct SessionSpan: Sendable, Equatable {
    enum End: String, Sendable {
        case closed
        /// It ended without closing; its last record tells until when it lived for certain.
        case died
        /// It goes on at the end of the range.
        case open
    }

    var from: Int64
    var until: Int64
    var end = End.open
    /// The clock was set back at its end, and the next one is the same session.
    var goesOn = false
}

/// The wall clock was set back: times between the two happened twice.
struct ClockFall: Sendable, Equatable {
    /// Of the `clockJumped`.
    var position: UInt64
    /// Time of the record before it, and its own.
    var before: Int64
    var after: Int64
}

extension NetworkSpan.Kind {
    init(_ entry: TimelineEntry) {
        guard entry.isSessionOpen else {
            self = .noEngine
            return
        }
        guard entry.isCurrent else {
            self = .unknown
            return
        }
        switch entry.link?.known {
        case .internet where entry.isCaptive == true, .local: self = .local
        case .internet: self = entry.isMetered == true ? .metered : .internet
        case .some(.none): self = .offline
        case nil: self = .unknown
        }
    }

    var words: String {
        switch self {
        case .internet: "internet"
        case .metered: "metered"
        case .local: "no internet behind it"
        case .offline: "offline"
        case .unknown: "not known yet"
        case .noEngine: "no engine ran"
        }
    }
}
