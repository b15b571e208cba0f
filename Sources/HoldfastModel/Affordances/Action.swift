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
    case open, openSignIn, signIn, confirm, freeSpace, manageDownloads, raiseLimit, chooseStorage, why

    // Asking for content.
    case download, downloadOverMetered, downloadWhileRoaming, downloadInLowData, downloadWhenFaster
    case repair, update

    // Moving a wanted item on.
    case pause, resume, resumeAll, retry, downloadFirst, ignoreSchedule, ignoreCharging
    case goOnline
    case allowMetered, allowUnknownMetered, allowRoaming, allowLowData, allowSlow
    case waitForUnmetered, waitForFaster

    // Giving up and removing.
    case cancel, discard, remove, removeAgain, undo
}
