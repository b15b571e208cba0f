/// What the stepper shows and waits for. Pure: keys and answers in, wishes out; only keys and answers change it.
struct StepperModel {
    enum Pane: Int, CaseIterable, Sendable {
        case event, changes, item, queue, environment

        var title: String {
            switch self {
            case .event: "Event"
            case .changes: "Changes"
            case .item: "Item"
            case .queue: "Queue"
            case .environment: "Environment"
            }
        }
    }

    /// A line at the foot that says something.
    struct Notice: Equatable, Sendable {
        var text: String
        var role = Style.Role.plain
    }

    /// A line at the foot that asks for something.
    struct Prompt: Equatable, Sendable {
        enum Kind: Sendable {
            case jump, search, breakpoint, item
        }

        var kind: Kind
        var text = ""
    }

    /// What only somebody with the store can do.
    enum Wish: Equatable, Sendable {
        /// Show the state after so many records.
        case go(UInt64)
        case jump(PointInTime)
        case find(String, isForward: Bool)
        case ownItem(isForward: Bool)
        case run(isForward: Bool)
        case choose(String)
        case complete(String)
        /// Draw everything anew.
        case redraw
        case suspend
        case quit(ExitCode)
    }

    var columns = 80
    var rows = 24
    /// Records that the state shown is a fold of; 0 is the empty state.
    var count: UInt64
    /// Records in the log.
    var head: UInt64
    /// Records that were there when the person last was at the head.
    var seen: UInt64
    var pane = Pane.changes
    /// The pane has the whole screen.
    var isZoomed = false
    var scroll = 0
    var prompt: Prompt?
    var isHelpShown = false
    var notice: Notice?
    /// The item that is looked at, whatever the event is about.
    var pinned: String?
    var sought: String?
    var breaks: [Predicate]
    let now: Int64
    let zone: TimeZoneRules
    /// What was written last.
    var last: [Prompt.Kind: String] = [:]

    static let pageCount: UInt64 = 10
    static let breakCountMax = 16
    static let promptCountMax = 1_000

    /// - Parameters:
    ///   - now: microseconds since 1970 UTC, for times such as `-2h`.
    init(count: UInt64, head: UInt64, breaks: [Predicate] = [], now: Int64, zone: TimeZoneRules) {
        (self.count, self.head, seen) = (count, head, head)
        (self.breaks, self.now, self.zone) = (breaks, now, zone)
    }

    /// Records that have come since.
    var newCount: UInt64 { head - seen }

    mutating func arrive(at count: UInt64, notice: Notice? = nil) {
        if count != self.count { scroll = 0 }
        self.count = count
        // What was found may have come since somebody last looked at the head.
        grow(to: count)
        seen = max(seen, count)
        self.notice = notice
    }

    mutating func grow(to head: UInt64) {
        // Who stands at the head sees that it is not the head any more.
        self.head = max(self.head, head)
    }

    mutating func chosen(_ item: String?) {
        pinned = item
        scroll = 0
        notice = Notice(
            text: item.map { "Looking at \($0); o and Enter go back to the event's own." }
                ?? "Looking at the event's own item.")
    }

    /// The view knows how long a pane is.
    mutating func limitScroll(to most: Int) { scroll = min(scroll, max(0, most)) }

    mutating func complete(with text: String) { prompt?.text = text }

    /// Asks again, with what is wrong.
    mutating func refuse(_ text: String, _ kind: Prompt.Kind? = nil) {
        if let kind { prompt = Prompt(kind: kind, text: last[kind] ?? "") }
        notice = Notice(text: text, role: .bad)
    }
}
