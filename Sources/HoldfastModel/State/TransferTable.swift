/// The states of the transfer machine, without what they carry.
package enum TransferState: CaseIterable, Sendable {
    case idle, ready, held, backoff, connecting, receiving, verifying, publishing, failed
}

/// The states of the removal machine, without what they carry.
enum RemovalState: CaseIterable, Sendable {
    case none, pending, running, failed
}

/// How a machine answers an event. Every cell of the tables below is one of these.
enum Answer<State: Sendable & Equatable>: Sendable, Equatable {
    case becomes(State)
    case stays
    /// Changes nothing, for a reason.
    case ignored(Ignored)
    /// Changes nothing; the decider that would write the event refuses with this code.
    case refused(Refusal.Code)

    enum Ignored: Sendable {
        case otherMachine, alreadyWanted, notWanted, notPaused, attemptOpen, beingFinished, alreadyRemoving, notReady
    }
}

extension TransferState {
    var isActive: Bool {
        switch self {
        case .connecting, .receiving, .verifying, .publishing: true
        case .idle, .ready, .held, .backoff, .failed: false
        }
    }

    /// Verifying and publishing: all bytes are there.
    package var isFinishing: Bool { self == .verifying || self == .publishing }

    /// The total transition table of the transfer machine.
    func answer(to event: EventType) -> Answer<TransferState> {
        switch event {
        case .downloadRequested, .downloadPaused, .downloadResumed, .downloadCancelled, .retryRequested,
            .deletionRequested:
            answerToIntent(event)
        case .transferStarted, .responseReceived, .transferCheckpointed, .partialDiscarded, .transferInterrupted,
            .transferFailed, .retryScheduled, .downloadFailed:
            answerToTransfer(event)
        case .transferCompleted, .contentVerified, .verificationFailed, .contentPublished: answerToFinish(event)
        case .contentImported: isActive ? .refused(.attemptOpen) : .becomes(.idle)
        case .downloadReprioritised: self == .idle ? .ignored(.notWanted) : .stays
        case .storeCreated, .sessionOpened, .sessionClosed, .recoveryCompleted, .clockJumped, .connectivityChanged,
            .offlineModeSet, .storageMeasured, .volumeAvailabilityChanged, .featureDeclared, .settingChanged,
            .itemRegistered, .itemAmended, .sizeResolved, .deletionUndone, .deletionStarted, .contentDeleted,
            .deletionFailed, .contentMissing, .contentCorrupted, .auditCompleted, .noteAdded, .powerChanged,
            .timeZoneChanged, .consentRecorded, .remoteVersionObserved, .itemWithdrawn, .groupDefined,
            .groupMembersChanged, .contentPinned, .contentUnpinned, .contentOpened, .evictionPlanned, .orphanFound:
            .ignored(.otherMachine)
        }
    }

    private func answerToIntent(_ event: EventType) -> Answer<TransferState> {
        switch (event, self) {
        case (.downloadRequested, .idle): .becomes(.ready)
        case (.downloadRequested, _): .ignored(.alreadyWanted)
        case (.downloadPaused, .ready), (.downloadPaused, .backoff), (.downloadPaused, .held): .becomes(.held)
        case (.downloadPaused, .failed): .refused(.illegalTransition)
        case (.downloadResumed, .held): .becomes(.ready)
        case (.downloadResumed, _): .ignored(.notPaused)
        case (.retryRequested, .backoff), (.retryRequested, .failed): .becomes(.ready)
        case (.retryRequested, .ready): .stays
        case (.retryRequested, .idle), (.retryRequested, .held): .refused(.nothingToRetry)
        case (.retryRequested, _): .ignored(.alreadyWanted)
        // The intent ends; an open attempt is ended by a fact of its own before.
        case (.deletionRequested, .idle): .stays
        case (_, .idle): .ignored(.notWanted)
        case (_, .verifying) where event != .downloadPaused: .ignored(.attemptOpen)
        case (.deletionRequested, .publishing): .refused(.pastNoReturn)
        case (_, .verifying), (_, .publishing): .ignored(.beingFinished)
        case (_, .connecting), (_, .receiving): .ignored(.attemptOpen)
        case (_, .ready), (_, .held), (_, .backoff), (_, .failed): .becomes(.idle)
        }
    }

