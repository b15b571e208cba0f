/// What somebody asks of the engine, or an effect reports to it. Deciders turn it into events, or refuse it.
@nonexhaustive
package enum Command: Sendable, Equatable {
    // Intents.
    case register(Registration)
    case amend(item: String, Registration)
    case request(item: String, RequestOptions)
    case pause(Scope, until: Int64?)
    case resume(Scope)
    case cancel(item: String, keepsPartial: Bool)
    /// Tries a failed item again, and one that waits for a time now.
    case retry(item: String)
    /// `isImmediate` leaves out the undo window.
    case remove(item: String, reason: DeletionReason, isImmediate: Bool)
    case undoRemoval(item: String)
    case reprioritise(item: String, priority: Int64?, place: QueuePlace?, before: String?)
    /// `value` is text as in the tool; `nil` returns to the default.
    case set(key: String, for: Scope, value: String?)
    /// What a person agrees to, or takes back. For an item it is for its request, once.
    case consent(Scope, Consent, isGiven: Bool)
    /// Nothing of the item comes over a connection that costs something, whatever was allowed or agreed to before.
    case waitForUnmetered(item: String)
    case pin(item: String, Bool)
    /// The file was used.
    case opened(item: String)
    case withdraw(item: String, reason: String)
    /// What somebody saw the source offer.
    case observeRemote(item: String, RemoteVersion)
    case defineGroup(id: String, title: String?)
    case changeMembers(group: String, adding: [String], removing: [String])
    /// The same for the items of a group, a few hundred at a time: from the first after `after` on, which is an item's number.
    case eachMember(group: String, MemberOrder, after: UInt64?)
    /// `target` is the position of the record that the note is about.
    case note(item: String?, target: UInt64?, text: String)
    case setOfflineMode(Bool, until: Int64?)
    case declare(Feature)

    // Observations and outcomes of effects. `item` is the item's number.
    /// The first records of a new store.
    case createStore(storeID: String, engineVersion: String)
    case openSession(engineVersion: String, operatingSystem: String, bootID: String)
    case closeSession(CloseReason)
    /// The wall clock fell by so much: a new segment of `recordedAt` begins.
    case clockFell(byMilliseconds: Int64)
    case recovered(RecoveryCompleted)
    case observe(ConnectivityChanged)
    case measure(StorageMeasured)
    /// - path: told when the folder is seen for the first time, has moved, or is chosen for what comes from now on.
    case volume(id: UInt64, isAvailable: Bool, path: String? = nil)
    case power(PowerChanged)
    case timeZone(utcOffsetInSeconds: Int64)
    /// Installed content makes way for `needBytes`. Items that are open now are spared.
    case evict(needBytes: Int64, sparing: Set<UInt64>)
    case audited(AuditCompleted)
    /// `item` is `nil` where the file belongs to no known one.
    case orphan(OrphanFound, path: String, item: UInt64?)
    /// A file that the person had already stands in its place.
    case imported(item: UInt64, bytes: Int64, Digest, path: String, volume: UInt64)
    case startTransfer(item: UInt64, source: UInt64, fromByte: Int64, validator: String?, reservedBytes: Int64)
    case attempt(item: UInt64, id: UInt64, AttemptReport)
    case startDeletion(item: UInt64)
    case deleted(item: UInt64, freedBytes: Int64)
    case deletionFailed(item: UInt64, Failure)
    case found(item: UInt64, FoundDamage)
    /// A partial of an item without an open attempt was discarded.
    case discardPartial(item: UInt64, DiscardReason)
}

