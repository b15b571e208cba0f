/// How a transport did.
public struct ConformanceReport: Sendable, Equatable {
    /// Names of the cases that found nothing.
    public var passed: [String] = []
    public var findings: [ConformanceFinding] = []
    public var leftOut: [LeftOutCase] = []

    public var isConformant: Bool { findings.isEmpty }
}

/// Something that came out otherwise than it must.
public struct ConformanceFinding: Sendable, Equatable, CustomStringConvertible {
    public var caseName: String
    public var expected: String
    public var came: String

    public var description: String { "\(caseName): expected \(expected), came \(came)" }
}

/// A case that was not tried.
public struct LeftOutCase: Sendable, Equatable {
    public var name: String
    public var missingAbilities: Set<TransportAbility>
    public var missingSites: Set<OriginSite>
}
