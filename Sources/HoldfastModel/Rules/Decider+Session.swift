extension Decider {
    mutating func decideSession(_ command: Command) throws {
        let device = try state.device()
        switch command {
        case .createStore(let storeID, let engineVersion):
            guard context.next == 0 else {
                throw Refusal(.illegalTransition, "The store exists already: its log holds \(context.next) records.")
            }
            let event = filled(StoreCreated()) {
                $0.storeID = storeID
                $0.engineVersion = engineVersion
            }
            add(.session, .storeCreated(event))
        case .openSession(let engineVersion, let operatingSystem, let bootID):
            let event = filled(SessionOpened()) {
                $0.engineVersion = engineVersion
                $0.operatingSystem = operatingSystem
                $0.bootID = bootID
                $0.previousSession = device.lastSession
                // One that is still open ended without a word.
                $0.previousClosedCleanly = device.session == nil
            }
            add(.session, .sessionOpened(event), cause: nil)
        case .closeSession(let reason): try closeSession(device, reason)
        case .clockFell(let milliseconds):
            add(.session, .clockJumped(filled(ClockJumped()) { $0.deltaInMilliseconds = -milliseconds }))
        case .recovered(let event): add(.session, .recoveryCompleted(event), cause: device.session)
        default: break
        }
    }

    /// Attempts that still receive end with the session. Whole files are left to the recovery of the next one.
    private mutating func closeSession(_ device: Device, _ reason: CloseReason) throws {
        guard let session = device.session else { return note(.unchanged) }
        var open: [UInt64] = []
        try state.walk(.running) { key in
            open.append(key.number)
            return true
        }
        for number in open {
            if let item = try state.item(number), !item.transfer.state.isFinishing { addInterrupt(item, .sessionEnded) }
        }
        add(.session, .sessionClosed(filled(SessionClosed()) { $0.reason = .known(reason) }), cause: session)
    }
}
