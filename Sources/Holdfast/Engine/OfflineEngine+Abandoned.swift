/// Attempts that the state has open and on which nobody works: a commit failed after their bytes had come.
extension OfflineEngine {
    func resumeAbandonedAttempts() throws {
        for number in try numbers(in: .running) where attempts[number] == nil {
            guard let attempt = try sequencer.state.item(number)?.transfer.attempt else { continue }
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
                if try await finishAgain(item) == nil { try await interrupt(item, attempt) }
            }
        } catch {
            // Refused, or not written either: the next turn looks again.
            holdTurns()
        }
        await letGo(of: running)
    }

    private func interrupt(_ item: Item, _ attempt: Attempt) async throws {
        let size = (try? content.partialSize(item.number)) ?? 0
        try await commit(
            .attempt(item: item.number, id: attempt.id, .interrupted(.preempted, blocker: nil, durableBytes: size)),
            by: .system)
    }
}
