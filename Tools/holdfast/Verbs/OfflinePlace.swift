import Holdfast
import HoldfastModel

/// The one place where people see and manage what is offline.
struct OfflinePlace {
    private let indicator: AppIndicator
    private let storage: StorageReport
    private let summary: StorageSummary
    private let device: Device
    private let reports: [ItemReport]
    private let itemCount: Int64
    /// A process is working on the store.
    private let isCurrent: Bool
    private let asOf: String

    init(_ looking: Looking, limit: Int) throws(ToolFailure) {
        let phrases = looking.phrases
        (indicator, storage, summary, device, reports, itemCount) = try looking.read { reader in
            let totals = try reader.totals()
            let device = reader.environment()
            let indicator = appIndicator(
                device: device, wanted: totals.wanted, started: totals.running, now: reader.now.wall, phrases: phrases)
            let storage = try reader.storage()
            let summary = storageSummary(
                totals: totals, device: device, quotaBytes: storage.quotaBytes, phrases: phrases)
            let reports = try reader.items(limit: limit).map { try reader.report(on: $0, phrases: phrases) }
            return (indicator, storage, summary, device, reports, totals.items)
        }
        isCurrent = looking.isWorked(device)
        asOf = LocalTime.text(device.lastRecordedAt, looking.zone)
    }

    func lines(in style: Style) -> [String] {
        let icon = indicator.icon.map { Glyph($0.symbol).shown(in: style) } ?? ""
        let head = [icon, style.paint(style.text(headline), .strong)].filter { !$0.isEmpty }.joined(separator: " ")
        let foot = style.text(
            summary.title + ": " + [summary.text, summary.detail].compactMap { $0 }.joined(separator: " · "))
        guard !reports.isEmpty else { return [head, foot, "No items yet; 'holdfast add URL' adds one."] }
        return [head, foot, ""] + table.lines(in: style)
    }

    /// Items that are not shown.
    var restCount: Int64 { itemCount - Int64(reports.count) }

    private var headline: String {
        // An engine that was killed leaves its session open.
        if !isCurrent, device.session != nil { return "As of \(asOf) · the engine ended without closing" }
        let words = indicator.text.isEmpty ? "Online" : indicator.text
        return isCurrent || indicator.row == .atRest ? words : "\(words) · as of \(asOf), no engine running"
    }

    private var table: Table {
        let hasTitles = reports.contains { $0.title != nil }
        var columns: [Table.Column] = [.init(title: "ITEM", isFlexible: true)]
        if hasTitles { columns.append(.init(title: "TITLE", isFlexible: true)) }
        columns += [
            .init(title: "STATE"), .init(title: "DETAIL", isFlexible: true, minimum: 12),
            .init(title: "ACTIONS", isFlexible: true, minimum: 12),
        ]
        var table = Table(columns)
        for report in reports {
            let shown = (isCurrent ? report : AtRest.told(report)).affordance
            var row: [Table.Cell] = [.init(report.item.id)]
            if hasTitles { row.append(.init(report.title ?? "")) }
            row.append(.init(shown.label, icon: shown.icon?.symbol))
            row.append(.init(shown.detail ?? ""))
            row.append(.init(shown.actions.map(\.label).joined(separator: ", "), .dim))
            table.add(row)
        }
        return table
    }

    var objects: [JSONLine] {
        var head = JSONLine()
        head.add("kind", "app")
        head.add("indicator", indicator.icon?.symbol.rawValue)
        head.add("text", indicator.text.isEmpty ? nil : headline)
        head.add("action", indicator.action?.code.rawValue)
        head.add("isCurrent", isCurrent)
        head.add("asOf", time: device.connectivityChangedAt)
        head.add("items", itemCount)
        var foot = JSONLine()
        foot.add("kind", "storage")
        foot.add("usedBytes", storage.usedBytes)
        foot.add("partialBytes", storage.partialBytes)
        foot.add("freeBytes", storage.freeBytes)
        foot.add("quotaBytes", storage.quotaBytes)
        return [head] + reports.map(line) + [foot]
    }

    private func line(of report: ItemReport) -> JSONLine {
        let shown = report.affordance
        var line = JSONLine()
        line.add("kind", "item")
        line.add("item", report.item.id)
        line.add("title", report.title)
        line.add("icon", shown.icon?.symbol.rawValue)
        line.add("label", shown.label)
        line.add("detail", shown.detail)
        line.add("progressBp", shown.progressInBasisPoints.map { Int64($0) })
        line.add("primary", shown.primary?.code.rawValue)
        line.add("secondary", shown.secondary.map(\.code.rawValue))
        line.add("sizeBytes", report.item.catalogue.size)
        line.add("isSizeExact", report.item.catalogue.isSizeExact)
        return line
    }
}
