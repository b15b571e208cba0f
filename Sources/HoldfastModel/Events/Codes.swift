// Persisted numbers: a case keeps its number for ever, a new case takes the next free one.

@nonexhaustive
public enum DownloadReason: UInt8, CaseIterable, Sendable {
    case user = 0
    case auto, update, repair
}

@nonexhaustive
public enum CloseReason: UInt8, CaseIterable, Sendable {
    case normal = 0
    case suspended, terminated
}

@nonexhaustive
public enum Link: UInt8, CaseIterable, Sendable {
    case none = 0
    case local, internet
}

@nonexhaustive
public enum Quality: UInt8, CaseIterable, Sendable {
    case unusable = 0
    case slow, moderate, good
}

@nonexhaustive
public enum ObservationSource: UInt8, CaseIterable, Sendable {
    case system = 0
    case probe, poll, transfer, manual
}

@nonexhaustive
public enum FeatureNeed: UInt8, CaseIterable, Sendable {
    case nothing = 0
    case content, localNetwork, internet
}

@nonexhaustive
public enum WhenUnmet: UInt8, CaseIterable, Sendable {
    case hide = 0
    case disable, degrade, queue
}

@nonexhaustive
public enum SizeSource: UInt8, CaseIterable, Sendable {
    case catalogue = 0
    case head, transfer
}

@nonexhaustive
public enum DiscardReason: UInt8, CaseIterable, Sendable {
    case validatorChanged = 0
    case rangeIgnored, digestMismatch, lost, cancelled, space
}

@nonexhaustive
public enum InterruptCause: UInt8, CaseIterable, Sendable {
    case connectivityLost = 0
    case blocked, paused, cancelled, preempted, processDied, sessionEnded, volumeLost
}

@nonexhaustive
public enum FailureClass: UInt8, CaseIterable, Sendable {
    case transient = 0
    case offline, captive, server, auth, forbidden, notFound, changed, space, quota, file, integrity, tls,
        policy, `internal`
}

@nonexhaustive
public enum RetryBasis: UInt8, CaseIterable, Sendable {
    case backoff = 0
    case retryAfter
}

@nonexhaustive
public enum Trust: UInt8, CaseIterable, Sendable {
    case expected = 0
    case sizeOnly, firstSeen
}

@nonexhaustive
public enum Check: UInt8, CaseIterable, Sendable {
    case digest = 0
    case size, mediaType
}

/// What a failed download waits for.
@nonexhaustive
public enum Need: UInt8, CaseIterable, Sendable {
    case nothing = 0
    case user, space, auth, source
}

@nonexhaustive
public enum DeletionReason: UInt8, CaseIterable, Sendable {
    case user = 0
    case evicted, expired, superseded, quota
}

@nonexhaustive
public enum FoundBy: UInt8, CaseIterable, Sendable {
    case open = 0
    case start, audit
}

@nonexhaustive
public enum PauseScope: UInt8, CaseIterable, Sendable {
    case item = 0
    case group, all
}

@nonexhaustive
public enum QueuePlace: UInt8, CaseIterable, Sendable {
    case first = 0
    case last, before
}

@nonexhaustive
public enum InterfaceKind: UInt8, CaseIterable, Sendable {
    case wifi = 0
    case cellular, wired, vpn, other
}

@nonexhaustive
public enum ActorKind: UInt8, CaseIterable, Sendable {
    case user = 0
    case app, policy, system, recovery, tool, `import`
}

/// Why a ready item does not run. `tellingOrder` is the order in which the reasons are told; the first is the headline.
///
/// A paused item stands before a missing network, or "starts when connected" would be a lie.
@nonexhaustive
public enum BlockerCode: UInt8, CaseIterable, Sendable {
    case offlineMode = 0
    case pausedAll, pausedGroup, noNetwork, localOnly, captivePortal, needsUnmetered, meteredUnknown,
        roaming, lowData, linkTooSlow, consentNeeded, authNeeded, noSpace, quotaFull, volumeMissing, scheduleClosed,
        notBefore, needsCharging, batteryLow, lowPowerMode, backoff, removalInProgress, hostSlotsFull, slotsFull
    /// Nothing has been observed yet in this session, or no session is open: neither online nor offline is known.
    case checking
}

/// What a power reading was taken on.
@nonexhaustive
public enum PowerSource: UInt8, CaseIterable, Sendable {
    case external = 0
    case battery
}

/// What a person agreed to, once. The dearer takes in the cheaper: roaming takes in metered, metered takes in low data, and both take in
/// the size that was asked about. `pause` lets one item past a pause of its group or of all: "download only this".
@nonexhaustive
public enum ConsentKind: UInt8, CaseIterable, Sendable {
    case metered = 0
    case roaming, large, lowData, slow, schedule, power, pause
}

@nonexhaustive
public enum AuditScope: UInt8, CaseIterable, Sendable {
    case log = 0
    case content, both
}

/// The order in which installed content makes way.
@nonexhaustive
public enum EvictionRule: UInt8, CaseIterable, Sendable {
    case lru = 0
    case oldest, largest
}

@nonexhaustive
public enum OrphanAction: UInt8, CaseIterable, Sendable {
    case adopted = 0
    case removed, left
}
