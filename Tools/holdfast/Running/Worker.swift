import Holdfast
import HoldfastModel

/// Works the queue of a store and shows what happens, until it is idle or interrupted.
final class Worker {
    private let engine: OfflineEngine
    private let path: String
    private let console: Console
    private let signals = RunSignals()
    private var feed: RunFeed
    private var meters: [String: RateMeter] = [:]
    private let zone: TimeZoneRules
    private let now: Int64
    private let phrases: Phrases

    init(_ engine: OfflineEngine, path: String, _ invocation: Invocation) {
        self.engine = engine
        self.path = path
        console = invocation.console
        zone = invocation.meaning.zone
        now = invocation.meaning.now
        phrases = invocation.phrases
        feed = RunFeed(console: invocation.console, zone: invocation.meaning.zone)
        console.output.flushesEachLine = true
    }

    func work(endsWhenIdle: Bool) async throws(ToolFailure) -> ExitCode {
        let interruption = Interruption { [signals] in signals.tell { $0.isInterrupted = true } }
        defer { withExtendedLifetime(interruption) {} }
        var failure: ToolFailure?
        var wanted: [String] = []
        do throws(HoldfastError) {
            try await loop(endsWhenIdle: endsWhenIdle)
            if endsWhenIdle, !signals.seen.isInterrupted { wanted = try await stillWanted() }
        } catch {
            failure = ToolFailure(error, at: path)
        }
        console.progress?.clear()
        do throws(HoldfastError) {
            try await engine.close()
            try await showRest()
        } catch {
            failure = failure ?? ToolFailure(error, at: path)
        }
        if let failure { throw failure }
        if signals.seen.isInterrupted { return .interrupted }
        guard !wanted.isEmpty else { return .done }
        let count = wanted.count == 1 ? "1 item is" : "\(wanted.count) items are"
        let shown = wanted.prefix(5).joined(separator: "; ") + (wanted.count > 5 ? "; 'holdfast queue' shows all" : "")
        throw ToolFailure(.answerIsNo, "\(count) still wanted: \(shown).")
    }

    private func loop(endsWhenIdle: Bool) async throws(HoldfastError) {
        feed.next = try await engine.read { $0.environment().session ?? $0.recordCount }
        let tasks = watch(endsWhenIdle: endsWhenIdle)
        defer { for task in tasks { task.cancel() } }
        for await _ in signals.wakes {
            let seen = signals.seen
            try await feed.show(upTo: seen.count, from: engine)
            if seen.isInterrupted || console.output.isEnded || console.output.isReaderGone { return }
            if seen.isIdle {
                // What became durable since the engine was last asked.
                try await feed.show(upTo: try await engine.read { $0.recordCount }, from: engine)
                return
            }
            await draw()
            try await engine.checkIsWorking()
        }
    }

    /// Ten looks a second where bars are drawn; elsewhere one, for what no record tells.
    private func watch(endsWhenIdle: Bool) -> [Task<Void, Never>] {
        let interval = Duration.milliseconds(console.progress == nil ? 1000 : 100)
        let (engine, signals, start) = (engine, signals, feed.next)
        var tasks = [
            Task {
                for await count in engine.store.follow(from: start) { signals.tell { $0.count = count } }
            },
            Task {
                while (try? await Task.sleep(for: interval)) != nil { signals.tell { _ in } }
            },
        ]
        if endsWhenIdle {
            tasks.append(
                Task {
                    await engine.untilIdle()
                    signals.tell { $0.isIdle = true }
                })
        }
        return tasks
    }

    private func draw() async {
        guard let display = console.progress else { return }
        let running = await engine.progress()
        let clock = SystemClock().now().monotonic
        let known = Set(running.map(\.item))
        meters = meters.filter { known.contains($0.key) }
        let bars = running.map { progress in
            meters[progress.item, default: RateMeter()].observe(bytes: progress.receivedBytes, monotonic: clock)
            return ProgressBar(
                name: progress.item, receivedBytes: progress.receivedBytes, totalBytes: progress.totalBytes,
                bytesPerSecond: meters[progress.item]?.bytesPerSecond)
        }
        display.draw(bars)
    }

    /// Each wanted item with what holds it up.
    private func stillWanted() async throws(HoldfastError) -> [String] {
        let (zone, now, phrases) = (zone, now, phrases)
        return try await engine.read { reader in
            try reader.queue(limit: 1000).map { item in
                let report = try reader.report(on: item, phrases: phrases)
                let reasons = WaitText.reasons(report, isWorked: true, now: now, zone)
                return "\(item.id) (\(reasons.isEmpty ? report.affordance.label : reasons.joined(separator: ", ")))"
            }
        }
    }

    /// Records of the close itself.
    private func showRest() async throws(HoldfastError) {
        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        try feed.show(upTo: try store.recordCount(), from: store)
    }
}
