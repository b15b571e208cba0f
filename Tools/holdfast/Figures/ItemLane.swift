import Holdfast
import HoldfastModel

/// What an item did over a part of the history: made from the fold of its own records, so it is what the state was.
struct ItemLane: Sendable {
    enum Phase: String, CaseIterable, Sendable {
        /// An attempt is under way.
        case running
        /// Wanted, and nothing runs.
        case waiting
        /// Given up; somebody has to do something.
        case failed
        /// Its file is there.
        case available
    }

    enum Mark: String, CaseIterable, Sendable {
        /// An attempt failed or was interrupted.
        case setback
        /// A download was given up.
        case failed
        /// The file came to be there.
        case done
        case removed
    }

    struct Span: Sendable, Equatable {
        var from: Int64
        var until: Int64
        var phase: Phase
        /// Of the record that began it.
        var position: UInt64
    }

    struct Event: Sendable, Equatable {
        var time: Int64
        var mark: Mark
        var position: UInt64
    }

    let id: String
    private(set) var spans: [Span] = []
    private(set) var events: [Event] = []

    /// - Parameters:
    ///   - number: of the item.
    ///   - clockFalls: those of the range.
    init(
        _ number: UInt64, _ range: AskedRange, _ clockFalls: [ClockFall], _ looking: Looking
    ) throws(ToolFailure) {
        guard case .first(let subject) = try looking.record(at: number).record.subject else {
            throw ToolFailure(.damaged, "record \(number) names no item.")
        }
        id = String(subject.dropFirst("item:".utf8.count))
        var state = MemoryState()
        var open: Span?
        var falls = clockFalls[...]
        for position in try looking.attempt({ try looking.store.positions(ofSubject: subject) }) {
            guard position < range.positions.upperBound else { break }
            let record = try looking.record(at: position).record
            while let fall = falls.first, fall.position <= position {
                cut(&open, at: fall)
                falls.removeFirst()
            }
            state.apply(record)
            let time = max(range.from, record.recordedAt)
            let phase = state.item(number).flatMap(Phase.init)
            if phase != open?.phase {
                if open?.from != time { close(&open, at: time) }
                open = phase.map { Span(from: time, until: time, phase: $0, position: position) }
            }
            guard range.positions.contains(position), let mark = Mark(record.event) else { continue }
            events.append(Event(time: time, mark: mark, position: position))
        }
        for fall in falls { cut(&open, at: fall) }
        close(&open, at: range.until)
    }

    /// It goes on, and the clock begins anew.
    private mutating func cut(_ open: inout Span?, at fall: ClockFall) {
        guard let span = open else { return }
        close(&open, at: fall.before)
        open = Span(from: fall.after, until: fall.after, phase: span.phase, position: span.position)
    }

    private mutating func close(_ open: inout Span?, at time: Int64) {
        guard var span = open else { return }
        span.until = max(span.from, time)
        spans.append(span)
        open = nil
    }
}

extension ItemLane.Phase {
    init?(_ item: Item) {
        switch item.transfer {
        case .connecting, .receiving, .verifying, .publishing: self = .running
        case .failed: self = .failed
        case .ready, .held, .backoff: self = .waiting
        case .idle:
            guard let installed = item.installed, installed.isSound else { return nil }
            self = .available
        }
    }

    var words: String {
        switch self {
        case .running: "downloading"
        case .waiting: "waiting"
        case .failed: "failed"
        case .available: "there"
        }
    }

    var characters: (unicode: Character, ascii: Character, role: Style.Role) {
        switch self {
        case .running: ("█", "#", .active)
        case .waiting: ("·", ".", .plain)
        case .failed: ("╌", "~", .bad)
        case .available: ("─", "-", .good)
        }
    }
}

extension ItemLane.Mark {
    init?(_ event: HoldfastModel.Event) {
        switch event {
        case .transferFailed, .transferInterrupted, .verificationFailed: self = .setback
        case .downloadFailed: self = .failed
        case .contentPublished, .contentImported: self = .done
        case .contentDeleted: self = .removed
        default: return nil
        }
    }

    var words: String {
        switch self {
        case .setback: "attempt broke off"
        case .failed: "given up"
        case .done: "done"
        case .removed: "removed"
        }
    }

    var characters: (unicode: Character, ascii: Character, role: Style.Role) {
        switch self {
        case .setback: ("!", "!", .warning)
        case .failed: ("✗", "x", .bad)
        case .done: ("✓", "v", .good)
        case .removed: ("−", "_", .plain)
        }
    }
}
