/// What a screen shows for one item: data, not widgets.
public struct Affordance: Sendable, Equatable {
    public var row: AffordanceRow
    public var icon: Icon?
    /// Empty where the item needs no word.
    public var label: String
    public var detail: String?
    /// 0...10000. Absent while the size is unknown: bytes are shown then, never a percentage.
    public var progressInBasisPoints: Int?
    public var primary: Action?
    public var secondary: [Action]
    public var emphasis: Emphasis
    /// Label, title and detail with units spelled out: "Offline. Field guide. 48 megabytes".
    public var accessibilityText: String
    /// What moves: the pin appearing, or going. `nil` shows the end state without motion. A view that the item has just
    /// been scrolled into passes no cursor, and so never moves.
    public var motion: Motion?

    /// Position of the event whose motion is to be played once.
    public var animatesFrom: UInt64? { motion?.position }

    public var actions: [Action] { (primary.map { [$0] } ?? []) + secondary }
}

@nonexhaustive
public enum Emphasis: String, Sendable, CaseIterable {
    /// Nothing to do.
    case quiet
    case normal
    /// Something goes on.
    case active
    /// Somebody has to decide.
    case attention
    case problem
}

/// The affordance of an item: a function of its state, the device, and what the view knows.
public func affordance(of item: Item, in context: AffordanceContext) -> Affordance {
    affordance(of: item, in: context, isSpoken: true)
}

/// - Parameter isSpoken: whether the text for a screen reader is asked for; without it, that is empty.
package func affordance(of item: Item, in context: AffordanceContext, isSpoken: Bool) -> Affordance {
    let facts = ItemFacts(item, context)
    let rule = ItemRule.first(for: facts)
    let shown = rule.presents(facts)
    let phrases = context.phrases
    let label = phrases.text(shown.label)
    let detail = phrases.joined(shown.detail)
    return Affordance(
        row: rule.row, icon: shown.icon, label: label, detail: detail.isEmpty ? nil : detail,
        progressInBasisPoints: shown.progress, primary: facts.action(shown.primary),
        secondary: shown.secondary.compactMap(facts.action), emphasis: shown.emphasis,
        accessibilityText: isSpoken
            ? phrases.sentences([label, context.title, phrases.joined(shown.detail, .spoken)]) : "",
        motion: facts.motion(of: rule.row, to: shown.icon))
}

extension EventType {
    /// Whether a screen reader announces it when it happens. Everything else is read where the person looks.
    public var isAnnounced: Bool {
        switch self {
        case .contentPublished, .downloadFailed, .deletionRequested: true
        default: false
        }
    }
}
