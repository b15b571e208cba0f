/// The rows of the table, in its order: the first that matches an item decides what is shown.
@nonexhaustive
public enum AffordanceRow: String, Sendable, CaseIterable {
    // Being removed.
    case removalPending, removalInProgress, removalRunning, removalFailed

    // On the device.
    case storageAway, repairing, damaged, damagedOffline
    case expiredRenewing, expired, expiredOffline
    case updating, updateWaiting, expiresSoon, stale, staleOffline, installed

    // On its way.
    case finishing, checking, reconnecting, starting, receivingSlowly, receivingMetered, receiving, held

    // Waiting, by the first reason.
    case waitingOfflineMode, waitingPaused, waitingNoNetwork, waitingNoNetworkPartial, waitingLocalOnly
    case waitingCaptivePortal, waitingUnmetered, waitingRoamingOrLowData, waitingLinkTooSlow, waitingConsent
    case waitingAuth, waitingSpace, waitingQuota, waitingVolume, waitingSchedule, waitingPower, waitingBackoff
    case queued

    // Failed.
    case failedGone, failedSpace, failedAuth, failedSource, failedNothing, failed, failedOffline

    // Nothing on the device, nothing asked for.
    case withdrawn, onlineOnly, onlineOnlyOffline
    case absentTooLarge, absentOffline, absentPartial, absentUnmetered, absentOverLimit, absentSlow, absent

    /// Nothing can be done here but wait, or nothing is there to be done: the removal or the proof of the file runs
    /// by itself, or the item cannot be had.
    public var needsNoWayForward: Bool {
        switch self {
        case .removalRunning, .finishing, .withdrawn, .onlineOnly, .onlineOnlyOffline: true
        default: false
        }
    }
}
