import HoldfastTestSupport

@testable import HoldfastModel

/// Further histories, for what the recorded morning has not.
extension RecordedHistory {
    /// The histories that transcripts may name, by the folder they are written to.
    static let named: [(folder: String, write: @Sendable (String) throws -> Void)] = [
        ("history", { try write(to: $0) }), ("troubled", { try write(to: $0) { try $0.writeTroubled() } }),
        ("night", { try write(to: $0, at: night) { try $0.writeNight() } }),
        ("crowd", { try write(to: $0) { try $0.writeCrowd() } }),
    ]

    /// 2026-03-28 22:30:00 UTC: two and a half hours before clocks in Berlin go forward.
    private static let night: Int64 = 1_774_737_000_000_000

    /// Sessions that end well, die, and go on; a clock that is set back; tries that fail; a removal; names that are not kind.
    private mutating func writeTroubled() throws {
        try add(.storeCreated(StoreCreated()), "session")
        try add(.groupDefined(GroupDefined()), "group:course")
        try open()
        try connect(.wifi, isMetered: false)
        let lecture = try want("lecture", bytes: 60_000_000)
        try add(.groupMembersChanged(filled(GroupMembersChanged()) { $0.added = [lecture.item] }), "group:course")
        try download("lecture", lecture.request, bytes: 60_000_000, seconds: 600)
        wait(seconds: 900)
        try add(.sessionClosed(SessionClosed()), "session")
        wait(seconds: 1_800)
        try open()
        try connect(.cellular, isMetered: true)
        let atlas = try want("atlas", bytes: 300_000_000)
        wait(seconds: 1_200)
        try add(.offlineModeSet(filled(OfflineModeSet()) { $0.isEnabled = true }), "device")
        wait(seconds: 1_200)
        try add(.offlineModeSet(OfflineModeSet()), "device")
        try connect(.wifi, isMetered: false)
        for attempt in 1...5 {
            try fail("atlas", atlas.request, attempt: UInt64(attempt), after: 20, delay: Int64(60 * attempt))
        }
        wait(seconds: 600)
        try open(isCleanBefore: false)
        try connect(.wifi, isMetered: false, isCaptive: true)
        wait(seconds: 600)
        try connect(.wifi, isMetered: false)
        try begin("atlas", atlas.request, attempt: 6)
        wait(seconds: 600)
        time -= 1_800_000_000
        try add(.clockJumped(filled(ClockJumped()) { $0.deltaInMilliseconds = -1_800_000 }), "session")
        try end("atlas", bytes: 300_000_000, after: 900)
        try remove("lecture", bytes: 60_000_000)
        try missing("\u{202e}odd\u{1b}[2J 日本")
        wait(seconds: 300)
        try connect(nil, isMetered: nil)
    }

    /// One session over the night in which clocks in Berlin go forward.
    private mutating func writeNight() throws {
        try open()
        try connect(.wifi, isMetered: false)
        for hour in 0..<4 {
            let item = try want("chapter-\(hour)", bytes: 1_000_000)
            try download("chapter-\(hour)", item.request, bytes: 1_000_000, seconds: 1_500)
            wait(seconds: 2_100)
        }
        try connect(nil, isMetered: nil)
        wait(seconds: 3_600)
        try add(.sessionClosed(SessionClosed()), "session")
    }

    /// More items than a screen has rows.
    private mutating func writeCrowd() throws {
        try open()
        try connect(.wifi, isMetered: false)
        for number in 1...40 {
            let item = try want("item-\(number)", bytes: 1_000_000)
            try download("item-\(number)", item.request, bytes: 1_000_000, seconds: 30)
        }
    }

    private mutating func open(isCleanBefore: Bool = true) throws {
        try add(.sessionOpened(filled(SessionOpened()) { $0.previousClosedCleanly = isCleanBefore }), "session")
    }

    private mutating func begin(_ id: String, _ request: UInt64, attempt: UInt64) throws {
        let started = filled(TransferStarted()) {
            $0.request = request
            $0.attempt = attempt
        }
        openAttempt = try add(.transferStarted(started), "item:\(id)")
    }

    private mutating func respond(_ id: String, _ status: UInt64) throws {
        let response = filled(ResponseReceived()) {
            $0.attempt = openAttempt
            $0.httpStatus = status
        }
        try add(.responseReceived(response), "item:\(id)")
    }

    private mutating func fail(
        _ id: String, _ request: UInt64, attempt: UInt64, after seconds: Int64, delay: Int64
    ) throws {
        try begin(id, request, attempt: attempt)
        wait(seconds: seconds)
        try respond(id, 503)
        let failed = filled(TransferFailed()) {
            $0.attempt = openAttempt
            $0.failure = Failure(.server, "http", httpStatus: 503)
            $0.wireBytes = 0
        }
        try add(.transferFailed(failed), "item:\(id)")
        let scheduled = filled(RetryScheduled()) {
            $0.request = request
            $0.notBefore = time + delay * 1_000_000
            $0.delayInMilliseconds = delay * 1_000
        }
        try add(.retryScheduled(scheduled), "item:\(id)")
        wait(seconds: delay)
    }

    private mutating func remove(_ id: String, bytes: Int64) throws {
        let requested = filled(DeletionRequested()) { $0.undoUntil = time + 10_000_000 }
        try add(.deletionRequested(requested), "item:\(id)", by: .user)
        wait(seconds: 10)
        try add(.deletionStarted(filled(DeletionStarted()) { $0.bytes = bytes }), "item:\(id)")
        try add(.contentDeleted(filled(ContentDeleted()) { $0.freedBytes = bytes }), "item:\(id)")
    }

    private mutating func missing(_ id: String) throws {
        let item = try want(id, bytes: 5_000)
        try begin(id, item.request, attempt: 1)
        try respond(id, 404)
        let failure = Failure(.notFound, "http", httpStatus: 404)
        let failed = filled(TransferFailed()) {
            $0.attempt = openAttempt
            $0.failure = failure
        }
        try add(.transferFailed(failed), "item:\(id)")
        let given = filled(DownloadFailed()) {
            $0.request = item.request
            $0.failure = failure
            $0.attempts = 1
            $0.needs = .known(.source)
        }
        try add(.downloadFailed(given), "item:\(id)")
    }
}
