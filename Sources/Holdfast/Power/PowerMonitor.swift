public import HoldfastModel

/// Tells what the device runs on.
public protocol PowerMonitor: Sendable {
    /// What it would tell a new follower first; `nil` before the first look.
    var current: PowerReading? { get }
    /// Every reading from now on, beginning with the present one where it is known. Readings may repeat: the engine writes down what matters.
    func readings() -> AsyncStream<PowerReading>
    func shutdown() async
}

/// What the device runs on at one moment.
public struct PowerReading: Sendable, Equatable {
    public var source: PowerSource
    /// 0...10000 of a full battery; `nil` where the device has none, or does not tell.
    public var levelInBasisPoints: Int64?
    /// The person's or the system's own battery saver is on.
    public var isLowPowerMode: Bool

    public init(_ source: PowerSource, levelInBasisPoints: Int64? = nil, isLowPowerMode: Bool = false) {
        self.source = source
        self.levelInBasisPoints = levelInBasisPoints
        self.isLowPowerMode = isLowPowerMode
    }

    /// A device without a battery, which is also what an engine takes for granted until it hears otherwise.
    public static let external = PowerReading(.external)
}
