/// What a screen shows for a group of items as a whole: data, not widgets.
public struct GroupSummary: Sendable, Equatable {
    public var row: Row
    public var icon: Icon
    public var label: String
    public var detail: String
    /// 0...10000. Absent while the size of an item is unknown.
    public var progressInBasisPoints: Int?
    /// Of the group, not of an item: the host names the group to the engine.
    public var primary: Action?
    public var secondary: [Action]
    public var emphasis: Emphasis
    /// Label, title and detail with units spelled out.
    public var accessibilityText: String

    public var actions: [Action] { (primary.map { [$0] } ?? []) + secondary }

    /// In the order in which they are asked for: the first that matches decides.
    @nonexhaustive
    public enum Row: String, Sendable, CaseIterable {
        case empty, removing, damaged, unusable, offlineMode, paused, downloading, noInternet, failed, held, queued,
            complete,
            partly,
            absent
    }
}

/// What a group's summary depends on.
public struct GroupContext: Sendable {
    public var totals: GroupTotals
    public var title: String?
    /// The group itself is paused; that everything is paused stands in `device`.
    public var isPaused = false
    /// Installed, sound items that cannot be opened now: their licence is at an end, or their place is away.
    public var unusable: Int64 = 0
    public var device: Device
    /// Microseconds since 1970 UTC.
    public var now: Int64
    public var phrases = Phrases()

    public init(totals: GroupTotals, device: Device, now: Int64) {
        self.totals = totals
        self.device = device
        self.now = now
    }
}

/// The summary of a group: a function of its sums, the device, and what the view knows.
public func groupSummary(_ context: GroupContext) -> GroupSummary {
    let row = context.row
    let shown = context.presents(row)
    let phrases = context.phrases
    let actions = { (offers: [Offer]) in
        offers.map { Action($0.code, label: phrases.text($0.words)) }
    }
    let label = phrases.text(shown.label)
    return GroupSummary(
        row: row, icon: shown.icon ?? Icon(.download), label: label, detail: phrases.joined(shown.detail),
        progressInBasisPoints: shown.progress, primary: actions(shown.primary.map { [$0] } ?? []).first,
        secondary: actions(shown.secondary), emphasis: shown.emphasis,
        accessibilityText: phrases.sentences([
            label, context.title, phrases.spoken(phrases.joined(shown.detail, .spoken)),
        ]))
}