/// What happened to an open attempt. A report for an attempt that is not open any more is refused as `staleAttempt` and dropped.
@nonexhaustive
package enum AttemptReport: Sendable, Equatable {
    /// The final response, accepted or not.
    case response(ResponseReceived)
    /// The bytes staged so far were of no use and are gone; the attempt goes on from byte 0.
    case discarded(DiscardReason)
    case checkpoint(durableBytes: Int64)
    case interrupted(InterruptCause, blocker: BlockerCode?, durableBytes: Int64)
    /// `discards` says that the partial is worthless and was removed. `draw` is a random number for the retry delay.
    case failed(
        Failure, durableBytes: Int64, retryAfterInMilliseconds: Int64?, discards: DiscardReason?, draw: UInt64)
    case completed(bytes: Int64, wireBytes: Int64, elapsedInMilliseconds: Int64, meteredBytes: Int64)
    case verified(bytes: Int64, Digest, Trust)
    case verificationFailed(Check, expected: String, actual: String, draw: UInt64)
    case published(path: String, volume: UInt64)
}

/// What an app knows about an item when it registers or amends it. `nil` leaves a field as it is when amending.
public struct Registration: Sendable, Equatable {
    public var id: String
    /// http or https addresses of the same content, best first. Personal: kept apart from the record.
    public var sources: [String] = []
    /// At most 1,024 bytes of text, as are the three that follow. Title and name are personal: kept apart from the record.
    public var title: String?
    /// What the file is called where it stands, made safe for that.
    public var suggestedName: String?
    public var mediaType: String?
    /// The content's own version, any text: an installed file of another version is stale.
    public var version: String?
    /// A download of another size or digest is not published.
    public var expectedBytes: Int64?
    public var expectedDigest: Digest?
    /// Microseconds since 1970 UTC.
    public var expiresAt: Int64?
    /// `nil` means true when registering.
    public var isDownloadable: Bool?

    public init(id: String, sources: [String] = []) {
        self.id = id
        self.sources = sources
    }
}

/// How a download is asked for.
public struct RequestOptions: Sendable, Equatable {
    public var reason = DownloadReason.user
    /// -100...100; higher runs first.
    public var priority: Int64 = 0
    /// Microseconds since 1970 UTC; nothing starts before it.
    public var notBefore: Int64?
    /// Microseconds since 1970 UTC. It is recorded and shown, and nothing is given up when it passes: whether late content is still worth
    /// its bytes is for the app to say, with `cancel`.
    public var deadline: Int64?
    /// Stands above `network.allowMetered` until that is set for the item.
    public var allowsMetered: Bool?
    /// What the person agrees to with this request: "download anyway".
    public var consents: [Consent] = []

    public init() {}
}

/// What a pause, a setting or a consent is for.
@nonexhaustive
public enum Scope: Sendable, Hashable {
    /// The item with this id.
    case item(String)
    /// The items of the group with this id, also those that join later.
    case group(String)
    /// All items, also those registered later.
    case all
}

/// What is done to each item of a group.
@nonexhaustive
package enum MemberOrder: Sendable, Equatable {
    /// For a repair only those whose file is missing or damaged.
    case request(RequestOptions)
    case retry
    /// Ends the holds of single items; that of the group itself stays.
    case resume
    case cancel(keepsPartial: Bool)
    case remove(isImmediate: Bool)
}

/// What a source offers now, as far as somebody saw it.
public struct RemoteVersion: Sendable, Equatable {
    /// The content's own version, any text.
    public var version: String?
    /// As the server sent it, with its quotes.
    public var etag: String?
    public var bytes: Int64?
    public var digest: Digest?

    public init(version: String? = nil, etag: String? = nil, bytes: Int64? = nil, digest: Digest? = nil) {
        self.version = version
        self.etag = etag
        self.bytes = bytes
        self.digest = digest
    }

    init(_ observed: RemoteVersionObserved) {
        self.init(version: observed.version, etag: observed.etag, bytes: observed.bytes, digest: observed.digest)
    }
}

extension RemoteVersionObserved {
    init(_ remote: RemoteVersion) {
        (version, etag, bytes, digest) = (remote.version, remote.etag, remote.bytes, remote.digest)
    }
}

@nonexhaustive
package enum FoundDamage: Sendable, Equatable {
    case missing(FoundBy)
    case corrupted(FoundBy, expected: String, actual: String)
}
