import HoldfastModel

/// What would have been, in sentences.
struct SimulateText {
    private let looking: Looking
    private let style: Style

    init(_ looking: Looking) {
        self.looking = looking
        style = looking.console.style
    }

    func show(_ report: WhatIfReport) {
        let changes = report.changes.map { change in
            let scope =
                switch change.scope {
                case .item(let id): " for \(id)"
                case .group(let id): " for the group \(id)"
                default: ""
                }
            return "\(change.key) \(change.value ?? "at its default")\(scope)"
        }
        let span =
            report.positions.isEmpty
            ? "nothing" : "#\(report.positions.lowerBound) to #\(report.positions.upperBound - 1)"
        line("With \(changes.joined(separator: ", ")), over \(span):", .strong)
        if report.items.isEmpty { line("  Nothing would have gone another way.") }
        for item in report.items.prefix(Self.shownCountMax) { show(item) }
        let rest = report.items.count - Self.shownCountMax
        if rest > 0 { line("  … and \(PluralText.count(rest, "more download")); --json lists all.") }
        showTotals(report)
        if !report.unknowns.isEmpty { line("What the records cannot tell:", .strong) }
        for unknown in report.unknowns { wrapped(unknown.sentence, indent: 2) }
    }

    private static let shownCountMax = 50
    private static let waitsShownMax = 8

    private func show(_ item: WhatIfItem) {
        let moment = LocalTime.text(item.parted, looking.zone)
        let what = item.isEarlier ? "gone on instead of waiting" : "waited instead of going on"
        line("\(item.id) would have \(what) from \(moment) on:", .plain)
        wrapped(times("ran", "did not run", "would have run", item.ranBefore, item.ranAfter), indent: 2)
        // Who ran, and is not known to have become whole, may have.
        let isKnown = item.ranAfter == nil
        let (before, after) = (item.wholeBefore, item.wholeAfter)
        wrapped(times("was whole", "was not whole", "would have been whole", before, after, isKnown), indent: 2)
        show("waited, as recorded:", item.waitsBefore, item.waitedBefore)
        show("would have waited:", item.waitsAfter, item.waitedAfter)
        for sum in item.bytes where sum.before != sum.after {
            let change = sum.after > sum.before ? "more" : "less"
            let size = ByteText.format(abs(sum.after.subtractingClamped(sum.before)))
            wrapped("\(size) \(change) over \(name(sum.network))", indent: 2)
        }
    }

    private func times(
        _ did: String, _ didNot: String, _ would: String, _ before: Int64?, _ after: Int64?, _ isKnown: Bool = true
    ) -> String {
        let recorded = before.map { "\(did) at \(LocalTime.text($0, looking.zone))" } ?? "\(didNot) in the records"
        guard let after else {
            return recorded + (isKnown ? "; would not have by their end" : "; when it \(would) is not known")
        }
        let moment = LocalTime.text(after, looking.zone)
        guard let before, before != after else { return "\(recorded); \(would) at \(moment)" }
        let gap = duration(abs(after.subtractingClamped(before)))
        return "\(recorded); \(would) at \(moment), \(gap) \(after < before ? "earlier" : "later")"
    }

    private func show(_ title: String, _ waits: [RecordedWait], _ total: Int64) {
        guard !waits.isEmpty else { return }
        line("  \(title) \(duration(total)) in all", .plain)
        for wait in waits.prefix(Self.waitsShownMax) {
            let reason = wait.blocker.map { BlockerText.text($0, now: looking.now, looking.zone) } ?? "about to start"
            let until =
                wait.until.map { "to \(LocalTime.brief($0, now: wait.from, looking.zone))" }
                ?? "to the end of the records"
            wrapped("from \(LocalTime.text(wait.from, looking.zone)) \(until): \(reason)", indent: 4)
        }
        let rest = waits.count - Self.waitsShownMax
        if rest > 0 { line("    … and \(PluralText.count(rest, "more stretch"))") }
    }

    private func showTotals(_ report: WhatIfReport) {
        if !report.bytes.isEmpty {
            line("Bytes by network:", .strong)
            var table = Table([
                .init(title: "  NETWORK", isFlexible: true), .init(title: "RECORDED", alignsRight: true),
                .init(title: "WOULD BE", alignsRight: true),
            ])
            for sum in report.bytes {
                table.add([
                    .init("  " + name(sum.network)), .init(ByteText.format(sum.before)),
                    .init(ByteText.format(sum.after), sum.before == sum.after ? .plain : .strong),
                ])
            }
            for row in table.lines(in: style) { looking.console.output.line(row) }
        }
        let (before, after) = (duration(report.waitedBefore), duration(report.waitedAfter))
        line("Waited, all downloads together: \(before)" + (before == after ? "" : "; would be \(after)"))
    }

    private func name(_ network: NetworkClass) -> String {
        let kind =
            switch network.kind {
            case .wifi: "Wi-Fi"
            case .cellular: "mobile data"
            case .wired: "cable"
            case .vpn: "VPN"
            case .other: "another network"
            case .unknown: "a network of unknown kind"
            case .thisMachine: "this machine itself"
            }
        guard network.kind != .thisMachine else { return kind }
        let cost = network.isMetered.map { $0 ? "metered" : "not metered" } ?? "metered or not is unknown"
        return "\(kind), \(cost)\(network.isRoaming ? ", roaming" : "")"
    }

    private func duration(_ microseconds: Int64) -> String {
        microseconds > 0 && microseconds < 1_000_000
            ? "less than 1 s" : DurationText.brief(seconds: microseconds / 1_000_000)
    }

    private func line(_ text: String, _ role: Style.Role = .plain) {
        looking.console.output.line(style.paint(style.text(text), role))
    }

    private func wrapped(_ text: String, indent: Int) {
        for line in Wrap.lines(style.text(text), width: style.width ?? .max, indent: indent) {
            looking.console.output.line(line)
        }
    }
}
