/// The number of an event's type in a record. A number is never reused.
@nonexhaustive
public enum EventType: UInt8, CaseIterable, Sendable {
    case storeCreated = 1
    case sessionOpened, sessionClosed, recoveryCompleted, clockJumped
    case connectivityChanged = 16
    case offlineModeSet, storageMeasured, volumeAvailabilityChanged, featureDeclared
    case settingChanged = 32
    case itemRegistered = 48
    case itemAmended, sizeResolved
    case downloadRequested = 64
    case downloadReprioritised, downloadPaused, downloadResumed, downloadCancelled, retryRequested
    case transferStarted = 80
    case responseReceived, transferCheckpointed, partialDiscarded, transferInterrupted,
        transferFailed, retryScheduled, transferCompleted, contentVerified, verificationFailed, contentPublished,
        downloadFailed
    case deletionRequested = 112
    case deletionUndone, deletionStarted, contentDeleted, deletionFailed, contentMissing,
        contentCorrupted
}
