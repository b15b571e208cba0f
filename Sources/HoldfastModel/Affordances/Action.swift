/// Something that a screen offers to do.
public struct Action: Sendable, Equatable {
    public var code: ActionCode
    public var label: String
    /// The host asks for confirmation first, naming the size.
    public var asks: Bool

    public init(_ code: ActionCode, label: String, asks: Bool = false) {
        self.code = code
        self.label = label
        self.asks = asks
    }
}

/// What an action does. Two actions may share a code under different labels ("Try again", "Try now").
@nonexhaustive
public enum ActionCode: String, Sendable, CaseIterable {
    // The host does these.
    case open, openSignIn, signIn, freeSpace, manageDownloads, raiseLimit, chooseStorage, why

    // Asking for content.
    case download, downloadOverMetered, downloadWhileRoaming, downloadInLowData, downloadLarge, downloadWhenFaster
    case repair, update

    // Moving a wanted item on.
    case pause, resume, resumeGroup, resumeAll, retry, downloadFirst
    case goOnline

    // Agreeing, for this request alone.
    case allowMetered, allowRoaming, allowLowData, allowSlow, confirm, ignoreSchedule, ignorePower, downloadOnlyThis
    case waitForUnmetered, waitForFaster

    // Giving up and removing.
    case cancel, discard, remove, removeAgain, undo
}
