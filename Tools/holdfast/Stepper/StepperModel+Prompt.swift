extension StepperModel {
    /// Keys while something is asked for.
    mutating func write(_ key: Key) -> Wish? {
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
