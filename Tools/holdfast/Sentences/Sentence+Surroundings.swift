import HoldfastModel

extension Sentence {
    /// The store and the machine around the items.
    var surroundings: String? {
        switch record.event {
        case .storeCreated(let event): "The store was made by holdfast \(event.engineVersion)"
        case .sessionOpened(let event):
            "A session began, holdfast \(event.engineVersion)"
                + (event.previousClosedCleanly ? "" : "; the one before had not been closed")
        case .sessionClosed(let event):
            "The session ended" + (event.reason.known == .normal ? "" : " (\(event.reason))")
        case .recoveryCompleted(let event):
            recovery(event)
        case .clockJumped(let event):
            "The clock was set back by \(length(event.deltaInMilliseconds == .min ? .max : abs(event.deltaInMilliseconds)))"
        case .connectivityChanged(let event): Self.connection(event)
        case .offlineModeSet(let event):
            "'Work offline' was switched \(event.isEnabled ? "on" : "off")\(by)\(until(event.until))"
        case .storageMeasured(let event):
            "\(ByteText.format(event.freeBytes, roundsDown: true)) of \(ByteText.format(event.capacityBytes)) are free"
        case .volumeAvailabilityChanged(let event):
            "Storage \(event.volume) was \(event.isAvailable ? "connected" : "disconnected")"
        case .powerChanged(let event):
            (event.source.known == .battery ? "The device runs on its battery" : "The device is plugged in")
                + (event.levelInBasisPoints.map { ", \($0 / 100) %" } ?? "")
                + (event.isLowPowerMode ? ", the battery saver is on" : "")
        case .timeZoneChanged(let event): "Local time is \(offset(event.utcOffsetInSeconds)) from UTC"
        case .featureDeclared(let event): "The feature \(event.featureID) was declared: it needs \(event.needs)"
        default: nil
        }
    }

    /// `+05:30`.
    private func offset(_ seconds: Int64) -> String {
        let minutes = seconds.magnitude / 60
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }

    private func recovery(_ event: RecoveryCompleted) -> String {
        let parts = [
            (event.attemptsClosed, "attempt", "closed"), (event.filesAdopted, "finished file", "taken over"),
            (event.orphansRemoved, "stray file", "removed"), (event.missing, "file", "found missing"),
        ].filter { $0.0 > 0 }.map { "\(PluralText.count($0.0, $0.1)) \($0.2)" }
        return "Recovered: " + (parts.isEmpty ? "nothing was out of order" : parts.joined(separator: ", "))
    }

    /// `Internet over wifi, metered`
    static func connection(_ event: ConnectivityChanged) -> String {
        let link =
            switch event.link.known {
            case .some(.none): "No network"
            case .local where event.isValidated == false: "A network with no internet behind it"
            case .local: "A network without internet"
            case .internet: "Internet"
            case nil: "A link of the kind \(event.link)"
            }
        let kinds = event.interfaces.map { $0.name ?? "\($0.kind)" }
        let traits = [
            event.isCaptive == true ? "sign-in needed" : nil,
            event.isMetered == true ? "metered" : nil,
            event.isRoaming == true ? "roaming" : nil,
            event.isLowData == true ? "low data" : nil,
            event.quality?.known == .slow ? "slow" : event.quality?.known == .unusable ? "hardly usable" : nil,
            event.isIntermittent ? "intermittent" : nil,
            event.isValidated == true && event.source.known == .transfer ? "confirmed by a transfer" : nil,
            event.isValidated == true && event.source.known == .probe ? "confirmed by a probe" : nil,
        ].compactMap { $0 }
        return link + (kinds.isEmpty ? "" : " over " + kinds.joined(separator: " and "))
            + traits.map { ", " + $0 }.joined()
    }
}
