import Holdfast
import HoldfastModel

/// What an item shows that nothing holds up but that no engine runs: it is neither starting nor downloading then.
enum AtRest {
    /// In a list of what holds it up.
    static let reason = "no engine runs; 'holdfast run' goes on with it"

    static func applies(to report: ItemReport) -> Bool {
        guard report.item.intent != nil, report.blockers.isEmpty else { return false }
        return switch report.item.transfer {
        case .ready, .connecting, .receiving, .verifying, .publishing: true
        case .idle, .held, .backoff, .failed: false
        }
    }

    /// The report with words that are true at rest.
    static func told(_ report: ItemReport) -> ItemReport {
        guard applies(to: report) else { return report }
        var report = report
        let total = report.item.staging?.total ?? report.item.catalogue.size
        let received = max(report.receivedBytes ?? 0, report.item.staging?.durableBytes ?? 0)
        let whole = total.map { ByteText.format($0) }
        report.affordance.label = received > 0 ? "Interrupted" : "Queued"
        report.affordance.detail =
            received > 0
            ? "\(ByteText.format(received))\(whole.map { " of " + $0 } ?? "") · 'holdfast run' goes on"
            : "'holdfast run' starts it · \(whole ?? "Size unknown")"
        return report
    }
}
