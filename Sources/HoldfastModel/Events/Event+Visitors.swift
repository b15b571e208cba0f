/// Does one thing with the payload of any event, by what the context says.
protocol PayloadVisitor: ~Copyable {
    associatedtype Context
    associatedtype Failure: Error
    mutating func visit<Payload: EventPayload>(_ payload: Payload, _ context: inout Context) throws(Failure)
}

/// Does one thing with the payload type of any type of event, by what the context says.
protocol PayloadTypeVisitor: ~Copyable {
    associatedtype Context
    associatedtype Answer
    associatedtype Failure: Error
    /// `wrap` makes the event of a payload.
    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, _ context: inout Context, wrap: (Payload) -> Event
    ) throws(Failure) -> Answer
}

extension Event {
    /// Hands the payload to the visitor; does nothing for an unknown event.
    ///
    /// This and `EventType.accept` are the only places that list all events; everything else visits.
    @inline(__always)
    func accept<Visitor: PayloadVisitor & ~Copyable>(
        _ visitor: inout Visitor, _ context: inout Visitor.Context
    ) throws(Visitor.Failure) {
        switch self {
        case .storeCreated(let payload): try visitor.visit(payload, &context)
        case .sessionOpened(let payload): try visitor.visit(payload, &context)
        case .sessionClosed(let payload): try visitor.visit(payload, &context)
        case .recoveryCompleted(let payload): try visitor.visit(payload, &context)
        case .clockJumped(let payload): try visitor.visit(payload, &context)
        case .auditCompleted(let payload): try visitor.visit(payload, &context)
        case .noteAdded(let payload): try visitor.visit(payload, &context)
        case .connectivityChanged(let payload): try visitor.visit(payload, &context)
        case .offlineModeSet(let payload): try visitor.visit(payload, &context)
        case .storageMeasured(let payload): try visitor.visit(payload, &context)
        case .volumeAvailabilityChanged(let payload): try visitor.visit(payload, &context)
        case .featureDeclared(let payload): try visitor.visit(payload, &context)
        case .powerChanged(let payload): try visitor.visit(payload, &context)
        case .timeZoneChanged(let payload): try visitor.visit(payload, &context)
        case .settingChanged(let payload): try visitor.visit(payload, &context)
        case .consentRecorded(let payload): try visitor.visit(payload, &context)
        case .itemRegistered(let payload): try visitor.visit(payload, &context)
        case .itemAmended(let payload): try visitor.visit(payload, &context)
        case .sizeResolved(let payload): try visitor.visit(payload, &context)
        case .remoteVersionObserved(let payload): try visitor.visit(payload, &context)
        case .itemWithdrawn(let payload): try visitor.visit(payload, &context)
        case .groupDefined(let payload): try visitor.visit(payload, &context)
        case .groupMembersChanged(let payload): try visitor.visit(payload, &context)
        case .downloadRequested(let payload): try visitor.visit(payload, &context)
        case .downloadReprioritised(let payload): try visitor.visit(payload, &context)
        case .downloadPaused(let payload): try visitor.visit(payload, &context)
        case .downloadResumed(let payload): try visitor.visit(payload, &context)
        case .downloadCancelled(let payload): try visitor.visit(payload, &context)
        case .retryRequested(let payload): try visitor.visit(payload, &context)
        case .contentPinned(let payload): try visitor.visit(payload, &context)
        case .contentUnpinned(let payload): try visitor.visit(payload, &context)
        case .transferStarted(let payload): try visitor.visit(payload, &context)
        case .responseReceived(let payload): try visitor.visit(payload, &context)
        case .transferCheckpointed(let payload): try visitor.visit(payload, &context)
        case .partialDiscarded(let payload): try visitor.visit(payload, &context)
        case .transferInterrupted(let payload): try visitor.visit(payload, &context)
        case .transferFailed(let payload): try visitor.visit(payload, &context)
        case .retryScheduled(let payload): try visitor.visit(payload, &context)
        case .transferCompleted(let payload): try visitor.visit(payload, &context)
        case .contentVerified(let payload): try visitor.visit(payload, &context)
        case .verificationFailed(let payload): try visitor.visit(payload, &context)
        case .contentPublished(let payload): try visitor.visit(payload, &context)
        case .downloadFailed(let payload): try visitor.visit(payload, &context)
        case .deletionRequested(let payload): try visitor.visit(payload, &context)
        case .deletionUndone(let payload): try visitor.visit(payload, &context)
        case .deletionStarted(let payload): try visitor.visit(payload, &context)
        case .contentDeleted(let payload): try visitor.visit(payload, &context)
        case .deletionFailed(let payload): try visitor.visit(payload, &context)
        case .contentMissing(let payload): try visitor.visit(payload, &context)
        case .contentCorrupted(let payload): try visitor.visit(payload, &context)
        case .contentOpened(let payload): try visitor.visit(payload, &context)
        case .evictionPlanned(let payload): try visitor.visit(payload, &context)
        case .orphanFound(let payload): try visitor.visit(payload, &context)
        case .contentImported(let payload): try visitor.visit(payload, &context)
        case .unknown: break
        }
    }
}

