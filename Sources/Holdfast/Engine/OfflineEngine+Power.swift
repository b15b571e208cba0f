/// What the device runs on, and how its local time stands to UTC.
extension OfflineEngine {
    /// Written down when the source or the battery saver changes, or the level crosses a multiple of 5 %.
    func take(_ reading: PowerReading) async {
        unobservedPower = reading
        scheduleTurn()
    }

    /// Writes the newest reading down; again at a later turn when the disk did not take it.
    func observePower() throws {
        guard let reading = unobservedPower else { return }
        let known = try sequencer.state.device().power.map { PowerReading($0) } ?? .external
        guard reading.isNews(after: known) else {
            unobservedPower = nil
            return
        }
        let appended = try queue(.power(PowerChanged(reading)), by: .system)
        unobservedPower = nil
        guard appended.submission != nil else { return }
        Task {
            do {
                try await self.settle(appended)
            } catch {
                if self.unobservedPower == nil { self.unobservedPower = reading }
            }
        }
    }

    /// Schedule windows are local times: they move with the device.
    func observeTimeZone(_ now: Now) throws {
        // No place on Earth is a day away.
        let offset = min(max(options.clock.utcOffsetInSeconds(at: now.wall), -86_399), 86_399)
        guard try offset != sequencer.state.device().utcOffsetInSeconds else { return }
        let appended = try queue(.timeZone(utcOffsetInSeconds: offset), by: .system)
        Task { try? await self.settle(appended) }
    }
}

extension PowerReading {
    init(_ power: PowerChanged) {
        self.init(
            power.source.known ?? .external, levelInBasisPoints: power.levelInBasisPoints,
            isLowPowerMode: power.isLowPowerMode)
    }

    /// Basis points of a full battery between two marks.
    private static let step: Int64 = 500

    func isNews(after known: PowerReading) -> Bool {
        source != known.source || isLowPowerMode != known.isLowPowerMode
            || levelInBasisPoints.map { $0 / Self.step } != known.levelInBasisPoints.map { $0 / Self.step }
    }
}

extension PowerChanged {
    init(_ reading: PowerReading) {
        self.init()
        source = .known(reading.source)
        levelInBasisPoints = reading.levelInBasisPoints.map { min(max($0, 0), 10_000) }
        isLowPowerMode = reading.isLowPowerMode
    }
}
