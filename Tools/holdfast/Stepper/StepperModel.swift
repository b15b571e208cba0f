/// What the stepper shows and waits for. Pure: keys and answers in, wishes out.
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
    private(set) var count: UInt64
    /// Records in the log.
    private(set) var head: UInt64
    /// Records that were there when the person last was at the head.
    private var seen: UInt64
    private(set) var pane = Pane.changes
    /// The pane has the whole screen.
    private(set) var isZoomed = false
    private(set) var scroll = 0
    private(set) var prompt: Prompt?
    private(set) var isHelpShown = false
    var notice: Notice?
    /// The item that is looked at, whatever the event is about.
    private(set) var pinned: String?
    private(set) var sought: String?
    private(set) var breaks: [Predicate]
    private let now: Int64
    private let zone: TimeZoneRules
    private var last: [Prompt.Kind: String] = [:]

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

    // MARK: Answers

    mutating func arrive(at count: UInt64, notice: Notice? = nil) {
        if count != self.count { scroll = 0 }
        self.count = count
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

    mutating func complete(with text: String) { prompt?.text = text }

    /// Asks again, with what is wrong.
    mutating func refuse(_ text: String, _ kind: Prompt.Kind? = nil) {
        if let kind { prompt = Prompt(kind: kind, text: last[kind] ?? "") }
        notice = Notice(text: text, role: .bad)
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> Wish? {
        if key == .control("c") { return .quit(.interrupted) }
        if key == .control("z") { return .suspend }
        if key == .control("l") { return .redraw }
        if isHelpShown {
            isHelpShown = false
            return key == .character("q") || key == .character("?") || key == .escape ? nil : press(key)
        }
        if prompt != nil { return write(key) }
        notice = nil
        return step(key) ?? look(key)
    }

    /// Along the log.
    private mutating func step(_ key: Key) -> Wish? {
        switch key {
        case .right, .character("l"), .character(" "): return go(1)
        case .left, .character("h"), .backspace: return go(-1)
        case .pageDown, .character("d"): return go(Int64(Self.pageCount))
        case .pageUp, .character("u"): return go(-Int64(Self.pageCount))
        case .home, .character("g"): return .go(min(1, head))
        case .end, .character("G"):
            seen = head
            return .go(head)
        case .character("i"): return .ownItem(isForward: true)
        case .character("I"): return .ownItem(isForward: false)
        case .character("n"): return find(isForward: true)
        case .character("N"): return find(isForward: false)
        case .character("c"): return run(isForward: true)
        case .character("C"): return run(isForward: false)
        case .character("q"): return .quit(.done)
        default: return nil
        }
    }

    /// What is shown of where one is.
    private mutating func look(_ key: Key) -> Wish? {
        switch key {
        case .character(":"): prompt = Prompt(kind: .jump)
        case .character("/"): prompt = Prompt(kind: .search)
        case .character("b"): prompt = Prompt(kind: .breakpoint)
        case .character("o"): prompt = Prompt(kind: .item)
        case .character("?"): isHelpShown = true
        case .tab: turn(1)
        case .backTab: turn(-1)
        case .character("z"), .enter: isZoomed.toggle()
        case .escape where isZoomed: isZoomed = false
        case .down, .character("j"): scroll += 1
        case .up, .character("k"): scroll = max(0, scroll - 1)
        default: break
        }
        return nil
    }

    /// The view knows how long a pane is.
    mutating func limitScroll(to most: Int) { scroll = min(scroll, max(0, most)) }

    private mutating func turn(_ step: Int) {
        let count = Pane.allCases.count
        pane = Pane.allCases[(pane.rawValue + step + count) % count]
        scroll = 0
    }

    private mutating func go(_ step: Int64) -> Wish? {
        let target = step < 0 ? count - min(count, step.magnitude) : min(head, count + step.magnitude)
        guard target != count else {
            notice = Notice(text: step < 0 ? "This is the beginning." : "This is the head of the log.")
            return nil
        }
        return .go(target)
    }

    private mutating func find(isForward: Bool) -> Wish? {
        guard let sought else {
            notice = Notice(text: "Nothing was searched for; / asks.")
            return nil
        }
        return .find(sought, isForward: isForward)
    }

    private mutating func run(isForward: Bool) -> Wish? {
        guard breaks.isEmpty else { return .run(isForward: isForward) }
        notice = Notice(text: "There is no breakpoint; b sets one.")
        return nil
    }

    // MARK: Prompts

    private mutating func write(_ key: Key) -> Wish? {
        guard var prompt else { return nil }
        switch key {
        case .escape: return cancel()
        case .enter:
            self.prompt = nil
            notice = nil
            last[prompt.kind] = prompt.text
            return accept(prompt)
        case .backspace where prompt.text.isEmpty: return cancel()
        case .backspace: prompt.text.removeLast()
        case .control("u"): prompt.text = ""
        case .up: prompt.text = last[prompt.kind] ?? prompt.text
        case .tab where prompt.kind == .item: return .complete(prompt.text)
        case .character(let character) where prompt.text.count < Self.promptCountMax: prompt.text.append(character)
        default: return nil
        }
        self.prompt = prompt
        return nil
    }

    private mutating func cancel() -> Wish? {
        prompt = nil
        notice = nil
        return nil
    }

    private mutating func accept(_ prompt: Prompt) -> Wish? {
        switch prompt.kind {
        case .item: return .choose(prompt.text)
        case .breakpoint:
            setBreak(prompt.text)
            return nil
        case .search:
            guard !prompt.text.isEmpty else { return find(isForward: true) }
            sought = prompt.text
            return .find(prompt.text, isForward: true)
        case .jump:
            guard !prompt.text.isEmpty else { return nil }
            do {
                return .jump(
                    try PointInTime.parse(prompt.text, now: now, zone: zone, bareDigitsArePositions: true))
            } catch {
                refuse(error.message + " " + error.suggestion, .jump)
                return nil
            }
        }
    }

    /// Without a text all are taken away.
    private mutating func setBreak(_ text: String) {
        guard !text.isEmpty else {
            notice = Notice(text: breaks.isEmpty ? "There is no breakpoint." : "The breakpoints are gone.")
            breaks = []
            return
        }
        guard breaks.count < Self.breakCountMax else {
            return refuse("There are \(Self.breakCountMax) breakpoints already; b and Enter take them away.")
        }
        do {
            breaks.append(try Predicate(text, now: now, zone: zone))
            notice = Notice(text: "Breakpoint \(breaks.count) is set; c runs on to it, C back.", role: .good)
        } catch {
            refuse(error.line, .breakpoint)
        }
    }
}
