/// What a person agreed to: once for an item's request, or for a group or all until it ends.
public struct Consent: Sendable, Equatable {
    public var kind: Open<ConsentKind>
    /// For downloads of at most this size; `nil` for any.
    public var maxBytes: Int64?
    /// Microseconds since 1970 UTC; `nil` for no end.
    public var expiresAt: Int64?

    public init(_ kind: ConsentKind, maxBytes: Int64? = nil, expiresAt: Int64? = nil) {
        self.init(.known(kind), maxBytes: maxBytes, expiresAt: expiresAt)
    }

    init(_ kind: Open<ConsentKind>, maxBytes: Int64?, expiresAt: Int64?) {
        self.kind = kind
        self.maxBytes = maxBytes
        self.expiresAt = expiresAt
    }

    /// Whether it holds now for a download of this size. One with a limit says nothing about an unknown size.
    func holds(bytes: Int64?, at now: Int64) -> Bool {
        expiresAt.map { now < $0 } ?? true && maxBytes.map { limit in bytes.map { $0 <= limit } ?? false } ?? true
    }
}

extension ConsentRecorded {
    /// Takes the place of an earlier one of its kind. Of one scope there is at most one of a kind.
    func fold(into consents: inout [Consent]) {
        consents.removeAll { $0.kind == kind }
        guard isGiven else { return }
        consents.append(Consent(kind, maxBytes: maxBytes, expiresAt: expiresAt))
        consents.sort { $0.kind.rawValue < $1.kind.rawValue }
    }
}

struct ConsentRow: FieldGroup {
    var value = Consent(.metered)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "kind", &value.kind)
        try coder.field(2, "maxBytes", &value.maxBytes)
        try coder.field(3, "expiresAt", &value.expiresAt)
    }
}

extension FieldCoder {
    /// Most rows have none: an empty list is left out.
    mutating func consents(_ key: UInt64, _ consents: inout [Consent]) throws(CodingFailure) {
        var rows = consents.isEmpty ? nil : consents.map { ConsentRow(value: $0) }
        try field(key, "consents", &rows)
        consents = rows?.map(\.value) ?? []
    }
}
