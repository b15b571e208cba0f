import Holdfast
import HoldfastModel

/// Why an item is as it is, told as one paragraph: what is, since when, what holds it up in order, and what would end that.
struct Account {
    let explanation: Explanation
    let looking: Looking
    /// The present is told: an engine may run, and a person may do something.
    let isPresent: Bool
    let isWorked: Bool
    private let ownWait: Int64?

    var report: ItemReport { explanation.report }
    var item: Item { report.item }
    private var held: [Explanation.Reason] { explanation.reasons.filter { $0.blocker != nil } }

    init(_ explanation: Explanation, isPresent: Bool, _ looking: Looking) throws(ToolFailure) {
        (self.explanation, self.isPresent, self.looking) = (explanation, isPresent, looking)
        let (device, now) = try looking.read { ($0.environment(), $0.now) }
        isWorked = isPresent && looking.isWorked(device)
        ownWait = isPresent ? waitEnd(of: explanation.report.item, at: now, device: device) : nil
    }

    /// The next time at which something happens by itself; `nil` when a change from outside is needed, and for the past.
    var nextAt: Int64? {
        guard isPresent else { return nil }
        return (report.blockers.compactMap(\.until) + [ownWait, undoUntil].compactMap { $0 })
            .filter { $0 > looking.now }.min()
    }

    private var undoUntil: Int64? {
        if case .pending(_, _, let until) = item.removal { until } else { nil }
    }

    /// What a person can type, with the label of the action that it carries out.
    func commands() throws(ToolFailure) -> [(line: String, label: String)] {
        guard isPresent else { return [] }
        let number = item.group
        let group = try looking.read { reader in try number.flatMap { try reader.view.group($0)?.id } }
        let offered = report.affordance.actions.compactMap { action in
            CommandWords.line(action.code, on: item, group: group).map { (line: $0, label: action.label) }
        }
        // What ends each reason, in their order; then what else the screen offers.
        let ending = report.blockers.compactMap { blocker in
            CommandWords.ending(blocker.code).flatMap { CommandWords.line($0, on: item, group: group) }.map {
                (line: $0, label: label(blocker))
            }
        }
        var seen: Set<String> = []
        return (address + ending + offered).filter { seen.insert($0.line).inserted }.map { command in
            (command.line, offered.first { $0.line == command.line }?.label ?? command.label)
        }
    }

    /// What no screen can offer: where else the content is.
    private var address: [(line: String, label: String)] {
        guard case .failed(_, .known(.source)) = item.transfer else { return [] }
        return [(line: "holdfast amend \(CommandWords.word(item.id)) --url URL", label: "gives it another address")]
    }

    private func label(_ blocker: Blocker) -> String {
        switch blocker.code {
        case .backoff, .notBefore: "does not wait"
        default: "ends: " + BlockerText.text(blocker, now: looking.now, looking.zone)
        }
    }

    func paragraph() throws(ToolFailure) -> String {
        // What was given up waits for nothing.
        (try state() + (isFailed ? [] : reasons + (isPresent ? ends : []))).joined(separator: " ")
    }

    // MARK: What holds it up

    private var reasons: [String] {
        var clauses = held.compactMap { reason in reason.blocker.map { clause($0) + sinceClause(reason) } }
        if isAtRest { clauses.append("no engine runs") }
        guard let first = clauses.first else { return [] }
        guard clauses.count > 1 else { return ["It waits because \(first)."] }
        let rest = clauses.dropFirst().map { "then because \($0)" }
        return ["It waits, first because \(first); \(rest.joined(separator: "; "))."]
    }

    private func clause(_ blocker: Blocker) -> String {
        let words = BlockerText.text(blocker, now: looking.now, looking.zone)
        return switch blocker.code {
        case .noNetwork, .noSpace: "there is \(words)"
        case .checking: "nobody has looked at the network yet"
        case .needsUnmetered: "the network is metered, which is not allowed"
        case .backoff, .notBefore, .needsCharging: "it \(words)"
        case .scheduleClosed: "it is \(words)"
        default: words
        }
    }

    private func sinceClause(_ reason: Explanation.Reason) -> String {
        guard let position = reason.position,
            let event = explanation.events.first(where: { $0.record.position == position })
        else { return reason.position.map { " (#\($0))" } ?? "" }
        // Of these the time that matters is the one ahead.
        guard reason.blocker?.code != .backoff, reason.blocker?.code != .notBefore else { return " (#\(position))" }
        return ", since \(text(event.record.recordedAt)) (#\(position))"
    }

    // MARK: What would end it

    private var ends: [String] {
        var sentences: [String] = []
        if isAtRest {
            sentences.append("'holdfast run' goes on with it.")
        } else if !isWorked, needsEngine {
            sentences.append("No engine runs, and nothing happens before 'holdfast run'.")
        }
        if let ending = held.first?.blocker.flatMap({ Self.ending($0.code) }) { sentences.append(ending) }
        if let nextAt { sentences.append("The next thing that happens by itself is at \(brief(nextAt)).") }
        return sentences
    }

    /// Nothing holds it up but that no engine runs.
    private var isAtRest: Bool { isPresent && !isWorked && AtRest.applies(to: report) }

    private var needsEngine: Bool {
        if case .none = item.removal { item.intent != nil && !isFailed } else { true }
    }

    private var isFailed: Bool { if case .failed = item.transfer { true } else { false } }

    private static func ending(_ code: BlockerCode) -> String? {
        switch code {
        case .noNetwork, .localOnly: "It goes on by itself once there is internet."
        case .captivePortal: "It goes on once somebody has signed in to the network."
        case .needsUnmetered, .meteredUnknown: "It goes on by itself over a network that is not metered."
        case .roaming: "It goes on by itself when the device roams no more."
        case .lowData: "It goes on by itself when low data mode is off."
        case .linkTooSlow: "It goes on by itself over a faster network."
        case .noSpace: "It goes on by itself once there is room: 'holdfast remove ITEM' makes some."
        case .quotaFull: "It goes on once less is stored, or the setting storage.quotaBytes allows more."
        case .volumeMissing: "It goes on by itself when its storage is connected."
        case .needsCharging: "It goes on by itself when the device is plugged in."
        case .batteryLow, .lowPowerMode: "It goes on by itself when there is more power."
        case .removalInProgress: "It goes on by itself when the removal is done."
        case .hostSlotsFull, .slotsFull: "It goes on by itself when another download has ended."
        case .offlineMode, .pausedAll, .pausedGroup, .consentNeeded, .authNeeded, .scheduleClosed, .notBefore, .backoff,
            .checking:
            nil
        }
    }
}
