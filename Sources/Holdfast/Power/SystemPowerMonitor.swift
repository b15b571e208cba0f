/// The system's own view of its power, looked at every 30 seconds.
///
/// On Linux it reads `/sys/class/power_supply`: a machine without a battery there is on external power for good.
public final class SystemPowerMonitor: PowerMonitor {
    private let supplies: PowerSupplies
    private let clock: any EngineClock

    /// Microseconds between two looks.
    static let interval: Int64 = 30_000_000

    /// - Parameters:
    ///   - root: the folder that has one folder for each power supply.
    ///   - clock: what the time between two looks is taken from.
    public init(root: String = "/sys/class/power_supply", clock: any EngineClock = SystemClock()) {
        supplies = PowerSupplies(root: root)
        self.clock = clock
    }

    public var current: PowerReading? { supplies.reading() }

    public func readings() -> AsyncStream<PowerReading> {
        let (readings, reader) = AsyncStream.makeStream(of: PowerReading.self, bufferingPolicy: .bufferingNewest(1))
        let looks = Task { [supplies, clock] in
            repeat {
                reader.yield(supplies.reading())
            } while (try? await clock.sleep(untilMonotonic: clock.now().monotonic + Self.interval)) != nil
            reader.finish()
        }
        reader.onTermination = { _ in looks.cancel() }
        return readings
    }

    public func shutdown() async {}
}
