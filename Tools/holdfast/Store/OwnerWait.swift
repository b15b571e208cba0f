/// How long a verb waits for whoever has the store: each process that has it gets a while, since another verb has it for a moment only, and
/// many verbs may stand in line.
struct OwnerWait {
    /// Also for an engine that opens or closes the store.
    static let patience = Duration.seconds(2)
    /// An engine that went away in mid-command lets go of the store before long, and then it can be told what came of the command.
    static let patienceAfterLoss = Duration.seconds(10)
    /// For all processes together.
    static let patienceMax = Duration.seconds(30)

    private let patience: Duration
    private let last: Int64
    private var end: Int64
    private var owner: Int32?

    /// Moments are monotonic, in microseconds.
    init(_ patience: Duration, from start: Int64) {
        self.patience = patience
        end = Self.moment(patience, after: start)
        last = Self.moment(Self.patienceMax, after: start)
    }

    /// - Parameter owner: the process that has the store now; `nil` where it cannot be told.
    mutating func goesOn(behind owner: Int32?, at now: Int64) -> Bool {
        if let owner, owner != self.owner {
            if self.owner != nil { end = min(Self.moment(patience, after: now), last) }
            self.owner = owner
        }
        return now < end
    }

    private static func moment(_ wait: Duration, after start: Int64) -> Int64 {
        start.addingReportingOverflow(wait.components.seconds * 1_000_000).partialValue
    }
}
