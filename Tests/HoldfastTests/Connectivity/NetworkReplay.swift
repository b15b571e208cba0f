@testable import Holdfast

/// Plays a trace of links, answers to probes and transfers in virtual time.
struct NetworkReplay {
    /// What happens at a second.
    enum Step {
        case links(LinkFacts)
        /// What probes are answered from now on, and how long that takes in seconds.
        case answer(ProbeVerdict, after: Double)
        /// A transfer that began so many seconds ago.
        case transfer(TransferObservation, began: Double)
        case rate(bytesPerSecond: Int64)
        case recheck
    }

    /// Second and summary of each state that was published.
    private(set) var published: [String] = []
    /// Seconds at which a probe was begun.
    private(set) var probes: [Double] = []
    /// Seconds at which the gate to the internet opened.
    private(set) var openings: [Double] = []
    private(set) var states: [NetworkState] = []
    private(set) var internet: InternetReducer
    private var links = LinkReducer()
    private var steps: [(at: Duration, step: Step)]
    private var answer: (verdict: ProbeVerdict, after: Duration) = (.online, .milliseconds(20))
    private var answerDue: Duration?
    private var now = Duration.zero
    private var wasOpen = false

    /// - Parameter steps: by their seconds, in order.
    init(probes hasProbe: Bool = true, _ steps: [(Double, Step)]) {
        internet = InternetReducer(hasProbe: hasProbe)
        self.steps = steps.map { (Self.duration($0.0), $0.1) }
    }

    static let online = LinkFacts(
        link: .internet, interfaces: [LinkInterface(name: "w0", kind: .wifi)], isMetered: false, source: .system)
    static let offline = LinkFacts(link: .none, source: .system)

    static func metered(_ facts: LinkFacts = online) -> LinkFacts {
        var facts = facts
        facts.interfaces = [LinkInterface(name: "c0", kind: .cellular)]
        facts.isMetered = true
        return facts
    }

    mutating func run(until end: Double) {
        let end = Self.duration(end)
        while true {
            let pending = [steps.first?.at, links.deadline, internet.deadline, answerDue].compactMap { $0 }
            guard let due = pending.min(), due <= end else { break }
            now = max(now, due)
            if let step = steps.first, step.at <= now {
                steps.removeFirst()
                take(step.step)
            }
            take(links.advance(now: now))
            if let due = answerDue, due <= now { takeAnswer() }
            settle()
        }
        now = end
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .links(let facts): take(links.observe(facts, now: now))
        case .answer(let verdict, let after): answer = (verdict, Self.duration(after))
        case .transfer(let observation, let began):
            internet.take(observation, began: now - Self.duration(began), now: now)
        case .rate(let rate):
            internet.take(bytes: rate * 2, over: .seconds(2), now: now)
        case .recheck: internet.recheck(now)
        }
    }

    private mutating func take(_ updates: [LinkUpdate]) {
        for case .settled(let change) in updates { internet.take(change, now: now) }
    }

    private mutating func takeAnswer() {
        answerDue = nil
        guard let began = internet.probeBegan else { return }
        internet.take(answer.verdict, began: began, now: now, draw: 1_000)
    }

    private mutating func settle() {
        let (state, probes) = internet.advance(now: now)
        if probes {
            self.probes.append(seconds)
            answerDue = now + answer.after
        }
        if let state {
            states.append(state)
            published.append("\(seconds) \(state.summary)")
        }
        let isOpen = links.gate == .internet && internet.isOpen
        if isOpen, !wasOpen { openings.append(seconds) }
        wasOpen = isOpen
    }

    private var seconds: Double { (now / .milliseconds(100)).rounded() / 10 }

    private static func duration(_ seconds: Double) -> Duration { .milliseconds(Int64((seconds * 1_000).rounded())) }
}

extension NetworkState {
    /// The states of the traces, the worst that applies first.
    var summary: String {
        if facts.link != .internet { return "offline" }
        if isCaptive == true { return "captive" }
        if isIntermittent { return "intermittent" }
        if quality.map({ $0.rawValue <= Quality.slow.rawValue }) ?? false { return "slow" }
        if facts.isMetered == true { return "metered" }
        return isValidated == true ? "online" : "believed"
    }
}
