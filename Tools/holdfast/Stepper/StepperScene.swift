/// What there is to see at one position, as text.
struct StepperScene: Sendable, Equatable {
    /// Records that the state is a fold of.
    var count: UInt64 = 0
    /// `nil` for the empty state.
    var event: EventText?
    var changes: [ChangeText] = []
    /// `nil` where no item was met yet.
    var item: ItemText?
    var queue: [QueueText] = []
    /// Items that are wanted, those left out of `queue` included.
    var queueCount: Int64 = 0
    var environment: [FieldText] = []

    struct EventText: Sendable, Equatable {
        var position: UInt64
        /// Local.
        var time: String
        /// How long after the record before, `+3 min 20 s`; `nil` for the first.
        var since: String?
        var subject: String
        var type: String
        var sentence: String
        var fields: [FieldText]
    }

    /// A name with a value.
    struct FieldText: Sendable, Equatable {
        var name: String
        var value: String
        var role = Style.Role.plain
        /// The event changed it.
        var isChanged = false
    }

    struct ChangeText: Sendable, Equatable {
        /// `nil` for the event's own item.
        var row: String?
        var change: StateChange.Told
    }

    struct ItemText: Sendable, Equatable {
        var id: String
        var glyph: Glyph?
        var words: String
        /// The five machines.
        var machines: [FieldText]
    }

    struct QueueText: Sendable, Equatable {
        var place: Int
        var id: String
        var glyph: Glyph?
        var label: String
        /// Empty where nothing holds it up.
        var reasons: [String]
    }
}
