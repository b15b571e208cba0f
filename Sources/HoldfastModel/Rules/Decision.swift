/// What a command leads to.
public struct Decision: Sendable, Equatable {
    /// In order; empty when there is nothing to do.
    package var events: [NewEvent] = []
    /// Why nothing was to be done.
    public var note: Note?
    /// For an order that goes over the items of a group: the number of the last one that it came to, where others follow.
    package var continuesAfter: UInt64?

    /// A command that is met already appends nothing and says so.
    @nonexhaustive
    public enum Note: String, Sendable, Equatable {
        case alreadyRegistered, alreadyInstalled, alreadyWanted, alreadyPaused, notPaused, notWanted, alreadyComplete
        case notInstalled, alreadyRemoving, alreadySet, unchanged, alreadyDefined, alreadyWithdrawn
        /// No content that may make way frees enough, so none does.
        case nothingToEvict
    }
}

/// An event that has no position yet.
package struct NewEvent: Sendable, Equatable {
    package var subject: NewSubject
    package var event: Event
    /// Position of the event that led to this one.
    package var cause: UInt64?
    /// Who did it, where that differs from who sent the command.
    package var actor: Record.Actor?
    package var privatePart: PrivatePart?
}

package enum NewSubject: Sendable, Equatable {
    case session, device, settings
    /// An item or a group, by number.
    case number(UInt64)
    /// The record that names the item.
    case newItem(String)
    /// The record that names the group.
    case newGroup(String)
}

/// Why a command was refused. Nothing was written.
public struct Refusal: Error, Sendable, Equatable {
    public var code: Code
    /// A sentence: what was tried, on what, and what to do next.
    public var message: String

    @nonexhaustive
    public enum Code: String, Sendable, CaseIterable {
        case unknownItem, invalidIdentifier, invalidSource, invalidDigest, valueOutOfRange, unknownSetting
        case idInUse, notDownloadable, removalStarted, nothingToUndo, undoWindowPassed, pastNoReturn, staleAttempt
        case attemptOpen, notReady, blocked, illegalTransition, sessionOpen, unreadableLog, nothingToRetry
        case notFound, destinationInUse, unknownGroup, withdrawn, expired, notProven
    }
}

/// What a decision may depend on besides the state.
package struct DecisionContext: Sendable, Equatable {
    package var now: Now
    /// The position that the first event gets.
    package var next: UInt64
    /// What open attempts have received so far, by their ids; an attempt that ends has it written down.
    package var traffic: [UInt64: Traffic]

    package init(now: Now, next: UInt64, traffic: [UInt64: Traffic] = [:]) {
        self.now = now
        self.next = next
        self.traffic = traffic
    }
}

/// Body bytes that an attempt received.
package struct Traffic: Sendable, Equatable {
    package var wireBytes: Int64
    /// Those of them that came over a metered connection.
    package var meteredBytes: Int64

    package init(wireBytes: Int64, meteredBytes: Int64) {
        self.wireBytes = wireBytes
        self.meteredBytes = meteredBytes
    }
}
