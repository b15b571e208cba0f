import Holdfast
import HoldfastModel

/// A story for people: each step with its time, how long after the one before, and its positions.
struct StoryText {
    private let story: Story
    private let looking: Looking

    init(_ story: Story, _ looking: Looking) { (self.story, self.looking) = (story, looking) }

    func show() throws(ToolFailure) {
        let lifeCount = story.lifeCount
        var life = 0
        var before: Story.Step?
        for step in story.steps {
            if step.beginsLife {
                life += 1
                if lifeCount > 1 {
                    if before != nil { looking.console.output.line("") }
                    let title = "Download \(life) of \(lifeCount)"
                    looking.console.output.line(looking.console.style.paint(title, .strong))
                }
            }
            let words = step.isNote ? try note(step) : step.text
            let text = try opening(step, words, after: before) + " (\(Self.positions(step)))"
            Self.show(text, lead: LocalTime.text(step.from, looking.zone), looking)
            if looking.console.output.isEnded { return }
            before = step
        }
    }

    /// The step with how long after the one before it came; a transfer also with the network that came meanwhile.
    private func opening(_ step: Story.Step, _ words: String, after before: Story.Step?) throws(ToolFailure) -> String {
        guard let before else { return words }
        let gap = step.from.subtractingClamped(before.until)
        guard gap >= 1_000_000 else { return words }
        let network =
            step.startsTransfer
            ? try network(between: before.positions.upperBound, and: step.positions.lowerBound) : nil
        let lead = "After \(LengthText.text(gap))" + (network.map { ", once there was \($0)" } ?? "")
        return lead + ": " + words.prefix(1).lowercased() + words.dropFirst()
    }

    /// Where it was erased, only that there was one.
    private func note(_ step: Story.Step) throws(ToolFailure) -> String {
        guard let note = try looking.record(at: step.positions.lowerBound).privatePart?.note else { return step.text }
        return step.text.dropLast() + ": " + note
    }

    /// So many changes of the network are looked at, and no more.
    private static let lookMax = 1_024

    /// The internet that came between two records: what the item had waited for, as far as the network is concerned.
    private func network(between first: UInt64, and last: UInt64) throws(ToolFailure) -> String? {
        try looking.read { reader in
            var found: TimelineEntry?
            var looked = 0
            try reader.view.walkLedger(TimelineEntry.self, from: first) { entry in
                guard entry.position < last, looked < Self.lookMax else { return false }
                looked += 1
                found = entry
                return true
            }
            guard looked < Self.lookMax, let found, [.internet, .metered].contains(NetworkSpan.Kind(found)) else {
                return nil
            }
            let over = found.network.map { " over \($0)" } ?? ""
            return "internet" + over + (found.isMetered == true ? ", metered" : "")
        }
    }

    private static func positions(_ step: Story.Step) -> String {
        let positions = step.positions
        return positions.count == 1
            ? "#\(positions.lowerBound)" : "#\(positions.lowerBound) to #\(positions.upperBound)"
    }

    private static let indent = 21
    private static let narrow = 60

    /// Where there is little room, the lead stands on a line of its own.
    static func show(_ text: String, lead: String, _ looking: Looking) {
        let style = looking.console.style
        let width = style.width ?? .max
        for line in Wrap.lines(style.text(text), width: width, indent: width < narrow ? 2 : indent, lead: lead) {
            looking.console.output.line(line)
        }
    }
}
