/// A monitor that the host or a test drives; without a word from them the device is on external power.
public final class ManualPowerMonitor: PowerMonitor {
    private let broadcast: Broadcast<PowerReading, PowerReading>

    public init(_ reading: PowerReading = .external) { broadcast = Broadcast(reading, countMax: 1) }

    public var current: PowerReading? { broadcast.present }

    public func set(_ reading: PowerReading) { broadcast.publish([reading]) { $0 = reading } }

    public func readings() -> AsyncStream<PowerReading> { broadcast.updates { [$0] } }

    public func shutdown() async { broadcast.finish() }
}
