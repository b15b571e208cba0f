import HoldfastModel

/// One item of the workload and the step that it takes next.
struct ItemLife {
    enum Step {
        case request, start, respond
        case checkpoint(Int)
        case complete, verify, publish
        case interrupt, fail, schedule
        case requestDeletion, startDeletion, delete
    }

    /// Position of its registration.
    let number: UInt64
    let item: UInt32
    /// `nil` while it rests.
    private(set) var next: Step? = .request
    private(set) var isInstalled = false
    private var size: Int64 = 0
    private var durable: Int64 = 0
    private var request: UInt64 = 0
    private var attempt: UInt64 = 0
    private var attemptCount: UInt64 = 0
    private var published: UInt64 = 0

    var id: String { "item-\(item)" }
    private var digest: Digest {
        Digest(sha256: (0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ UInt64($0) &* 7) })
    }
    private var etag: String {
        "\"\(String(number &* 0x9e37_79b9_7f4a_7c15 | 1 << 63, radix: 16))\(String(number | 1 << 63, radix: 16))\""
    }

    init(number: UInt64, item: UInt32) {
        self.number = number
        self.item = item
    }

    mutating func registration(_ random: inout RandomNumbers) -> (ItemRegistered, PrivatePart) {
        size = Int64(100_000 + random.below(50_000_000))
        var payload = ItemRegistered()
        payload.mediaType = "application/pdf"
        payload.expectedBytes = size
        if random.chance(60) { payload.expectedDigest = digest }
        var part = PrivatePart()
        part.sources = ["https://content.example.org/library/science/volumes/2026/\(item)/document.pdf?edition=offline"]
        part.title = "Proceedings of the society, part \(item)"
        part.suggestedName = "proceedings-\(item).pdf"
        return (payload, part)
    }

    /// Deletes what is installed, in three cases of five; otherwise a new version is wanted.
    mutating func wake(_ random: inout RandomNumbers) {
        next = isInstalled && random.chance(60) ? .requestDeletion : .request
    }

    /// The event of the next step.
    mutating func step(
        at position: UInt64, time: Int64, _ random: inout RandomNumbers
    ) -> (Event, Record.Actor, PrivatePart?) {
        switch next {
        case .request, nil: return (requested(position), .user, nil)
        case .start: return (started(position), .queue, nil)
        case .respond: return (responded(&random), .system, nil)
        case .checkpoint(let left): return (checkpointed(left, &random), .system, nil)
        case .interrupt: return (interrupted(), .system, nil)
        case .fail: return (failed(), .system, nil)
        case .schedule: return (scheduled(time), .queue, nil)
        case .complete: return (completed(&random), .system, nil)
        case .verify: return (verified(), .system, nil)
        case .publish:
            var part = PrivatePart()
            part.path = "content/\(String(number & 255, radix: 16))/\(number)-\(position)-proceedings.pdf"
            return (publishedEvent(position), .system, part)
        case .requestDeletion: return (deletionRequested(time), .user, nil)
        case .startDeletion: return (deletionStarted(), .system, nil)
        case .delete: return (deleted(), .system, nil)
        }
    }
}

extension ItemLife {
    private mutating func requested(_ position: UInt64) -> Event {
        request = position
        attemptCount = 0
        durable = 0
        next = .start
        var payload = DownloadRequested()
        if isInstalled { payload.reason = .known(.update) }
        return .downloadRequested(payload)
    }

    private mutating func started(_ position: UInt64) -> Event {
        attempt = position
        attemptCount += 1
        next = .respond
        var payload = TransferStarted()
        payload.request = request
        payload.attempt = attemptCount
        payload.fromByte = durable
        if durable > 0 { payload.validator = etag }
        payload.reservedBytes = size - durable
        return .transferStarted(payload)
    }

    private mutating func responded(_ random: inout RandomNumbers) -> Event {
        next = size - durable < 8 << 20 ? .complete : .checkpoint(Int(size >> 23))
        var payload = ResponseReceived()
        payload.attempt = attempt
        payload.httpStatus = durable > 0 ? 206 : 200
        payload.contentBytes = size - durable
        if durable > 0 { payload.rangeStart = durable }
        payload.totalBytes = size
        payload.etag = etag
        payload.lastModified = "Mon, 30 Nov 2026 07:31:36 GMT"
        payload.mediaType = "application/pdf"
        return .responseReceived(payload)
    }

    private mutating func checkpointed(_ left: Int, _ random: inout RandomNumbers) -> Event {
        durable += (size - durable) / Int64(left + 2)
        next = left > 0 && random.chance(50) ? .checkpoint(left - 1) : .complete
        if random.chance(10) && attemptCount < 4 { next = random.chance(70) ? .interrupt : .fail }
        var payload = TransferCheckpointed()
        payload.attempt = attempt
        payload.durableBytes = durable
        return .transferCheckpointed(payload)
    }

    private mutating func interrupted() -> Event {
        next = .start
        var payload = TransferInterrupted()
        payload.attempt = attempt
        payload.durableBytes = durable
        return .transferInterrupted(payload)
    }

    private mutating func failed() -> Event {
        next = .schedule
        var payload = TransferFailed()
        payload.attempt = attempt
        payload.failure = Failure(.server, "status", httpStatus: 503)
        payload.durableBytes = durable
        return .transferFailed(payload)
    }

    private mutating func scheduled(_ time: Int64) -> Event {
        next = .start
        var payload = RetryScheduled()
        payload.request = request
        payload.delayInMilliseconds = 1_731
        payload.notBefore = time + 1_731_000
        return .retryScheduled(payload)
    }

    private mutating func completed(_ random: inout RandomNumbers) -> Event {
        next = .verify
        var payload = TransferCompleted()
        payload.attempt = attempt
        payload.bytes = size
        payload.wireBytes = size - durable
        payload.elapsedInMilliseconds = Int64(100 + random.below(60_000))
        return .transferCompleted(payload)
    }

    private mutating func verified() -> Event {
        next = .publish
        var payload = ContentVerified()
        payload.attempt = attempt
        payload.bytes = size
        payload.digest = digest
        return .contentVerified(payload)
    }

    private mutating func publishedEvent(_ position: UInt64) -> Event {
        next = nil
        var payload = ContentPublished()
        payload.attempt = attempt
        payload.bytes = size
        payload.digest = digest
        if isInstalled { payload.replaced = published }
        published = position
        isInstalled = true
        return .contentPublished(payload)
    }

    private mutating func deletionRequested(_ time: Int64) -> Event {
        next = .startDeletion
        var payload = DeletionRequested()
        payload.undoUntil = time + 10_000_000
        return .deletionRequested(payload)
    }

    private mutating func deletionStarted() -> Event {
        next = .delete
        var payload = DeletionStarted()
        payload.bytes = size
        return .deletionStarted(payload)
    }

    private mutating func deleted() -> Event {
        next = nil
        isInstalled = false
        var payload = ContentDeleted()
        payload.freedBytes = size
        return .contentDeleted(payload)
    }
}

extension Record.Actor {
    fileprivate static let queue = Self(.policy, rule: "queue")
}
