import Holdfast
import HoldfastModel

/// `replay --step`: brings keys to the model, its wishes to the store, and the view to the terminal.
final class Stepper {
    private let looking: Looking
    private let source: StepperSource
    private let terminal: StepperTerminal
    private var model: StepperModel
    private var scene = StepperScene()
    /// What came while something else was done.
    private var waiting: [StepperTerminal.Input] = []

    private static let lookInMilliseconds: Int32 = 200
    /// Longer work says so.
    private static let silenceInMicroseconds: Int64 = 300_000

    /// - Parameter count: records of the state to begin with.
    static func run(
        _ looking: Looking, from count: UInt64, breaks: [Predicate], _ environment: EnvironmentVariables
    ) throws(ToolFailure) -> ExitCode {
        let terminal = try StepperTerminal(style: looking.console.style, environment: environment)
        let stepper: Stepper
        let code: ExitCode
        do throws(ToolFailure) {
            stepper = try Stepper(looking, from: count, breaks: breaks, terminal)
            code = try stepper.loop()
        } catch {
            terminal.giveBack()
            throw error
        }
        terminal.giveBack()
        if code == .done, stepper.model.count > 0 { looking.console.say("Left at #\(stepper.model.count - 1).") }
        return code
    }

    private init(
        _ looking: Looking, from count: UInt64, breaks: [Predicate], _ terminal: StepperTerminal
    ) throws(ToolFailure) {
        (self.looking, self.terminal) = (looking, terminal)
        source = StepperSource(looking)
        model = StepperModel(
            count: count, head: try looking.recordCount(), breaks: breaks, now: looking.now, zone: looking.zone)
        try go(to: count)
    }

    private func loop() throws(ToolFailure) -> ExitCode {
        draw()
        while true {
            let inputs = waiting.isEmpty ? terminal.wait(milliseconds: Self.lookInMilliseconds) : waiting
            waiting = []
            let head = try looking.recordCount()
            guard !inputs.isEmpty || head > model.head else { continue }
            model.grow(to: head)
            for input in inputs {
                if let code = try take(input) { return code }
            }
            draw()
        }
    }

    private func draw() {
        (model.columns, model.rows) = terminal.size
        let ink = Ink(style: looking.console.style)
        let view = StepperView(model: model, scene: scene, store: looking.path, ink: ink)
        let screen = view.screen()
        model.limitScroll(to: screen.scrollMax)
        terminal.show(screen, columns: model.columns)
    }

    /// The exit code, once it is to end.
    private func take(_ input: StepperTerminal.Input) throws(ToolFailure) -> ExitCode? {
        switch input {
        case .ended: return .interrupted
        case .suspend: try terminal.suspend()
        case .changed: try terminal.resume()
        case .key(let key): return try model.press(key).flatMap { wish throws(ToolFailure) in try perform(wish) }
        }
        return nil
    }

    private func perform(_ wish: StepperModel.Wish) throws(ToolFailure) -> ExitCode? {
        switch wish {
        case .quit(let code): return code
        case .suspend: try terminal.suspend()
        case .redraw: terminal.forget()
        case .go(let count): try go(to: count)
        case .jump(let point): try jump(to: point)
        case .find(let text, let isForward):
            let found = try source.find(text, from: model.count, isForward: isForward, goesOn: patience("Searching"))
            try arrive(found, "'\(text)' is not in any record \(isForward ? "from here on" : "before this").")
        case .run(let isForward):
            let found = try source.run(
                model.breaks, from: model.count, isForward: isForward, goesOn: patience("Running"))
            try arrive(found, "No breakpoint is met \(isForward ? "from here on" : "before this").")
        case .ownItem(let isForward): try ownItem(isForward)
        case .choose(let id): try choose(id)
        case .complete(let text): try complete(text)
        }
        return nil
    }

    private func go(to count: UInt64, notice: StepperModel.Notice? = nil) throws(ToolFailure) {
        // As much as a pane of the whole screen shows.
        source.queueMax = terminal.size.rows
        scene = try source.scene(after: count, pinned: model.pinned, last: scene.item?.id)
        model.arrive(at: count, notice: notice)
    }

    private func arrive(_ found: StepperSource.Found, _ otherwise: String) throws(ToolFailure) {
        switch found {
        case .at(let count): try go(to: count)
        case .nothing: model.notice = .init(text: otherwise)
        case .stopped: model.notice = .init(text: "Stopped.")
        }
    }

    private func jump(to point: PointInTime) throws(ToolFailure) {
        var notes: [String] = []
        looking.note = { notes.append($0) }
        let count: UInt64
        do throws(ToolFailure) {
            count = try looking.count(looking.point(point))
        } catch {
            return model.refuse(error.message, .jump)
        }
        try go(to: count, notice: notes.last.map { .init(text: $0) })
    }

    private func ownItem(_ isForward: Bool) throws(ToolFailure) {
        guard let id = scene.item?.id else {
            model.notice = .init(text: "No item was met yet; o chooses one.")
            return
        }
        let found = try source.ownItem(id, from: model.count, isForward: isForward)
        try arrive(found, "Nothing happened to \(id) \(isForward ? "after" : "before") this.")
    }

    private func choose(_ id: String) throws(ToolFailure) {
        guard !id.isEmpty else {
            model.chosen(nil)
            return try show()
        }
        guard try !looking.attempt({ try looking.store.positions(ofSubject: "item:" + id, limit: 1) }).isEmpty else {
            return model.refuse(looking.unknownItem(id).message, .item)
        }
        model.chosen(id)
        try show()
    }

    /// The same position with another item.
    private func show() throws(ToolFailure) {
        scene = try source.scene(after: model.count, pinned: model.pinned, last: scene.item?.id)
    }

    private func complete(_ text: String) throws(ToolFailure) {
        let ids = try looking.read { try $0.items(limit: 10_000).map(\.id) }.filter { $0.hasPrefix(text) }
        guard let first = ids.first else {
            model.notice = .init(text: "No item begins so.", role: .bad)
            return
        }
        let common = ids.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        model.complete(with: common)
        let shown = ids.prefix(8).joined(separator: "  ") + (ids.count > 8 ? "  ..." : "")
        model.notice = ids.count > 1 ? .init(text: shown, role: .dim) : nil
    }

    /// Says after a while that something is done, and ends it with Escape or Ctrl-C. What else comes waits.
    private func patience(_ word: String) -> () -> Bool {
        let start = SystemClock().now().monotonic
        var isTold = false
        return { [self] in
            if !isTold, SystemClock().now().monotonic.subtractingClamped(start) > Self.silenceInMicroseconds {
                isTold = true
                model.notice = .init(text: word + "; Escape stops it.", role: .active)
                draw()
            }
            for input in terminal.wait(milliseconds: 0) {
                if input == .key(.escape) || input == .key(.control("c")) { return false }
                waiting.append(input)
            }
            return !waiting.contains(.ended)
        }
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
