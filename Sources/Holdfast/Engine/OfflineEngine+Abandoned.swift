/// Attempts that the state has open and on which nobody works: a commit failed after their bytes had come.
extension OfflineEngine {
    func resumeAbandonedAttempts() throws {
        for number in try numbers(in: .running) where attempts[number] == nil {
            guard let item = try sequencer.state.item(number), let attempt = item.transfer.attempt else { continue }
            // A whole file waits for its volume: only there can be seen how far it came.
            if item.transfer.state.isFinishing, !isAvailable(content) { continue }
            let running = RunningAttempt(
                item: number, id: attempt.id, source: Int(clamping: attempt.source), reach: .loopback, isMetered: false)
            attempts[number] = running
            running.run(Task { await self.takeUp(running) })
        }
    }

    private func takeUp(_ running: RunningAttempt) async {
        do {
            if let item = try sequencer.state.item(running.item), let attempt = item.transfer.attempt,
                attempt.id == running.id
            {
                // Of what a volume lost on its way out the cache of this boot knows nothing.
                if try await finishAgain(item, isSameBoot: content.number == 0) == nil {
                    try await interrupt(item, attempt)
                }
            }
        } catch {
            // Refused, or not written either: the next turn looks again.
            holdTurns()
        }
        await letGo(of: running)
    }

    private func interrupt(_ item: Item, _ attempt: Attempt) async throws {
        var cause = InterruptCause.preempted
        var size = item.staging?.durableBytes ?? 0
        if isAvailable(content) {
            size = (try? content.open().partialSize(item.number)) ?? 0
        } else {
            cause = .volumeLost
        }
        try await commit(
            .attempt(item: item.number, id: attempt.id, .interrupted(cause, blocker: nil, durableBytes: size)),
            by: .system)
    }
}
