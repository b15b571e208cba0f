internal import HoldfastLog

/// What a screen asks.
extension OfflineEngine {
    /// Lends the state to `body`, every acknowledged change included. What is on its way to the disk is waited for first.
    ///
    /// - Throws: what `body` throws, as `internal` unless it is a `HoldfastError`; the error that stopped the engine, if one did: only opening
    ///   the store again helps then, and `store` can still be read where the disk lets it.
    public func read<Value: Sendable>(
        _ body: @Sendable (StateReader) throws -> Value
    ) async throws(HoldfastError) -> Value {
        await untilDurable()
        // What was queued behind a write that left everything open must not be shown.
        if let brokenBy { throw brokenBy }
        return try readQueued(body)
    }

    /// Under writing without a pause something new is always on its way: after so many waits it is read as well.
    private static let durableWaitMax = 16

    private func untilDurable() async {
        for _ in 0..<Self.durableWaitMax {
            guard let submission = sequencer.lastSubmission, submission.outcome == nil else { return startOver() }
            _ = try? await submission.durable()
        }
    }

    /// The state at the last queued record, for the engine's own decisions.
    private func readQueued<Value: Sendable>(
        _ body: @Sendable (StateReader) throws -> Value
    ) throws(HoldfastError) -> Value {
        do {
            return try lend(body)
        } catch {
            guard sequencer.log.isBroken else { throw error }
        }
        // A flush that nobody waits for failed under the read.
        startOver()
        if let brokenBy { throw brokenBy }
        return try lend(body)
    }

    private func lend<Value: Sendable>(
        _ body: @Sendable (StateReader) throws -> Value
    ) throws(HoldfastError) -> Value {
        do {
            return try withSoundTables {
                let reader = try StateReader(
                    view: sequencer.state, recordCount: sequencer.log.nextPosition, now: options.clock.now(),
                    receivedBytes: { [attempts] item in Self.received(of: item, attempts[item.number]) })
                return try body(reader)
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    /// What a screen shows for an item.
    ///
    /// - Throws: `notFound` for an item that was never registered.
    public func affordance(of id: String) async throws(HoldfastError) -> Affordance {
        let report = try await read { try $0.report(on: id) }
        guard let report else { throw unknown(id) }
        return report.affordance
    }

    /// Records from a position on, as they become durable; first those that are there already.
    public nonisolated func records(from position: UInt64 = 0) -> RecordSequence {
        RecordSequence(log: store.log, start: position)
    }

    func unknown(_ id: String) -> HoldfastError {
        HoldfastError(.notFound, "there is no item \(id); register it first")
    }
}
