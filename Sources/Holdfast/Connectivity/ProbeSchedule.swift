/// When the next probe is due.
///
/// Every 300 s while all is well, and not at all while transfers prove it; again a second after a first failure; then 5 s, doubled up to
/// 600 s, at most 15 s in the first two minutes. The times lie between those of Android, NetworkManager and Firefox.
struct ProbeSchedule: Sendable {
    /// `nil` while none is wanted.
    var due: Duration?
    private var wait = Self.first
    private var troubleSince: Duration?

    private static let first = Duration.seconds(5)
    private static let longest = Duration.seconds(600)
    private static let impatience = Duration.seconds(120)
    private static let impatientLongest = Duration.seconds(15)
    private static let calm = Duration.seconds(300)
    private static let retry = Duration.seconds(1)

    /// A path begins: what was learned of another one is forgotten.
    mutating func begin(isWanted: Bool, _ now: Duration) {
        self = ProbeSchedule()
        due = isWanted ? now : nil
    }

    /// The result was about another path, or older than what is known.
    mutating func again(_ now: Duration) { due = due ?? now }

    mutating func soon(_ now: Duration) { due = min(due ?? now + Self.retry, now + Self.retry) }

    /// Transfers prove what a probe would.
    mutating func rest(_ hasProbe: Bool, _ now: Duration) {
        (wait, troubleSince) = (Self.first, nil)
        due = hasProbe ? now + Self.calm : nil
    }

    /// - Parameter draw: moves the probe by up to a tenth, so that many devices do not come at once.
    mutating func next(_ verdict: InternetReducer.Verdict, isFirstFailure: Bool, _ now: Duration, draw: UInt64) {
        let spread = Double(draw % 2_001) / 10_000 - 0.1
        if isFirstFailure {
            due = now + Self.retry
        } else if verdict == .validated {
            rest(true, now)
            due = now + Self.calm * (1 + spread)
        } else {
            let since = troubleSince ?? now
            troubleSince = since
            let most = now - since < Self.impatience ? Self.impatientLongest : Self.longest
            due = now + min(wait, most) * (1 + spread)
            wait = min(wait * 2, Self.longest)
        }
    }
}
