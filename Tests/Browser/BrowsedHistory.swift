import HoldfastTestSupport

@testable import HoldfastModel

/// A day in which most of what the page draws happens once: several networks and none, a pause, a setting of one item, a group, a feature,
/// transfers that complete, break off and fail, a removal. Titles and ids are what somebody might write who means harm.
struct BrowsedHistory {
    private let scribe: StoreScribe
    private var time = StoreScribe.start

    /// Stands in no page that says so.
    static let privateWords = ["Field guide of secrets", "content.example.net", "secret-path", "/media/anna"]
    static let maliciousID = #"<img src=x onerror="document.title='broken'">"#
    static let maliciousTitle =
        "</script><script>document.title='broken'</script><!--\u{2028}\u{2029}\u{202e}\u{0}]]> '\"&amp; \u{fffc}1 \\u003c"

    static func write(to path: String) throws {
        var history = BrowsedHistory(scribe: try StoreScribe(at: path))
        defer { history.scribe.close() }
        try history.write()
        try history.scribe.flush()
    }

    private mutating func write() throws {
        try add(.storeCreated(StoreCreated()), "session")
        try add(.sessionOpened(SessionOpened()), "session")
        try add(
            .storageMeasured(
                made {
                    $0.freeBytes = 9_000_000_000
                    $0.capacityBytes = 64_000_000_000
                }), "device")
        try connect(.wifi)
        try add(
            .featureDeclared(
                made {
                    $0.featureID = "maps"
                    $0.needs = .known(.internet)
                }), "device")
        let guide = try register("guide", "Field guide of secrets", bytes: 48_000_000)
        let maps = try register("maps", "Maps", bytes: 300_000_000)
        try register(Self.maliciousID, Self.maliciousTitle, bytes: 1_200_000)
        try register("tiny", nil, bytes: nil)
        try download("guide", guide, bytes: 48_000_000)
        try group()
        let request = try add(.downloadRequested(made { $0.priority = 5 }), "item:maps")
        try attempt("maps", request, 1, bytes: 300_000_000, failing: true)
        try add(.downloadRequested(DownloadRequested()), "item:\(Self.maliciousID)")
        try connect(nil)
        wait(600)
        try add(.offlineModeSet(made { $0.isEnabled = true }), "device")
        wait(60)
        try add(.offlineModeSet(OfflineModeSet()), "device")
        try connect(.cellular, isMetered: true)
        try add(
            .settingChanged(
                made {
                    $0.key = "network.allowMetered"
                    $0.new = "true"
                }), "item:maps")
        try add(
            .settingChanged(
                made {
                    $0.key = "queue.maxConcurrent"
                    $0.new = "1"
                }), "settings")
        try add(.downloadPaused(made { $0.scope = .known(.all) }), "settings")
        wait(30)
        try add(.downloadResumed(made { $0.scope = .known(.all) }), "settings")
        try attempt("maps", request, 2, bytes: 300_000_000, failing: false)
        try add(.deletionRequested(made { $0.undoUntil = time + 10_000_000 }), "item:guide", by: .user)
        wait(12)
        try add(.deletionStarted(made { $0.bytes = 48_000_000 }), "item:guide")
        try add(.contentDeleted(made { $0.freedBytes = 48_000_000 }), "item:guide")
        try connect(.wifi)
        try add(.sessionClosed(SessionClosed()), "session")
        _ = maps
    }

    private mutating func wait(_ seconds: Int64) { time += seconds * 1_000_000 }

    @discardableResult
    private func add(
        _ event: Event, _ subject: String, _ part: PrivatePart? = nil, by actor: Record.Actor = .app
    ) throws -> UInt64 {
        try scribe.add(event, about: subject, by: actor, privatePart: part) { $0.recordedAt = time }
    }

    private mutating func connect(_ kind: InterfaceKind?, isMetered: Bool = false) throws {
        wait(40)
        let event: ConnectivityChanged = made {
            $0.link = .known(kind == nil ? .none : .internet)
            $0.interfaces = kind.map { [Interface($0)] } ?? []
            if kind != nil { $0.isMetered = isMetered }
        }
        try add(.connectivityChanged(event), "device")
    }

    @discardableResult
    private mutating func register(_ id: String, _ title: String?, bytes: Int64?) throws -> UInt64 {
        wait(5)
        var part = PrivatePart()
        part.sources = ["https://content.example.net/secret-path/file"]
        part.title = title
        part.suggestedName = "secret-path.pdf"
        return try add(.itemRegistered(made { $0.expectedBytes = bytes }), "item:\(id)", part)
    }

    private mutating func group() throws {
        let number = try add(.groupDefined(GroupDefined()), "group:album")
        let track = try register("track", nil, bytes: 5_000_000)
        try add(.groupMembersChanged(made { $0.added = [track] }), "group:album")
        try add(.downloadRequested(DownloadRequested()), "item:track")
        try add(.downloadPaused(made { $0.scope = .known(.group) }), "group:album")
        _ = number
    }

    private mutating func download(_ id: String, _ number: UInt64, bytes: Int64) throws {
        let request = try add(.downloadRequested(DownloadRequested()), "item:\(id)", by: .user)
        try attempt(id, request, 1, bytes: bytes, failing: false)
    }

    private mutating func attempt(
        _ id: String, _ request: UInt64, _ count: UInt64, bytes: Int64, failing: Bool
    ) throws {
        let subject = "item:\(id)"
        let from: Int64 = count == 1 ? 0 : bytes / 3
        let started: TransferStarted = made {
            $0.request = request
            $0.attempt = count
            $0.fromByte = from
            $0.reservedBytes = bytes - from
        }
        let attempt = try add(.transferStarted(started), subject)
        wait(2)
        try add(
            .responseReceived(
                made {
                    $0.attempt = attempt
                    $0.httpStatus = from > 0 ? 206 : 200
                    $0.rangeStart = from > 0 ? from : nil
                    $0.totalBytes = bytes
                    $0.etag = "\"one\""
                }), subject)
        wait(20)
        try add(
            .transferCheckpointed(
                made {
                    $0.attempt = attempt
                    $0.durableBytes = bytes / 3
                }), subject)
        wait(20)
        if failing {
            let failure = Failure(.server, "http", httpStatus: 503)
            try add(
                .transferFailed(
                    made {
                        $0.attempt = attempt
                        $0.failure = failure
                        $0.durableBytes = bytes / 3
                    }),
                subject)
            try add(
                .retryScheduled(
                    made {
                        $0.request = request
                        $0.delayInMilliseconds = 4_000
                        $0.notBefore = time + 4_000_000
                    }),
                subject)
            return
        }
        let digest = Digest(sha256: [UInt8](repeating: 7, count: 32))
        try add(
            .transferCompleted(
                made {
                    $0.attempt = attempt
                    $0.bytes = bytes
                    $0.wireBytes = bytes - from
                }), subject)
        try add(
            .contentVerified(
                made {
                    $0.attempt = attempt
                    $0.bytes = bytes
                    $0.digest = digest
                }), subject)
        var part = PrivatePart()
        part.path = "content/secret-path"
        try add(
            .contentPublished(
                made {
                    $0.attempt = attempt
                    $0.bytes = bytes
                    $0.digest = digest
                }), subject, part)
    }

    private func made<Payload: EventPayload>(_ change: (inout Payload) -> Void) -> Payload {
        var payload = Payload()
        change(&payload)
        return payload
    }
}