    private func answerToTransfer(_ event: EventType) -> Answer<TransferState> {
        switch (event, self) {
        case (.transferStarted, .ready), (.transferStarted, .held), (.transferStarted, .backoff):
            .becomes(.connecting)
        case (.transferStarted, _): .refused(isActive ? .attemptOpen : .notReady)
        case (.partialDiscarded, _): isFinishing ? .ignored(.beingFinished) : .stays
        case (.retryScheduled, .ready): .becomes(.backoff)
        // What waits fails when the catalogue withdraws it.
        case (.downloadFailed, .ready), (.downloadFailed, .held), (.downloadFailed, .backoff): .becomes(.failed)
        case (.retryScheduled, _), (.downloadFailed, _): .ignored(.notReady)
        // A response that is not accepted leaves it connecting.
        case (.responseReceived, .connecting): .becomes(.receiving)
        case (.transferCheckpointed, .receiving): .stays
        case (.transferInterrupted, _) where isActive, (.transferFailed, _) where isActive: .becomes(.ready)
        case (_, _): .refused(isActive ? .illegalTransition : .staleAttempt)
        }
    }

    private func answerToFinish(_ event: EventType) -> Answer<TransferState> {
        switch (event, self) {
        // From connecting: all bytes were there already, the server said 416.
        case (.transferCompleted, .receiving), (.transferCompleted, .connecting): .becomes(.verifying)
        case (.contentVerified, .verifying): .becomes(.publishing)
        // After a crash while publishing the file is verified again, and may be found wrong.
        case (.verificationFailed, .verifying), (.verificationFailed, .publishing): .becomes(.ready)
        case (.contentPublished, .publishing): .becomes(.idle)
        case (_, _): .refused(isActive ? .illegalTransition : .staleAttempt)
        }
    }
}

extension RemovalState {
    /// The total transition table of the removal machine.
    func answer(to event: EventType) -> Answer<RemovalState> {
        switch (event, self) {
        case (.deletionRequested, .running): .ignored(.alreadyRemoving)
        case (.deletionRequested, _): .becomes(.pending)
        case (.deletionUndone, .pending): .becomes(.none)
        case (.deletionUndone, .running): .refused(.removalStarted)
        case (.deletionUndone, _): .refused(.nothingToUndo)
        case (.deletionStarted, .pending), (.deletionStarted, .failed): .becomes(.running)
        case (.deletionStarted, .running): .ignored(.alreadyRemoving)
        case (.contentDeleted, .running): .becomes(.none)
        case (.deletionFailed, .running): .becomes(.failed)
        case (.contentImported, .running): .refused(.removalStarted)
        case (.contentImported, _): .becomes(.none)
        case (.deletionStarted, _), (.contentDeleted, _), (.deletionFailed, _): .refused(.illegalTransition)
        case (_, _): .ignored(.otherMachine)
        }
    }
}

extension Transfer {
    package var state: TransferState {
        switch self {
        case .idle: .idle
        case .ready: .ready
        case .held: .held
        case .backoff: .backoff
        case .connecting: .connecting
        case .receiving: .receiving
        case .verifying: .verifying
        case .publishing: .publishing
        case .failed: .failed
        }
    }
}

extension Removal {
    var state: RemovalState {
        switch self {
        case .none: .none
        case .pending: .pending
        case .running: .running
        case .failed: .failed
        }
    }
}

extension Answer {
    /// Whether the event applies.
    var applies: Bool {
        switch self {
        case .becomes, .stays: true
        case .ignored, .refused: false
        }
    }
}
