/// What a person agrees to, with the agreement on record.
extension OfflineEngine {
    /// Records that a person agreed to something that costs: "download anyway".
    ///
    /// For an item it is for its present request, once, and ends with it; for a group or all it holds until it is withdrawn or ends. The
    /// dearer takes in the cheaper: who agreed to roaming agreed to a metered connection. Takes effect at once.
    /// - Parameter consent: its `maxBytes` limits it to downloads of at most so many bytes, `expiresAt` is in microseconds since 1970 UTC;
    ///   when it ends, a running transfer that needed it stops and keeps its bytes.
    /// - Throws: `refused` with `unknownItem`, `unknownGroup`, `valueOutOfRange` for an end that has passed, `illegalTransition` for an item
    ///   that nobody wants: give the consent with its request (`RequestOptions.consents`) then.
    @discardableResult
    public func consent(
        _ consent: Consent, for scope: Scope, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.consent(scope, consent, isGiven: true), id: command)
    }

    /// Takes back what was agreed to for exactly this scope; a running transfer that needed it stops.
    @discardableResult
    public func withdrawConsent(
        _ kind: ConsentKind, for scope: Scope, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.consent(scope, Consent(kind), isGiven: false), id: command)
    }
}
