/// One command from outside for a running engine.
package struct ControlRequest: Sendable, Equatable {
    package let command: Command
    package let actor: Record.Actor
    /// Makes the command safe to send again; see `OfflineEngine`.
    package let id: String?

    private static let idByteCounts = 1...255
    private static let actors: Set<ActorKind> = [.user, .app, .tool, .import]

    /// - Returns: `nil` for a command that is not for people and apps to give.
    package init?(_ command: Command, by actor: Record.Actor, id: String? = nil) {
        guard IntentFields(command) != nil else { return nil }
        self.command = command
        self.actor = actor
        self.id = id
    }

    package func encode() -> [UInt8] {
        CBORWriter.bytes { writer in
            var fields = FieldEncoder(writer, unknown: UnknownFields())
            fields.write(Key.version, ControlVersion.current)
            fields.write(Key.id, id)
            fields.write(Key.actor, actor)
            fields.write(Key.intent, IntentFields(command))
            fields.finish(&writer)
        }
    }

    package init(decoding message: [UInt8]) throws(ControlFault) {
        let (version, rest): (UInt64, Rest?)
        do {
            (version, rest) = try message.withUnsafeBytes { try Self.read($0) }
        } catch {
            throw .malformed("the message could not be read (\(error))")
        }
        guard let rest else {
            throw .notUnderstood(
                "the message has version \(version), and this program reads version \(ControlVersion.current)")
        }
        guard rest.isWhole, let command = rest.intent.command else {
            throw .notUnderstood(
                "this program does not know the command \(rest.intent.kind), or not all that came with it")
        }
        guard let kind = rest.actor.kind.known, Self.actors.contains(kind), rest.actor.rule == nil else {
            throw .malformed("commands do not come from \(rest.actor.kind)")
        }
        guard rest.id.map({ Self.idByteCounts.contains($0.utf8.count) }) ?? true else {
            throw .malformed("a command's id has 1 to 255 bytes")
        }
        self.command = command
        actor = rest.actor
        id = rest.id
    }

    /// What stands behind the version.
    private struct Rest {
        var id: String?
        var actor: Record.Actor
        var intent: IntentFields
        /// Nothing stood beside it.
        var isWhole: Bool
    }

    private enum Key {
        static let version: UInt64 = 1
        static let id: UInt64 = 2
        static let actor: UInt64 = 3
        static let intent: UInt64 = 4
    }

    /// Of another version, nothing but the number is read.
    private static func read(_ message: UnsafeRawBufferPointer) throws(CodingFailure) -> (UInt64, Rest?) {
        var reader = CBORReader(message)
        var fields = try MapReader(reader)
        let version: UInt64 = try fields.required(Key.version)
        guard version == ControlVersion.current else { return (version, nil) }
        var rest = Rest(
            id: try fields.optional(Key.id), actor: try fields.required(Key.actor),
            intent: try fields.required(Key.intent), isWhole: true)
        rest.isWhole = try fields.finish(&reader).isEmpty
        guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
        return (version, rest)
    }
}