extension EventType {
    @inline(__always)
    func accept<Visitor: PayloadTypeVisitor & ~Copyable>(
        _ visitor: inout Visitor, _ context: inout Visitor.Context
    ) throws(Visitor.Failure) -> Visitor.Answer {
        switch self {
        case .storeCreated: try visitor.visit(StoreCreated.self, &context, wrap: Event.storeCreated)
        case .sessionOpened: try visitor.visit(SessionOpened.self, &context, wrap: Event.sessionOpened)
        case .sessionClosed: try visitor.visit(SessionClosed.self, &context, wrap: Event.sessionClosed)
        case .recoveryCompleted: try visitor.visit(RecoveryCompleted.self, &context, wrap: Event.recoveryCompleted)
        case .clockJumped: try visitor.visit(ClockJumped.self, &context, wrap: Event.clockJumped)
        case .auditCompleted: try visitor.visit(AuditCompleted.self, &context, wrap: Event.auditCompleted)
        case .noteAdded: try visitor.visit(NoteAdded.self, &context, wrap: Event.noteAdded)
        case .connectivityChanged:
            try visitor.visit(ConnectivityChanged.self, &context, wrap: Event.connectivityChanged)
        case .offlineModeSet: try visitor.visit(OfflineModeSet.self, &context, wrap: Event.offlineModeSet)
        case .storageMeasured: try visitor.visit(StorageMeasured.self, &context, wrap: Event.storageMeasured)
        case .volumeAvailabilityChanged:
            try visitor.visit(VolumeAvailabilityChanged.self, &context, wrap: Event.volumeAvailabilityChanged)
        case .featureDeclared: try visitor.visit(FeatureDeclared.self, &context, wrap: Event.featureDeclared)
        case .powerChanged: try visitor.visit(PowerChanged.self, &context, wrap: Event.powerChanged)
        case .timeZoneChanged: try visitor.visit(TimeZoneChanged.self, &context, wrap: Event.timeZoneChanged)
        case .settingChanged: try visitor.visit(SettingChanged.self, &context, wrap: Event.settingChanged)
        case .consentRecorded: try visitor.visit(ConsentRecorded.self, &context, wrap: Event.consentRecorded)
        case .itemRegistered: try visitor.visit(ItemRegistered.self, &context, wrap: Event.itemRegistered)
        case .itemAmended: try visitor.visit(ItemAmended.self, &context, wrap: Event.itemAmended)
        case .sizeResolved: try visitor.visit(SizeResolved.self, &context, wrap: Event.sizeResolved)
        case .remoteVersionObserved:
            try visitor.visit(RemoteVersionObserved.self, &context, wrap: Event.remoteVersionObserved)
        case .itemWithdrawn: try visitor.visit(ItemWithdrawn.self, &context, wrap: Event.itemWithdrawn)
        case .groupDefined: try visitor.visit(GroupDefined.self, &context, wrap: Event.groupDefined)
        case .groupMembersChanged:
            try visitor.visit(GroupMembersChanged.self, &context, wrap: Event.groupMembersChanged)
        case .downloadRequested: try visitor.visit(DownloadRequested.self, &context, wrap: Event.downloadRequested)
        case .downloadReprioritised:
            try visitor.visit(DownloadReprioritised.self, &context, wrap: Event.downloadReprioritised)
        case .downloadPaused: try visitor.visit(DownloadPaused.self, &context, wrap: Event.downloadPaused)
        case .downloadResumed: try visitor.visit(DownloadResumed.self, &context, wrap: Event.downloadResumed)
        case .downloadCancelled: try visitor.visit(DownloadCancelled.self, &context, wrap: Event.downloadCancelled)
        case .retryRequested: try visitor.visit(RetryRequested.self, &context, wrap: Event.retryRequested)
        case .contentPinned: try visitor.visit(ContentPinned.self, &context, wrap: Event.contentPinned)
        case .contentUnpinned: try visitor.visit(ContentUnpinned.self, &context, wrap: Event.contentUnpinned)
        case .transferStarted: try visitor.visit(TransferStarted.self, &context, wrap: Event.transferStarted)
        case .responseReceived: try visitor.visit(ResponseReceived.self, &context, wrap: Event.responseReceived)
        case .transferCheckpointed:
            try visitor.visit(TransferCheckpointed.self, &context, wrap: Event.transferCheckpointed)
        case .partialDiscarded: try visitor.visit(PartialDiscarded.self, &context, wrap: Event.partialDiscarded)
        case .transferInterrupted:
            try visitor.visit(TransferInterrupted.self, &context, wrap: Event.transferInterrupted)
        case .transferFailed: try visitor.visit(TransferFailed.self, &context, wrap: Event.transferFailed)
        case .retryScheduled: try visitor.visit(RetryScheduled.self, &context, wrap: Event.retryScheduled)
        case .transferCompleted: try visitor.visit(TransferCompleted.self, &context, wrap: Event.transferCompleted)
        case .contentVerified: try visitor.visit(ContentVerified.self, &context, wrap: Event.contentVerified)
        case .verificationFailed: try visitor.visit(VerificationFailed.self, &context, wrap: Event.verificationFailed)
        case .contentPublished: try visitor.visit(ContentPublished.self, &context, wrap: Event.contentPublished)
        case .downloadFailed: try visitor.visit(DownloadFailed.self, &context, wrap: Event.downloadFailed)
        case .deletionRequested: try visitor.visit(DeletionRequested.self, &context, wrap: Event.deletionRequested)
        case .deletionUndone: try visitor.visit(DeletionUndone.self, &context, wrap: Event.deletionUndone)
        case .deletionStarted: try visitor.visit(DeletionStarted.self, &context, wrap: Event.deletionStarted)
        case .contentDeleted: try visitor.visit(ContentDeleted.self, &context, wrap: Event.contentDeleted)
        case .deletionFailed: try visitor.visit(DeletionFailed.self, &context, wrap: Event.deletionFailed)
        case .contentMissing: try visitor.visit(ContentMissing.self, &context, wrap: Event.contentMissing)
        case .contentCorrupted: try visitor.visit(ContentCorrupted.self, &context, wrap: Event.contentCorrupted)
        case .contentOpened: try visitor.visit(ContentOpened.self, &context, wrap: Event.contentOpened)
        case .evictionPlanned: try visitor.visit(EvictionPlanned.self, &context, wrap: Event.evictionPlanned)
        case .orphanFound: try visitor.visit(OrphanFound.self, &context, wrap: Event.orphanFound)
        case .contentImported: try visitor.visit(ContentImported.self, &context, wrap: Event.contentImported)
        }
    }
}
