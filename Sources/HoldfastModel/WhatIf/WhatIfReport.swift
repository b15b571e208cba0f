/// What would have been different under other settings, as far as the recorded history tells.
public struct WhatIfReport: Sendable, Equatable {
    /// Values in the form in which they are recorded.
    public var changes: [SettingChange] = []
    /// Positions of the records during which the changes stood.
    public var positions: Range<UInt64>
    /// recordedAt of the record before the first and of the last of these, in microseconds since 1970 UTC; `nil` for none.
    public var began: Int64?
    public var ended: Int64?
    /// Downloads that would have gone another way, in the order in which they part from the records.
    public var items: [WhatIfItem] = []
    /// All bytes of the time, also those of downloads that went the same way.
    public var bytes: [NetworkBytes] = []
    /// Microseconds that wanted items stood neither running, paused nor failed, added up over all of them. A pause whose end has passed
    /// counts as none.
    public var waitedBefore: Int64 = 0
    public var waitedAfter: Int64 = 0
    /// What the answer leaves open, in order of the codes; only what applies.
    public var unknowns: [WhatIfUnknown] = []

    public init(positions: Range<UInt64>) { self.positions = positions }
}

/// One request of an item, from the moment on at which it parts from the records. Times are microseconds since 1970 UTC.
public struct WhatIfItem: Sendable, Equatable {
    public var id: String
    /// Position of its `downloadRequested`.
    public var request: UInt64
    /// When it parts from the records.
    public var parted: Int64
    /// It would have gone on at that moment, where it waited; else it would have waited, where it went on.
    public var isEarlier: Bool
    /// When it ran next from that moment on; `nil` where it did not within the history.
    public var ranBefore: Int64?
    public var ranAfter: Int64?
    /// When its last byte had come; `nil` where that is not within the history.
    public var wholeBefore: Int64?
    public var wholeAfter: Int64?
    /// How it waited from that moment on.
    public var waitsBefore: [RecordedWait] = []
    public var waitsAfter: [RecordedWait] = []
    /// Microseconds, those of waits that are not listed included.
    public var waitedBefore: Int64 = 0
    public var waitedAfter: Int64 = 0
    /// Bytes from that moment on.
    public var bytes: [NetworkBytes] = []

    /// At most so many waits are listed of each kind.
    public static let waitCountMax = 64
}

/// A stretch of time in which an item waited for one reason.
public struct RecordedWait: Sendable, Equatable {
    public var from: Int64
    /// `nil` where the history ends before the wait does.
    public var until: Int64?
    /// The headline; `nil` where nothing held it up any more and it was about to start.
    public var blocker: Blocker?
}
