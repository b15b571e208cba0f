internal import HoldfastLog

extension OfflineStore {
    /// Explains an item at a point; `nil` when it was not registered then. At the head it costs a few look-ups in the subject index.
    public func explain(
        _ id: String, at point: LogPoint = .head, phrases: Phrases = Phrases()
    ) throws(HoldfastError) -> Explanation? {
        try read(at: point) { reader in
            guard let report = try reader.report(on: id, phrases: phrases), reader.recordCount > 0 else { return nil }
            return try log.lend { snapshot in
                let trail = try Trail(report.item, in: reader.view, end: reader.recordCount, now: reader.now)
                let own: [Blocker?] = report.blockers.isEmpty || report.item.standsStill ? [nil] : []
                let reasons = try (own + report.blockers).map { blocker in
                    Explanation.Reason(
                        blocker: blocker,
                        position: try blocker.map { try trail.origin(of: $0, in: snapshot) }
                            ?? trail.originOfState(in: snapshot))
                }
                let positions = try trail.events(from: reasons.compactMap(\.position), in: snapshot)
                return Explanation(
                    report: report, position: reader.recordCount - 1, reasons: reasons,
                    events: try positions.map { try snapshot.storedRecord(at: $0) })
            }
        }
    }
}

extension Item {
    /// Nothing from outside makes it go on.
    fileprivate var standsStill: Bool {
        switch transfer {
        case .held, .failed: true
        default: false
        }
    }
}
