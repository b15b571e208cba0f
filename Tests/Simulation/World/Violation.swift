/// The invariants of the domain (vocabulary, section 8), by their numbers.
package enum Invariant: Int, CaseIterable, Sendable {
    case oneOpenAttempt = 1
    case oneEnd, durableBytesFall, publishedAfterVerified, installedChanges, deletionsTraced, foldIsStored
    case incrementalIsRebuilt, contiguousAndRooted, acknowledgedIsKept, startedWithinATurn, requestsAddUp, quotaHolds
    case cancelledIsSilent, wayForward
}

/// Something that must never be, and was.
package struct Violation: Sendable, Equatable, CustomStringConvertible {
    /// `nil` for what belongs to no invariant: a file too many, an error that has no place, content that never came.
    package var invariant: Invariant?
    package var text: String

    package init(_ invariant: Invariant?, _ text: String) {
        self.invariant = invariant
        self.text = text
    }

    package var description: String {
        invariant.map { "invariant \($0.rawValue) (\($0)): \(text)" } ?? text
    }
}
