import Holdfast
import HoldfastModel

/// What happened in a part of the history, in numbers.
///
/// A number counts by position: what it counts stands in a record of the range, and an attempt counts where its end stands. What is
/// told of attempts, removals and requests comes from the state's own tables at the two ends of the range; the rest from its records.
struct Statistics: Sendable {
    var range: AskedRange
    var downloads = Downloads()
    var attempts = UsageCounts()
    var bytes = Bytes()
    var failures: [Reason] = []
    var interruptions: [(cause: Open<InterruptCause>, blocker: Open<BlockerCode>?, count: Int64)] = []
    /// In order of their names, the unknown one last.
    var hosts: [Host] = []
    var removals = Removals()
    var recorded = RecordFigures()
    /// `nil` where items were named: the network is not theirs.
    var surroundings: Surroundings?
    var storage: [StorageSlice] = []
    /// Local days on which something happened, in order.
    var days: [Day] = []

    struct Downloads: Sendable, Equatable {
        /// In the range.
        var requested: Int64 = 0
        var completed: Int64 = 0
        var cancelled: Int64 = 0
        /// At its end; those that have failed and those that are paused are among the wanted.
        var wanted: Int64 = 0
        var failed: Int64 = 0
        var paused: Int64 = 0
    }

    struct Bytes: Sendable, Equatable {
        /// Attempts that did not begin at the first byte, and the bytes that did not have to come again.
        var resumed: Int64 = 0
        var saved: Int64 = 0
        /// Received and thrown away.
        var discarded: Int64 = 0
    }

    struct Reason: Sendable, Equatable {
        /// With the code and the HTTP status that were seen.
        var failure: Failure
        var count: Int64
    }

    struct Host: Sendable, Equatable {
        /// Scheme, host and port; `nil` where it is not known any more.
        var name: String?
        var counts = UsageCounts()
    }

    struct Removals: Sendable, Equatable {
        var requested: Int64 = 0
        var undone: Int64 = 0
        var deleted: Int64 = 0
        var freedBytes: Int64 = 0
    }

    struct StorageSlice: Sendable, Equatable {
        var from: Int64
        var until: Int64
        /// At its end.
        var usedBytes: Int64
        var largestBytes: Int64
    }

    struct Day: Sendable, Equatable {
        /// Beginning of the local day, in microseconds since 1970 UTC.
        var began: Int64
        var requested: Int64 = 0
        var counts = UsageCounts()
    }
}
