/// Does one thing with the payload of any event.
protocol PayloadVisitor {
    mutating func visit<Payload: EventPayload>(_ payload: Payload)
}

/// Does one thing with the payload type of any type of event.
protocol PayloadTypeVisitor {
    associatedtype Answer
    /// `wrap` makes the event of a payload.
    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, wrap: (Payload) -> Event
    ) throws(CodingFailure) -> Answer
}

extension Event {
    /// Hands the payload to the visitor; does nothing for an unknown event.
    ///
    /// This and `EventType.accept` are the only places that list all events; everything else visits.
    @inline(__always)
    func accept<Visitor: PayloadVisitor>(_ visitor: inout Visitor) {
        switch self {
        case .storeCreated(let payload): visitor.visit(payload)
        case .sessionOpened(let payload): visitor.visit(payload)
        case .sessionClosed(let payload): visitor.visit(payload)
        case .recoveryCompleted(let payload): visitor.visit(payload)
        case .clockJumped(let payload): visitor.visit(payload)
        case .connectivityChanged(let payload): visitor.visit(payload)
        case .offlineModeSet(let payload): visitor.visit(payload)
        case .storageMeasured(let payload): visitor.visit(payload)
        case .volumeAvailabilityChanged(let payload): visitor.visit(payload)
        case .featureDeclared(let payload): visitor.visit(payload)
        case .settingChanged(let payload): visitor.visit(payload)
        case .itemRegistered(let payload): visitor.visit(payload)
        case .itemAmended(let payload): visitor.visit(payload)
        case .sizeResolved(let payload): visitor.visit(payload)
        case .downloadRequested(let payload): visitor.visit(payload)
        case .downloadReprioritised(let payload): visitor.visit(payload)
        case .downloadPaused(let payload): visitor.visit(payload)
        case .downloadResumed(let payload): visitor.visit(payload)
        case .downloadCancelled(let payload): visitor.visit(payload)
        case .retryRequested(let payload): visitor.visit(payload)
        case .transferStarted(let payload): visitor.visit(payload)
        case .responseReceived(let payload): visitor.visit(payload)
        case .transferCheckpointed(let payload): visitor.visit(payload)
        case .partialDiscarded(let payload): visitor.visit(payload)
        case .transferInterrupted(let payload): visitor.visit(payload)
        case .transferFailed(let payload): visitor.visit(payload)
        case .retryScheduled(let payload): visitor.visit(payload)
        case .transferCompleted(let payload): visitor.visit(payload)
        case .contentVerified(let payload): visitor.visit(payload)
        case .verificationFailed(let payload): visitor.visit(payload)
        case .contentPublished(let payload): visitor.visit(payload)
        case .downloadFailed(let payload): visitor.visit(payload)
        case .deletionRequested(let payload): visitor.visit(payload)
        case .deletionUndone(let payload): visitor.visit(payload)
        case .deletionStarted(let payload): visitor.visit(payload)
        case .contentDeleted(let payload): visitor.visit(payload)
        case .deletionFailed(let payload): visitor.visit(payload)
        case .contentMissing(let payload): visitor.visit(payload)
        case .contentCorrupted(let payload): visitor.visit(payload)
        case .unknown: break
        }
    }
}

extension EventType {
    @inline(__always)
    func accept<Visitor: PayloadTypeVisitor>(_ visitor: inout Visitor) throws(CodingFailure) -> Visitor.Answer {
        switch self {
        case .storeCreated: try visitor.visit(StoreCreated.self, wrap: Event.storeCreated)
        case .sessionOpened: try visitor.visit(SessionOpened.self, wrap: Event.sessionOpened)
        case .sessionClosed: try visitor.visit(SessionClosed.self, wrap: Event.sessionClosed)
        case .recoveryCompleted: try visitor.visit(RecoveryCompleted.self, wrap: Event.recoveryCompleted)
        case .clockJumped: try visitor.visit(ClockJumped.self, wrap: Event.clockJumped)
        case .connectivityChanged: try visitor.visit(ConnectivityChanged.self, wrap: Event.connectivityChanged)
        case .offlineModeSet: try visitor.visit(OfflineModeSet.self, wrap: Event.offlineModeSet)
        case .storageMeasured: try visitor.visit(StorageMeasured.self, wrap: Event.storageMeasured)
        case .volumeAvailabilityChanged:
            try visitor.visit(VolumeAvailabilityChanged.self, wrap: Event.volumeAvailabilityChanged)
        case .featureDeclared: try visitor.visit(FeatureDeclared.self, wrap: Event.featureDeclared)
        case .settingChanged: try visitor.visit(SettingChanged.self, wrap: Event.settingChanged)
        case .itemRegistered: try visitor.visit(ItemRegistered.self, wrap: Event.itemRegistered)
        case .itemAmended: try visitor.visit(ItemAmended.self, wrap: Event.itemAmended)
        case .sizeResolved: try visitor.visit(SizeResolved.self, wrap: Event.sizeResolved)
        case .downloadRequested: try visitor.visit(DownloadRequested.self, wrap: Event.downloadRequested)
        case .downloadReprioritised: try visitor.visit(DownloadReprioritised.self, wrap: Event.downloadReprioritised)
        case .downloadPaused: try visitor.visit(DownloadPaused.self, wrap: Event.downloadPaused)
        case .downloadResumed: try visitor.visit(DownloadResumed.self, wrap: Event.downloadResumed)
        case .downloadCancelled: try visitor.visit(DownloadCancelled.self, wrap: Event.downloadCancelled)
        case .retryRequested: try visitor.visit(RetryRequested.self, wrap: Event.retryRequested)
        case .transferStarted: try visitor.visit(TransferStarted.self, wrap: Event.transferStarted)
        case .responseReceived: try visitor.visit(ResponseReceived.self, wrap: Event.responseReceived)
        case .transferCheckpointed: try visitor.visit(TransferCheckpointed.self, wrap: Event.transferCheckpointed)
        case .partialDiscarded: try visitor.visit(PartialDiscarded.self, wrap: Event.partialDiscarded)
        case .transferInterrupted: try visitor.visit(TransferInterrupted.self, wrap: Event.transferInterrupted)
        case .transferFailed: try visitor.visit(TransferFailed.self, wrap: Event.transferFailed)
        case .retryScheduled: try visitor.visit(RetryScheduled.self, wrap: Event.retryScheduled)
        case .transferCompleted: try visitor.visit(TransferCompleted.self, wrap: Event.transferCompleted)
        case .contentVerified: try visitor.visit(ContentVerified.self, wrap: Event.contentVerified)
        case .verificationFailed: try visitor.visit(VerificationFailed.self, wrap: Event.verificationFailed)
        case .contentPublished: try visitor.visit(ContentPublished.self, wrap: Event.contentPublished)
        case .downloadFailed: try visitor.visit(DownloadFailed.self, wrap: Event.downloadFailed)
        case .deletionRequested: try visitor.visit(DeletionRequested.self, wrap: Event.deletionRequested)
        case .deletionUndone: try visitor.visit(DeletionUndone.self, wrap: Event.deletionUndone)
        case .deletionStarted: try visitor.visit(DeletionStarted.self, wrap: Event.deletionStarted)
        case .contentDeleted: try visitor.visit(ContentDeleted.self, wrap: Event.contentDeleted)
        case .deletionFailed: try visitor.visit(DeletionFailed.self, wrap: Event.deletionFailed)
        case .contentMissing: try visitor.visit(ContentMissing.self, wrap: Event.contentMissing)
        case .contentCorrupted: try visitor.visit(ContentCorrupted.self, wrap: Event.contentCorrupted)
        }
    }
}
