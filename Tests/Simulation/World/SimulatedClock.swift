package import Holdfast

/// The clocks of one boot: the loop's time, and a wall clock that somebody may set.
package final class SimulatedClock: EngineClock, @unchecked Sendable {
    // Used on the loop's one thread.
    private let loop: Loop
    /// Distance of the wall clock from the loop's time, in microseconds.
    package var wallOffset: Int64 { didSet { setAt = loop.microseconds } }
    /// When the wall clock was last set, in the loop's time.
    package private(set) var setAt: Int64?
    /// When the machine was started, in the loop's time.
    package var bootedAt: Int64 = 0
    /// How far local time is ahead of UTC: the device travels.
    package var utcOffsetInSeconds: Int64 = 0

    package init(_ loop: Loop, wall: Int64) {
        self.loop = loop
        wallOffset = wall
    }

    package var wall: Int64 { loop.microseconds + wallOffset }

    package func utcOffsetInSeconds(at wall: Int64) -> Int64 { utcOffsetInSeconds }

    package func now() -> Now { Now(wall: wall, monotonic: loop.microseconds - bootedAt) }

    package func sleep(untilMonotonic moment: Int64) async throws {
        if await !loop.sleep(until: moment + bootedAt) { throw CancellationError() }
    }
}
