import HoldfastModel

extension SettingChange {
    fileprivate var item: String? { if case .item(let id) = scope { id } else { nil } }
    fileprivate var group: String? { if case .group(let id) = scope { id } else { nil } }
}

/// The lines of `simulate --json`.
enum SimulateObject {
    static func write(_ report: WhatIfReport, to console: Console) {
        for item in report.items {
            console.data(line(of: item))
            if console.output.isEnded { return }
        }
        console.data(total(report))
    }

    private static func line(of item: WhatIfItem) -> JSONLine {
        var line = JSONLine()
        line.add("kind", "download")
        line.add("item", item.id)
        line.add("request", item.request)
        line.add("parted", time: item.parted)
        line.add("isEarlier", item.isEarlier)
        line.add("ranBefore", time: item.ranBefore)
        line.add("ranAfter", time: item.ranAfter)
        line.add("wholeBefore", time: item.wholeBefore)
        line.add("wholeAfter", time: item.wholeAfter)
        line.add("waitedBeforeMs", item.waitedBefore / 1_000)
        line.add("waitedAfterMs", item.waitedAfter / 1_000)
        add("waitsBefore", item.waitsBefore, to: &line)
        add("waitsAfter", item.waitsAfter, to: &line)
        add(item.bytes, to: &line)
        return line
    }

    private static func total(_ report: WhatIfReport) -> JSONLine {
        var line = JSONLine()
        line.add("kind", "total")
        line.add("changes", each: report.changes) { line, change in
            line.add("key", change.key)
            line.add("item", change.item)
            line.add("group", change.group)
            line.add("value", change.value)
        }
        line.add("from", report.positions.isEmpty ? nil : report.positions.lowerBound)
        line.add("to", report.positions.isEmpty ? nil : report.positions.upperBound - 1)
        line.add("began", time: report.began)
        line.add("ended", time: report.ended)
        line.add("waitedBeforeMs", report.waitedBefore / 1_000)
        line.add("waitedAfterMs", report.waitedAfter / 1_000)
        add(report.bytes, to: &line)
        line.add("unknowns", each: report.unknowns) { line, unknown in
            line.add("code", unknown.rawValue)
            line.add("sentence", unknown.sentence)
        }
        return line
    }

    private static func add(_ key: String, _ waits: [RecordedWait], to line: inout JSONLine) {
        line.add(key, each: waits) { line, wait in
            line.add("from", time: wait.from)
            line.add("until", time: wait.until)
            line.add("blocker", wait.blocker.map { "\($0.code)" })
        }
    }

    private static func add(_ bytes: [NetworkBytes], to line: inout JSONLine) {
        line.add("bytes", each: bytes) { line, sum in
            line.add("network", "\(sum.network.kind)")
            line.add("isMetered", sum.network.isMetered)
            line.add("isRoaming", sum.network.isRoaming)
            line.add("before", sum.before)
            line.add("after", sum.after)
        }
    }
}
