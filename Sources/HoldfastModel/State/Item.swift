/// What the log says about one item: five small machines, never one flat status.
///
/// One flat status cannot say "version 1 is usable, version 2 is half downloaded, the user wants it, Wi-Fi is missing".
/// What a screen shows is derived from it (`Affordance`), and so is why it waits (`Blocker`).
public struct Item: Sendable, Equatable {
    /// Position of the item's first record. All other records and rows refer to the item by it.
    public let number: UInt64
    /// The app's own name of the item: text of at most 255 bytes. It cannot be erased, so nothing personal belongs in it.
    public let id: String
    public var catalogue = Catalogue()

    public var intent: Intent?
    public var installed: Installed?
    public var staging: Staging?
    public var transfer = Transfer.idle
    public var removal = Removal.none
    /// Settings that stand for this item alone; most items have none, which saves looking for them.
    public var settingCount: UInt64 = 0
    /// Number of the group that it belongs to.
    public var group: UInt64?
    /// Never makes way for other content.
    public var isPinned = false

    public init(number: UInt64, id: String) {
        self.number = number
        self.id = id
    }
}

/// What is known about the item itself.
public struct Catalogue: Sendable, Equatable {
    /// Position of the event whose private part holds the sources, the title and the suggested name; `nil` without one.
    public var details: UInt64?
    public var mediaType: String?
    public var expectedDigest: Digest?
    public var version: String?
    /// Microseconds since 1970 UTC.
    public var expiresAt: Int64?
    public var isDownloadable = true
    /// The catalogue does not offer it any more.
    public var isWithdrawn = false
    /// The source's ETag as it was last seen.
    public var etag: String?
    /// Bytes; `nil` while unknown.
    public var size: Int64?
    public var isSizeExact = false
    /// Size and digest as the catalogue promised them: what a download is held to. `nil` where it promised nothing.
    public var expectedBytes: Int64?
}

/// Somebody wants the item. Ends when it is met or withdrawn.
public struct Intent: Sendable, Equatable {
    /// Position of the `downloadRequested`.
    public var request: UInt64
    public var reason: Open<DownloadReason>
    /// -100...100; higher runs first.
    public var priority: Int64
    /// Order among items of one priority: ascending.
    public var place: Int64
    /// The places in (place - room, place) are this item's to give to items put before it.
    public var room: Int64 = 0
    /// Microseconds since 1970 UTC; until then the item waits.
    public var notBefore: Int64?
    /// Microseconds since 1970 UTC.
    public var deadline: Int64?
    /// Stands above the setting `network.allowMetered`.
    public var allowsMetered: Bool?
    /// What a person agreed to for this request.
    public var consents: [Consent] = []
    /// Attempts started for this request.
    public var attempts: UInt64 = 0
    /// Consecutive failures that count against the budget.
    public var failures: UInt64 = 0
    /// Durable bytes when the last counted failure happened: 256 KiB more than that and the count begins anew.
    public var bytesAtFailure: Int64 = 0
    /// Consecutive failures without progress, also those that do not count: the delay grows with them.
    public var stalls: UInt64 = 0
    /// Restarts from byte 0 that this request has used because the range was ignored or the validator changed.
    public var restarts: UInt64 = 0
    /// Files of this request that were whole and wrong.
    public var mismatches: UInt64 = 0
    /// Why the last attempt failed.
    public var lastFailure: Failure?
}

/// A proven file stands under its final name.
public struct Installed: Sendable, Equatable {
    public var bytes: Int64
    public var digest: Digest
    public var trust: Open<Trust>
    /// recordedAt of the `contentPublished` or `contentImported`.
    public var publishedAt: Int64
    /// Position of that record, whose private part holds the path.
    public var published: UInt64
    /// The volume's number; 0 is the store's own directory.
    public var volume: UInt64
    /// The catalogue's version when it was published.
    public var version: String?
    /// The ETag, or else the Last-Modified, that its bytes came under; `nil` where there was none.
    public var validator: String?
    /// When it was last used, in microseconds since 1970 UTC; `nil` before the first time.
    public var openedAt: Int64?
    public var isMissing = false
    public var isCorrupt = false
    /// The person had the file already: nothing was downloaded.
    public var isImported = false

    public var isSound: Bool { !isMissing && !isCorrupt }
}

/// An unfinished file in the partial folder.
public struct Staging: Sendable, Equatable {
    /// Bytes that were fsynced at the last checkpoint or end of an attempt.
    public var durableBytes: Int64
    /// Bytes of the whole file, as the response said.
    public var total: Int64?
    /// The strong validator of the version that the bytes belong to.
    public var validator: String?
}

/// How far the download is.
@nonexhaustive
public enum Transfer: Sendable, Equatable {
    case idle
    case ready
    /// `until` in microseconds since 1970 UTC; passed, the item is ready again without an event.
    case held(by: Record.Actor, until: Int64?)
    /// Waits after a failure. `scheduled` is the position of the `retryScheduled`: a network failure's wait ends when
    /// connectivity came back after it.
    case backoff(notBefore: Int64, delayInMilliseconds: Int64, failure: Failure, scheduled: UInt64)
    case connecting(Attempt)
    case receiving(Attempt)
    case verifying(Attempt)
    /// `verified` is the position of the `contentVerified`, part of the final name.
    case publishing(Attempt, verified: UInt64, digest: Digest, trust: Open<Trust>)
    case failed(Failure, needs: Open<Need>)

    /// The open attempt, of which an item has at most one.
    public var attempt: Attempt? {
        switch self {
        case .connecting(let attempt), .receiving(let attempt), .verifying(let attempt),
            .publishing(let attempt, _, _, _):
            attempt
        case .idle, .ready, .held, .backoff, .failed: nil
        }
    }
}

/// One try to transfer an item, from its start to its one end.
public struct Attempt: Sendable, Equatable {
    /// Position of the `transferStarted`.
    public var id: UInt64
    /// Place of the address among the item's sources, from 0.
    public var source: UInt64
    /// The byte that was asked for first.
    public var fromByte: Int64
    /// Bytes that it may still take from `fromByte` on.
    public var reservedBytes: Int64
    /// recordedAt of the `transferStarted`.
    public var startedAt: Int64
    /// What it started over.
    public var network = UsedNetwork()
    /// Bytes on the wire, and those of them over a metered connection, as they were told when all bytes had come; `nil` before.
    public var wireBytes: Int64?
    public var meteredBytes: Int64?
}

/// How far the removal of the installed file is.
@nonexhaustive
public enum Removal: Sendable, Equatable {
    case none
    /// `requested` is the position of the `deletionRequested`. Without an undo window `undoUntil` is `nil`.
    case pending(requested: UInt64, reason: Open<DeletionReason>, undoUntil: Int64?)
    case running(requested: UInt64, reason: Open<DeletionReason>)
    case failed(requested: UInt64, reason: Open<DeletionReason>, Failure)
}
