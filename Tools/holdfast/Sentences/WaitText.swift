import Holdfast
import HoldfastModel

/// Everything that keeps a wanted item from going on, the headline first.
enum WaitText {
    /// - Parameter isWorked: an engine runs on the store.
    static func reasons(_ report: ItemReport, isWorked: Bool, now: Int64, _ zone: TimeZoneRules) -> [String] {
        (own(report.item, now: now, zone).map { [$0] } ?? [])
            + report.blockers.map { BlockerText.text($0, now: now, zone) }
            + (!isWorked && AtRest.applies(to: report) ? [AtRest.reason] : [])
    }

    /// Why the item itself stands still, whatever else holds it up; `nil` where it does not.
    static func own(_ item: Item, now: Int64, _ zone: TimeZoneRules) -> String? {
        switch item.transfer {
        case .failed(let failure, let needs): "failed: \(FailureWords.text(failure)); \(FailureWords.need(needs))"
        case .held(let actor, let until):
            "paused" + (actor.kind.known == .user || actor.kind.known == .tool ? "" : " by \(actor.kind)")
                + (until.map { " until \(LocalTime.brief($0, now: now, zone))" } ?? "")
        default: nil
        }
    }
}
