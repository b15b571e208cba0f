import HoldfastTestSupport

@testable import HoldfastModel

/// A morning over mobile data, Wi-Fi and nothing: two downloads, one of which waited for Wi-Fi.
struct RecordedHistory {
    private let scribe: StoreScribe
    /// When the next record is written, in microseconds since 1970 UTC.
    var time: Int64
    /// Position of the `transferStarted` of the attempt that is being told.
    var openAttempt: UInt64 = 0

    static func write(to path: String) throws {
        try write(to: path) { try $0.writeMorning() }
    }

    static func write(
        to path: String, at start: Int64 = StoreScribe.start, _ body: (inout RecordedHistory) throws -> Void
    ) throws {
        var history = RecordedHistory(scribe: try StoreScribe(at: path), time: start)
        defer { history.scribe.close() }
        try body(&history)
        try history.scribe.flush()
    }

    private mutating func writeMorning() throws {
        try add(.storeCreated(StoreCreated()), "session")
        try add(.sessionOpened(SessionOpened()), "session")
        try connect(.cellular, isMetered: true)
        try set("true")
        let guide = try want("guide", bytes: 48_000_000)
        try download("guide", guide.request, bytes: 48_000_000, seconds: 60)
        try set("false")
        wait(seconds: 540)
        let maps = try want("maps", bytes: 300_000_000)
        wait(seconds: 3_000)
        try connect(nil, isMetered: nil)
        wait(seconds: 1_800)
        try connect(.wifi, isMetered: false)
        try download("maps", maps.request, bytes: 300_000_000, seconds: 120)
        wait(seconds: 1_680)
        try connect(nil, isMetered: nil)
    }

    mutating func wait(seconds: Int64) { time += seconds * 1_000_000 }

    @discardableResult
    func add(
        _ event: Event, _ subject: String, _ part: PrivatePart? = nil, by actor: ActorKind = .app
    ) throws -> UInt64 {
        try scribe.add(event, about: subject, by: Record.Actor(actor), privatePart: part) { $0.recordedAt = time }
    }

    func connect(_ kind: InterfaceKind?, isMetered: Bool?, isCaptive: Bool? = nil) throws {
        let event = filled(ConnectivityChanged()) {
            $0.link = .known(kind == nil ? .none : .internet)
            $0.interfaces = kind.map { [Interface($0)] } ?? []
            $0.isMetered = isMetered
            $0.isCaptive = isCaptive
        }
        try add(.connectivityChanged(event), "device")
    }

    private func set(_ value: String) throws {
        let event = filled(SettingChanged()) {
            $0.key = "network.allowMetered"
            $0.new = value
        }
        try add(.settingChanged(event), "settings")
    }

    /// The item's number and position of the request.
    func want(_ id: String, bytes: Int64) throws -> (item: UInt64, request: UInt64) {
        let part = filled(PrivatePart()) { $0.sources = ["https://example.org/\(id)"] }
        let item = try add(.itemRegistered(filled(ItemRegistered()) { $0.expectedBytes = bytes }), "item:\(id)", part)
        return (item, try add(.downloadRequested(DownloadRequested()), "item:\(id)"))
    }

    mutating func download(_ id: String, _ request: UInt64, bytes: Int64, seconds: Int64) throws {
        let subject = "item:\(id)"
        let started = filled(TransferStarted()) {
            $0.request = request
            $0.reservedBytes = bytes
        }
        let attempt = try add(.transferStarted(started), subject)
        let response = filled(ResponseReceived()) {
            $0.attempt = attempt
            $0.httpStatus = 200
            $0.totalBytes = bytes
        }
        try add(.responseReceived(response), subject)
        openAttempt = attempt
        try end(id, bytes: bytes, after: seconds)
    }

    /// The open attempt brings the file.
    mutating func end(_ id: String, bytes: Int64, after seconds: Int64) throws {
        let (subject, attempt) = ("item:\(id)", openAttempt)
        wait(seconds: seconds)
        let completed = filled(TransferCompleted()) {
            $0.attempt = attempt
            $0.bytes = bytes
            $0.wireBytes = bytes
        }
        try add(.transferCompleted(completed), subject)
        let digest = Digest(sha256: [UInt8](repeating: 1, count: 32))
        let verified = filled(ContentVerified()) {
            $0.attempt = attempt
            $0.bytes = bytes
            $0.digest = digest
        }
        try add(.contentVerified(verified), subject)
        let published = filled(ContentPublished()) {
            $0.attempt = attempt
            $0.bytes = bytes
            $0.digest = digest
        }
        try add(.contentPublished(published), subject, filled(PrivatePart()) { $0.path = "content/\(id)" })
    }
}
