import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// A history that a test writes command by command, and the explanations that a reader gives of it.
final class WhyScene {
    private let directory: TemporaryDirectory
    private let log: EventLog
    private let sequencer: Sequencer
    private let clock = VirtualClock()
    private let store: OfflineStore
    /// Position of the record that a scenario is about.
    var cause: UInt64 = 0
    /// Position from which on it holds the item up, where that is a later one.
    var blockedFrom: UInt64?
    /// When the reason ends by itself.
    var until: Int64?

    /// Online, with "a" known and of 1 MB.
    init() throws {
        directory = try TemporaryDirectory()
        let path = directory.file("store")
        let place = try StoreDirectory(path: path, creating: true)
        try place.writeMarker(StoreMarker(storeID: String(repeating: "0", count: 32), volume: 0))
        var options = LogOptions.writing
        options.storeIdentifier = [UInt8](repeating: 0, count: 16)
        log = try EventLog.open(directory: path, options: options)
        sequencer = try Sequencer(log: log, addresses: { [] })
        store = OfflineStore(log: log, path: path, clock: clock, isLent: true)
        try run(.createStore(storeID: String(repeating: "0", count: 32), engineVersion: "1"))
        try open()
        try connect()
        try register("a")
    }

    deinit { log.closeAndWait() }

    var now: Int64 { clock.now().wall }
    var head: UInt64 { log.nextPosition - 1 }

    /// A second later. Returns the positions of what was written.
    @discardableResult
    func run(_ command: Command) throws -> Range<UInt64> {
        clock.advance(bySeconds: 1)
        return try sequencer.perform(command, by: .user, id: nil, now: clock.now()).positions
    }

    /// Runs a command whose last record is the cause.
    func causes(_ command: Command) throws {
        let positions = try run(command)
        try #require(!positions.isEmpty, "\(command) wrote nothing")
        cause = positions.upperBound - 1
    }

    func wait(seconds: Double) { clock.advance(bySeconds: seconds) }

    // MARK: What happens

    func open() throws { try run(.openSession(engineVersion: "1", operatingSystem: "test", bootID: "boot")) }

    static func link(_ link: Link, _ change: (inout ConnectivityChanged) -> Void = { _ in }) -> Command {
        var seen = ConnectivityChanged()
        seen.link = .known(link)
        seen.isMetered = false
        change(&seen)
        return .observe(seen)
    }

    func connect(_ change: (inout ConnectivityChanged) -> Void = { _ in }) throws {
        try run(Self.link(.internet, change))
    }

    static func battery(_ level: Int64?, isSaving: Bool = false) -> Command {
        var power = PowerChanged()
        power.source = .known(.battery)
        power.levelInBasisPoints = level
        power.isLowPowerMode = isSaving
        return .power(power)
    }

    static func free(_ bytes: Int64, volume: UInt64 = 0) -> Command {
        var measure = StorageMeasured()
        (measure.volume, measure.freeBytes, measure.capacityBytes) = (volume, bytes, 9_000_000_000)
        return .measure(measure)
    }

    func register(_ id: String, host: String? = nil, bytes: Int64 = 1_000_000) throws {
        var item = Registration(id: id, sources: ["https://\(host ?? id).example/\(id)"])
        item.expectedBytes = bytes
        try run(.register(item))
    }

    func want(_ id: String = "a", _ change: (inout RequestOptions) -> Void = { _ in }) throws {
        var options = RequestOptions()
        change(&options)
        try run(.request(item: id, options))
    }

    func item(_ id: String = "a") throws -> Item {
        try #require(try sequencer.state.number(ofItem: id).flatMap { try sequencer.state.item($0) })
    }

    /// Another item, wanted and under way.
    func started(_ id: String, host: String? = nil, bytes: Int64 = 1_000_000) throws -> UInt64 {
        try register(id, host: host, bytes: bytes)
        try want(id)
        return try start(id, bytes: bytes)
    }

    @discardableResult
    func start(_ id: String = "a", bytes: Int64 = 1_000_000) throws -> UInt64 {
        let number = try item(id).number
        return try run(
            .startTransfer(item: number, source: 0, fromByte: 0, validator: nil, reservedBytes: bytes)
        ).lowerBound
    }

    @discardableResult
    func report(_ report: AttemptReport, on id: String = "a") throws -> Range<UInt64> {
        let item = try item(id)
        return try run(.attempt(item: item.number, id: try #require(item.transfer.attempt).id, report))
    }

    @discardableResult
    func fail(_ kind: FailureClass, _ id: String = "a", retryAfter: Int64? = nil) throws -> Range<UInt64> {
        try report(
            .failed(
                Failure(kind, "test"), durableBytes: 0, retryAfterInMilliseconds: retryAfter, discards: nil,
                draw: 1_999), on: id)
    }

    func install(_ id: String = "a") throws {
        try want(id)
        try start(id)
        var response = ResponseReceived()
        (response.httpStatus, response.totalBytes) = (200, 1_000_000)
        try report(.response(response), on: id)
        try report(
            .completed(bytes: 1_000_000, wireBytes: 1_000_000, elapsedInMilliseconds: 1, meteredBytes: 0), on: id)
        try report(
            .verified(bytes: 1_000_000, Digest(sha256: [UInt8](repeating: 7, count: 32)), .sizeOnly), on: id)
        try report(.published(path: "content/\(id)", volume: 0), on: id)
    }

    // MARK: What is told

    func explain(_ id: String = "a", at point: LogPoint = .head) throws -> Explanation {
        try sequencer.lastSubmission?.wait()
        return try #require(try store.explain(id, at: point), "\(id) is not known at \(point)")
    }

    /// `nil` where the item was not registered yet.
    func blockers(at point: LogPoint) throws -> [BlockerCode]? {
        try sequencer.lastSubmission?.wait()
        return try store.explain("a", at: point)?.report.blockers.map(\.code)
    }
}
