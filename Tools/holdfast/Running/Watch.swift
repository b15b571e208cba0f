import Holdfast

/// What a look at a store shows.
struct Sight {
    var lines: [String]
    /// Things that are not shown.
    var restCount: Int64
}

/// Shows something again each time it changes: on a terminal in the place where it stood, elsewhere below.
///
/// It only reads, so that the engine does not notice it, and ends when it is interrupted or its reader goes away.
struct Watch {
    private let looking: Looking
    /// What is there to show now.
    private let look: () throws(ToolFailure) -> Sight
    private var shown: [String] = []
    private var drawnRows = 0

    /// - Parameter again: goes on looking.
    static func show(_ looking: Looking, again: Bool, _ look: @escaping () throws(ToolFailure) -> Sight)
        async throws(ToolFailure) -> ExitCode
    {
        if again {
            var watch = Watch(looking: looking, look: look)
            try await watch.run()
            return .done
        }
        let sight = try look()
        for line in sight.lines { looking.console.output.line(line) }
        if sight.restCount > 0, !looking.console.isJSON {
            looking.console.say("\(sight.restCount) more; --all shows them.")
        }
        return .done
    }

    private init(looking: Looking, look: @escaping () throws(ToolFailure) -> Sight) {
        (self.looking, self.look) = (looking, look)
    }

    private mutating func run() async throws(ToolFailure) {
        let output = looking.console.output
        output.flushesEachLine = false
        let signals = RunSignals()
        let (store, start) = (looking.store, try looking.recordCount())
        let tasks = [
            Task { for await count in store.follow(from: start) { signals.tell { $0.count = count } } },
            // What no record tells: bytes that arrive, waits that end.
            Task { while (try? await Task.sleep(for: .milliseconds(500))) != nil { signals.tell { _ in } } },
        ]
        defer { for task in tasks { task.cancel() } }
        try update()
        for await _ in signals.wakes {
            if output.isEnded || output.isReaderGone { return }
            try update()
        }
    }

    private mutating func update() throws(ToolFailure) {
        let isResized = looking.console.measure()
        looking.readClock()
        let lines = try look().lines
        guard lines != shown || isResized else { return }
        let console = looking.console
        if let rows = console.drawableRows {
            draw(lines, rows: rows, console)
        } else {
            // A reader of lines sees where the next look begins.
            if !shown.isEmpty, !console.isJSON { console.output.line("") }
            for line in lines { console.output.line(line) }
        }
        console.output.flush()
        shown = lines
    }

    private mutating func draw(_ lines: [String], rows: Int, _ console: Console) {
        let room = max(2, rows - 1)
        var fitting = Array(lines.prefix(room))
        if lines.count > room { fitting[room - 1] = "and \(lines.count - room + 1) lines more" }
        // Up to the first line and away with what stands there; all of it leaves in one write.
        let lead = drawnRows > 0 ? "\u{1b}[\(drawnRows)A\r\u{1b}[J" : ""
        for (index, line) in fitting.enumerated() { console.output.line((index == 0 ? lead : "") + line) }
        drawnRows = fitting.count
    }
}
