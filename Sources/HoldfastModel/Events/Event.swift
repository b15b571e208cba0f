/// A fact: an intent somebody expressed, something observed, or the outcome of an effect.
@nonexhaustive
public enum Event: Sendable, Equatable {
    case storeCreated(StoreCreated)
    case sessionOpened(SessionOpened)
    case sessionClosed(SessionClosed)
    case recoveryCompleted(RecoveryCompleted)
    case clockJumped(ClockJumped)
    case auditCompleted(AuditCompleted)
    case noteAdded(NoteAdded)
    case connectivityChanged(ConnectivityChanged)
    case offlineModeSet(OfflineModeSet)
    case storageMeasured(StorageMeasured)
    case volumeAvailabilityChanged(VolumeAvailabilityChanged)
    case featureDeclared(FeatureDeclared)
    case powerChanged(PowerChanged)
    case timeZoneChanged(TimeZoneChanged)
    case settingChanged(SettingChanged)
    case consentRecorded(ConsentRecorded)
    case itemRegistered(ItemRegistered)
    case itemAmended(ItemAmended)
    case sizeResolved(SizeResolved)
    case remoteVersionObserved(RemoteVersionObserved)
    case itemWithdrawn(ItemWithdrawn)
    case groupDefined(GroupDefined)
    case groupMembersChanged(GroupMembersChanged)
    case downloadRequested(DownloadRequested)
    case downloadReprioritised(DownloadReprioritised)
    case downloadPaused(DownloadPaused)
    case downloadResumed(DownloadResumed)
    case downloadCancelled(DownloadCancelled)
    case retryRequested(RetryRequested)
    case contentPinned(ContentPinned)
    case contentUnpinned(ContentUnpinned)
    case transferStarted(TransferStarted)
    case responseReceived(ResponseReceived)
    case transferCheckpointed(TransferCheckpointed)
    case partialDiscarded(PartialDiscarded)
    case transferInterrupted(TransferInterrupted)
    case transferFailed(TransferFailed)
    case retryScheduled(RetryScheduled)
    case transferCompleted(TransferCompleted)
    case contentVerified(ContentVerified)
    case verificationFailed(VerificationFailed)
    case contentPublished(ContentPublished)
    case downloadFailed(DownloadFailed)
    case deletionRequested(DeletionRequested)
    case deletionUndone(DeletionUndone)
    case deletionStarted(DeletionStarted)
    case contentDeleted(ContentDeleted)
    case deletionFailed(DeletionFailed)
    case contentMissing(ContentMissing)
    case contentCorrupted(ContentCorrupted)
    case contentOpened(ContentOpened)
    case evictionPlanned(EvictionPlanned)
    case orphanFound(OrphanFound)
    case contentImported(ContentImported)
    /// A type that this program does not know: shown raw, kept as it is. An engine refuses to act on a log that holds one.
    case unknown(UnknownEvent)
}

/// An event of an unknown type or of a newer schema version of a known type.
public struct UnknownEvent: Sendable, Equatable {
    public let type: UInt64
    public let schemaVersion: UInt64
    /// The payload's exact CBOR bytes.
    public let payload: [UInt8]
}

/// The payload of one type of event.
protocol EventPayload: FieldGroup {
    static var type: EventType { get }
    /// Folds the event into the state. What cannot apply changes nothing; nothing traps.
    ///
    /// It may be called with a payload whose `shownText` fields were not read.
    /// - Throws: what reading the base throws; the state is unchanged then.
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws
}
