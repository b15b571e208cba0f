/// An intent as numbered fields, the form in which it comes from another process.
///
/// One flat group serves all kinds, since most share their fields; what a kind does not have is absent.
struct IntentFields: FieldGroup {
    var kind: Open<IntentKind> = .known(.register)
    var item: String?
    var group: String?
    /// Yes or no to what the kind asks; Control.md lists it.
    var flag: Bool?
    /// Microseconds since 1970 UTC.
    var until: Int64?
    var key: String?
    var text: String?
    var registration: RegistrationRow?
    var request: RequestRow?
    var priority: Int64?
    var place: Open<QueuePlace>?
    var before: String?
    var consent: ConsentRow?
    var remote: RemoteVersionObserved?
    var adding: [String]?
    var removing: [String]?
    var order: Open<MemberOrderKind>?
    var target: UInt64?
    var feature: FeatureDeclared?
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "kind", &kind)
        try coder.field(2, "item", &item)
        try coder.field(3, "group", &group)
        try coder.field(4, "flag", &flag)
        try coder.field(5, "until", &until)
        try coder.field(6, "key", &key)
        try coder.field(7, "text", &text)
        try coder.field(8, "registration", &registration)
        try coder.field(9, "request", &request)
        try coder.field(10, "priority", &priority)
        try coder.field(11, "place", &place)
        try coder.field(12, "before", &before)
        try coder.field(13, "consent", &consent)
        try coder.field(14, "remote", &remote)
        try coder.field(15, "adding", &adding)
        try coder.field(16, "removing", &removing)
        try coder.field(17, "order", &order)
        try coder.field(18, "target", &target)
        try coder.field(19, "feature", &feature)
    }
}

// Numbers that other versions send: a case keeps its number for ever, a new case takes the next free one.

/// The commands that may come from outside an engine: what people and apps intend, never what only the engine can have seen.
enum IntentKind: UInt8, CaseIterable, Sendable {
    case register = 0
    case amend, request, pause, resume, cancel, retry, remove, undoRemoval, reprioritise, set, consent, waitForUnmetered
    case pin, opened, withdraw, observeRemote, defineGroup, changeMembers, eachMember, note, setOfflineMode, declare
}

enum MemberOrderKind: UInt8, CaseIterable, Sendable {
    case request = 0
    case retry, resume, cancel, remove
}

struct RegistrationRow: FieldGroup {
    var value = Registration(id: "")
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "id", &value.id)
        try coder.field(2, "sources", &value.sources)
        try coder.field(3, "title", &value.title)
        try coder.field(4, "suggestedName", &value.suggestedName)
        try coder.field(5, "mediaType", &value.mediaType)
        try coder.field(6, "version", &value.version)
        try coder.field(7, "expectedBytes", &value.expectedBytes)
        try coder.field(8, "expectedDigest", &value.expectedDigest)
        try coder.field(9, "expiresAt", &value.expiresAt)
        try coder.field(10, "isDownloadable", &value.isDownloadable)
    }
}

struct RequestRow: FieldGroup {
    var reason: Open<DownloadReason> = .known(.user)
    /// The reason stands beside it, since here it may be a word that only another version knows.
    var value = RequestOptions()
    var unknownFields = UnknownFields()

    init() {}

    init(_ options: RequestOptions) {
        reason = .known(options.reason)
        value = options
    }

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "reason", &reason)
        if let reason = reason.known { value.reason = reason }
        try coder.field(2, "priority", &value.priority)
        try coder.field(3, "notBefore", &value.notBefore)
        try coder.field(4, "deadline", &value.deadline)
        try coder.field(5, "allowsMetered", &value.allowsMetered)
        try coder.consents(6, &value.consents)
    }
}
