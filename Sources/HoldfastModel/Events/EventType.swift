/// The number of an event's type in a record. A number is never reused.
@nonexhaustive
public enum EventType: UInt8, CaseIterable, Sendable {
    case storeCreated = 1
    case sessionOpened, sessionClosed, recoveryCompleted, clockJumped, auditCompleted
    /// 7 is kept for the erasure of personal data.
    case noteAdded = 8
    case connectivityChanged = 16
    case offlineModeSet, storageMeasured, volumeAvailabilityChanged, featureDeclared, powerChanged, timeZoneChanged
    case settingChanged = 32
    case consentRecorded
    case itemRegistered = 48
    case itemAmended, sizeResolved, remoteVersionObserved, itemWithdrawn, groupDefined, groupMembersChanged
    case downloadRequested = 64
    case downloadReprioritised, downloadPaused, downloadResumed, downloadCancelled, retryRequested, contentPinned,
        contentUnpinned
    case transferStarted = 80
    case responseReceived, transferCheckpointed, partialDiscarded, transferInterrupted,
        transferFailed, retryScheduled, transferCompleted, contentVerified, verificationFailed, contentPublished,
        downloadFailed
    case deletionRequested = 112
    case deletionUndone, deletionStarted, contentDeleted, deletionFailed, contentMissing,
        contentCorrupted, contentOpened, evictionPlanned, orphanFound, contentImported
}
