extension StepperModel {
    mutating func press(_ key: Key) -> Wish? {
        if key == .control("c") { return .quit(.interrupted) }
        if key == .control("z") { return .suspend }
        if key == .control("l") { return .redraw }
        if isHelpShown { return leaveHelp(key) }
        if prompt != nil { return write(key) }
        notice = nil
        return step(key) ?? look(key)
    }

    /// Arrows scroll it where it is longer than the screen; any other key ends it.
    private mutating func leaveHelp(_ key: Key) -> Wish? {
        switch key {
        case .down, .character("j"): scroll += 1
        case .up, .character("k"): scroll = max(0, scroll - 1)
        case .character("q"), .character("?"), .escape: (isHelpShown, scroll) = (false, 0)
        default:
            (isHelpShown, scroll) = (false, 0)
            return press(key)
        }
        return nil
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
        case .character("?"): (isHelpShown, scroll) = (true, 0)
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

    mutating func find(isForward: Bool) -> Wish? {
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
}
