package import HoldfastModel

/// A kind of command that people give: the one table to extend when the engine learns a new one.
package struct CommandKind: Sendable {
    package let name: String
    /// How often it is given, beside the others.
    package let weight: Int
    /// The commands of one press of a button, in order.
    package let make: @Sendable (inout CommandDraw) -> [Command]

    init(_ name: String, _ weight: Int, _ make: @escaping @Sendable (inout CommandDraw) -> [Command]) {
        self.name = name
        self.weight = weight
        self.make = make
    }

    package static let all: [CommandKind] = catalogue + wishes + queue + removals + device
}

/// What a command is drawn from.
package struct CommandDraw {
    var chance: Chance
    /// What there is to be had.
    let contents: [SimulatedContent]
    /// Microseconds since 1970 UTC.
    let wall: Int64

    mutating func content() -> SimulatedContent { chance.pick(contents) }
    mutating func id() -> String { content().id }
    /// A time to come, or soon past; `nil` for none.
    mutating func time() -> Int64? { chance.happens(0.5) ? nil : wall + chance.time(0...20_000) - 5_000_000 }

    /// What the app knows of an item: sometimes all, sometimes little, never lies beyond an outdated digest.
    mutating func registration() -> Registration {
        let content = content()
        var item = Registration(id: content.id, sources: content.addresses)
        if content.isDigestKnown { item.expectedDigest = content.current.digest }
        if content.isDigestKnown || chance.happens(0.3) { item.expectedBytes = Int64(content.current.bytes.count) }
        if chance.happens(0.3) { item.mediaType = "application/octet-stream" }
        if chance.happens(0.5) { item.title = "Title \(chance.index(below: 9))" }
        if chance.happens(0.3) { item.suggestedName = "a name \(chance.index(below: 9)).txt" }
        if chance.happens(0.3) { item.version = content.current.tag }
        return item
    }
}
