/// One record of the log: an event in its envelope.
public struct Record: Sendable, Equatable {
    /// Where it stands in the log, beginning at 0. It is the record's key and not in its bytes.
    public var position: UInt64
    public var subject: Subject
    /// Microseconds since 1970 UTC; never falls within a monotone segment of the log.
    public var recordedAt: Int64
    /// The wall clock as it was, where it differs from `recordedAt`.
    public var wallClock: Int64?
    /// When it happened, where that differs from when it was recorded.
    public var occurredAt: Int64?
    public var actor: Actor
    /// Position of the event that led to this one.
    public var cause: UInt64?
    public var command: CommandGroup?
    public var event: Event
    /// SHA-256 over 0x02, the salt and the private part's bytes; only where there is a private part.
    public var privateDigest: Digest?
    var unknownFields = UnknownFields()

    package init(
        position: UInt64, subject: Subject, recordedAt: Int64, wallClock: Int64? = nil, occurredAt: Int64? = nil,
        actor: Actor, cause: UInt64? = nil, command: CommandGroup? = nil, event: Event, privateDigest: Digest? = nil
    ) {
        self.position = position
        self.subject = subject
        self.recordedAt = recordedAt
        self.wallClock = wallClock
        self.occurredAt = occurredAt
        self.actor = actor
        self.cause = cause
        self.command = command
        self.event = event
        self.privateDigest = privateDigest
    }

    /// What the record is about.
    public enum Subject: Sendable, Equatable, Hashable {
        /// The record that names the subject: `item:ID`, `group:ID`, `device`, `settings` or `session`. Its position is the subject's number.
        case first(String)
        /// A subject named before.
        case number(UInt64)
    }

    /// Stands on the first record of a command's events, which follow each other without a gap.
    public struct CommandGroup: Sendable, Equatable, Hashable {
        public var id: String
        public var count: UInt64

        public init(id: String, count: UInt64) {
            self.id = id
            self.count = count
        }
    }

    /// Who did it.
    public struct Actor: Sendable, Equatable, Hashable {
        public var kind: Open<ActorKind>
        /// The rule, for the kind `policy`.
        public var rule: String?

        public init(_ kind: ActorKind, rule: String? = nil) {
            self.kind = .known(kind)
            self.rule = rule
        }
    }
}

extension Record.Actor {
    public static let user = Self(.user)
    public static let app = Self(.app)
    public static let system = Self(.system)
    public static let recovery = Self(.recovery)
    public static let tool = Self(.tool)
}
