/// One line of the result: what we need, what a peer needs, and what was wanted.
struct Comparison {
    let subject: String
    let unit: String
    /// Medians over the rounds.
    let ours: Double
    let range: ClosedRange<Double>
    let peer: Double?
    let peerName: String?
    /// Ours by the peer's, within each round; then the median, so that a slow machine counts for both.
    let ratio: Double?
    let goal: Goal?

    init(_ subject: String, _ unit: String, _ ours: [Double], against peer: Peer? = nil, goal: Goal? = nil) {
        self.subject = subject
        self.unit = unit
        self.ours = Counters.median(ours)
        range = (ours.min() ?? 0)...(ours.max() ?? 0)
        self.peer = peer.map { Counters.median($0.values) }
        peerName = peer?.name
        ratio = peer.map { Counters.median(zip(ours, $0.values).map { $1 == 0 ? 0 : $0 / $1 }) }
        self.goal = goal
    }

    struct Peer {
        let name: String
        let values: [Double]
    }

    /// `nil` without a goal.
    var isMet: Bool? { goal?.isMet(value: ours, ratio: ratio) }
}

enum Goal {
    case ratioAtLeast(Double)
    case ratioAtMost(Double)
    case valueAtLeast(Double)
    case valueAtMost(Double)

    func isMet(value: Double, ratio: Double?) -> Bool {
        switch self {
        case .ratioAtLeast(let bound): (ratio ?? 0) >= bound
        case .ratioAtMost(let bound): (ratio ?? .infinity) <= bound
        case .valueAtLeast(let bound): value >= bound
        case .valueAtMost(let bound): value <= bound
        }
    }

    var text: String {
        switch self {
        case .ratioAtLeast(let bound): "ratio ≥ \(Figure.text(bound))"
        case .ratioAtMost(let bound): "ratio ≤ \(Figure.text(bound))"
        case .valueAtLeast(let bound): "≥ \(Figure.text(bound))"
        case .valueAtMost(let bound): "≤ \(Figure.text(bound))"
        }
    }
}
