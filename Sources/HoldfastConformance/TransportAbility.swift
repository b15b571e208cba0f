/// What a transport may be unable to do for a reason that lies outside it. A case that needs what is missing is left out and named.
public enum TransportAbility: String, Sendable, Hashable, CaseIterable {
    /// Meets redirects at all, and follows them itself.
    case redirects
    /// Puts the caller's header fields on a wire, where a forged one would do harm.
    case headerFields
    /// Speaks TLS.
    case tls
    /// Reads from a connection that it can leave unread while the sink is busy.
    case backpressure
    /// Carries the bytes itself, and so can keep to the limit for all transfers.
    case bandwidth
}
