package import HoldfastLog

/// Threads, chance and machine. A simulation brings its own, so that the same seed gives the same log.
package struct EngineSurroundings: Sendable {
    /// Differs after every start of the machine; empty where the system does not tell.
    package var bootID = Machine.bootID
    package var draw: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    /// Salts of private parts and the id of a new store come from `draw`, which then must not repeat itself; otherwise from the system.
    package var drawsAll = false
    /// With none, work on files runs where it is asked for.
    package var fileThreadCount = FinishingPool.threadCount
    /// Runs the log's writer in place of its thread.
    package var logRunner: LogRunner?
    /// Called with the log as soon as it is open, before anything is written: for whoever ends an engine without closing it.
    package var logOpened: (@Sendable (EventLog) -> Void)?

    package init() {}

    /// 16 bytes; `nil` where the system is to draw them.
    func identifier() -> [UInt8]? { drawsAll ? bytes(16) : nil }

    func salts() -> Salts { drawsAll ? Salts(draw: bytes) : Salts() }

    private func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { withUnsafeBytes(of: draw().littleEndian) { bytes += $0 } }
        return Array(bytes.prefix(count))
    }
}
