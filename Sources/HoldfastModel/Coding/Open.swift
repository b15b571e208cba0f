/// A word out of a set that can grow: a newer program may write a number that this one has no word for; it survives a round trip.
public enum Open<Code>: Sendable, Equatable, Hashable
where Code: RawRepresentable & CaseIterable & Sendable & Hashable, Code.RawValue == UInt8 {
    case known(Code)
    case unknown(UInt64)

    public init(rawValue: UInt64) {
        if let raw = UInt8(exactly: rawValue), let code = Code(rawValue: raw) {
            self = .known(code)
        } else {
            self = .unknown(rawValue)
        }
    }

    public var rawValue: UInt64 {
        switch self {
        case .known(let code): UInt64(code.rawValue)
        case .unknown(let raw): raw
        }
    }

    public var known: Code? {
        if case .known(let code) = self { code } else { nil }
    }
}

extension Open: CustomStringConvertible {
    /// The word, or `unknown(17)`.
    public var description: String {
        switch self {
        case .known(let code): "\(code)"
        case .unknown(let raw): "unknown(\(raw))"
        }
    }
}
