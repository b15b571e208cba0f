extension Item {
    mutating func foldContent(_ record: Record) {
        switch record.event {
        case .deletionRequested(let payload):
            guard installed != nil, removal.state.answer(to: .deletionRequested).applies,
                transfer.state.answer(to: .deletionRequested).applies
            else { return }
            removal = .pending(requested: record.position, reason: payload.reason, undoUntil: payload.undoUntil)
            withdraw()
        case .deletionUndone:
            if removal.state.answer(to: .deletionUndone).applies { removal = .none }
        case .deletionStarted: startRemoval()
        case .contentDeleted:
            guard removal.state.answer(to: .contentDeleted).applies else { return }
            removal = .none
            installed = nil
        case .deletionFailed(let payload):
            guard case .running(let requested, let reason) = removal else { return }
            removal = .failed(requested: requested, reason: reason, payload.failure)
        case .contentMissing: installed?.isMissing = true
        case .contentCorrupted: installed?.isCorrupt = true
        default: break
        }
    }

    private mutating func startRemoval() {
        switch removal {
        case .pending(let requested, let reason, _), .failed(let requested, let reason, _):
            removal = .running(requested: requested, reason: reason)
        case .none, .running: break
        }
    }
}
