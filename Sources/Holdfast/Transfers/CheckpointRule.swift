/// When a running transfer makes its bytes durable: at most once per 8 MiB and per 15 s, whichever is rarer.
struct CheckpointRule: Sendable {
    static let byteInterval: Int64 = 8 << 20
    static let timeInterval = Duration.seconds(15)

    private var lastBytes: Int64
    private var lastTime: Duration

    init(bytes: Int64, now: Duration) {
        lastBytes = bytes
        lastTime = now
    }

    /// True when one is due, which then counts as made. The clock is read only once enough bytes came.
    mutating func isDue(bytes: Int64, now: MonotonicClock) -> Bool {
        guard bytes - lastBytes >= Self.byteInterval else { return false }
        let time = now()
        guard time - lastTime >= Self.timeInterval else { return false }
        lastBytes = bytes
        lastTime = time
        return true
    }
}
