import Foundation
import HoldfastModel

/// Figures of a history counted from the lines of `log --json` alone: record by record, without the state, its tables or the tool's code.
struct HandCount {
    /// `kind.figure`, or `kind.key.figure`.
    private(set) var figures: [String: Int64] = [:]

    private let records: [LoggedRecord]
    private let range: ClosedRange<Int>

    /// - Parameters:
    ///   - records: all of the log, in order.
    ///   - range: positions that count.
    init(_ records: [LoggedRecord], _ range: ClosedRange<Int>) {
        (self.records, self.range) = (records, range)
        for name in ["internet", "metered", "local", "offline", "unknown", "noEngine"] {
            figures["network.\(name)Ms"] = 0
        }
        countRecords()
        countWaits()
        countNetwork()
        countStorage()
    }

    private mutating func add(_ name: String, _ count: Int64 = 1) { figures[name, default: 0] += count }

    // MARK: Single records

    private mutating func countRecords() {
        for record in records[range] {
            let payload = record.payload
            switch record.type {
            case "downloadRequested":
                add("downloads.requested")
                add("day.\(record.day).requested")
            case "retryScheduled": add("downloads.scheduledRetries")
            case "retryRequested": add("downloads.requestedRetries")
            case "partialDiscarded": add("saved.discardedBytes", payload.number("bytes") ?? 0)
            case "deletionRequested": add("removals.requested")
            case "deletionUndone": add("removals.undone")
            case "contentDeleted":
                add("removals.removed")
                add("removals.freedBytes", payload.number("freedBytes") ?? 0)
            case "contentPublished", "transferInterrupted", "transferFailed", "verificationFailed": countEnd(record)
            default: break
            }
        }
    }

    private mutating func countEnd(_ end: LoggedRecord) {
        guard let attempt = end.payload.number("attempt").map({ Int($0) }) else { return }
        let outcome =
            switch end.type {
            case "contentPublished": "completed"
            case "transferInterrupted": "interrupted"
            default: "failed"
            }
        for kind in ["attempts", "day.\(end.day)"] {
            add("\(kind).attempts")
            add("\(kind).\(outcome)")
        }
        if end.type == "contentPublished" { add("downloads.completed") }
        let own = records[attempt...end.position].filter { $0.payload.number("attempt") == Int64(attempt) }
        let wire = (own.last { $0.payload.number("wireBytes") != nil })?.payload
        add("attempts.wireBytes", wire?.number("wireBytes") ?? 0)
        add("attempts.meteredBytes", wire?.number("meteredBytes") ?? 0)
        if wire == nil { add("attempts.unmeasured") }
        let from = records[attempt].payload.number("fromByte") ?? 0
        let brought = own.compactMap { $0.payload.number("durableBytes") ?? $0.wholeBytes }.last ?? 0
        if from > 0, own.contains(where: \.goesOn), brought > from {
            add("saved.resumed")
            add("saved.savedBytes", from)
        }
        if let failure = end.payload["failure"] as? [String: Any] {
            let status = failure.number("httpStatus").map { "\($0)" } ?? "-"
            add("failure.\(failure["class"] as? String ?? "") \(failure["code"] as? String ?? "") \(status)")
        } else if end.type == "verificationFailed" {
            add("failure.integrity \(end.payload["check"] as? String ?? "") -")
        } else if end.type == "transferInterrupted" {
            let blocker = end.payload["blocker"] as? String ?? "-"
            add("interruption.\(end.payload["cause"] as? String ?? "") \(blocker)")
        }
    }

    // MARK: Requests

    private mutating func countWaits() {
        let waits = records[range].filter { $0.type == "contentPublished" }.compactMap { end -> Int64? in
            guard let attempt = end.payload.number("attempt"),
                let request = records[Int(attempt)].payload.number("request")
            else { return nil }
            return max(0, end.time - records[Int(request)].time)
        }.sorted()
        figures["availability.downloads"] = Int64(waits.count)
        guard let longest = waits.last else { return }
        func rank(_ share: Double) -> Int64 {
            waits[max(1, Int((Double(waits.count) * share).rounded(.up))) - 1] / 1000
        }
        figures["availability.medianMs"] = rank(0.5)
        figures["availability.p90Ms"] = rank(0.9)
        figures["availability.longestMs"] = longest / 1000
    }

    // MARK: Time between two records

    private mutating func countNetwork() {
        var lengths: [String: Int64] = [:]
        var isOpen = false
        var network: String?
        var sessions = 0
        for position in 0...range.upperBound {
            let record = records[position]
            if position > range.lowerBound, record.type != "clockJumped" {
                let isDead = record.type == "sessionOpened" && isOpen
                let kind = isDead || !isOpen ? "noEngine" : network ?? "unknown"
                lengths[kind, default: 0] += max(0, record.time - records[position - 1].time)
            }
            switch record.type {
            case "sessionOpened":
                (isOpen, network) = (true, nil)
                if position >= range.lowerBound { sessions += 1 }
            case "sessionClosed": (isOpen, network) = (false, nil)
            case "connectivityChanged": if isOpen { network = record.network }
            default: break
            }
            if position == range.lowerBound, isOpen, record.type != "sessionOpened" { sessions += 1 }
        }
        for (kind, length) in lengths { figures["network.\(kind)Ms"] = length / 1000 }
        figures["network.clockFalls"] = Int64(records[range].count { $0.type == "clockJumped" })
    }

    // MARK: Storage

    private mutating func countStorage() {
        var files: [Int64: Int64] = [:]
        for record in records[...range.upperBound] {
            switch record.type {
            case "contentPublished": files[record.subject] = record.payload.number("bytes")
            case "contentDeleted": files[record.subject] = nil
            default: break
            }
        }
        figures["storage.40.usedBytes"] = files.values.reduce(0, +)
    }
}

/// A line of `log --json`.
struct LoggedRecord {
    var position: Int
    /// Microseconds since 1970 UTC.
    var time: Int64
    var type: String
    var subject: Int64
    var payload: [String: Any]
    /// In UTC.
    var day: String

    init(_ line: Substring) throws {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        position = Int(object.number("position") ?? -1)
        let text = object["recordedAt"] as? String ?? ""
        time = TimeText.microseconds(text) ?? 0
        day = String(text.prefix(10))
        type = object["type"] as? String ?? ""
        subject = object.number("subjectNumber") ?? Int64(position)
        payload = object["payload"] as? [String: Any] ?? [:]
    }

    /// A response that goes on where an earlier attempt had stopped.
    var goesOn: Bool { type == "responseReceived" && payload.number("rangeStart") ?? 0 > 0 }

    var wholeBytes: Int64? { type == "transferCompleted" ? payload.number("bytes") : nil }

    var network: String? {
        switch payload["link"] as? String {
        case "none": "offline"
        case "local": "local"
        case "internet":
            payload["isCaptive"] as? Bool == true
                ? "local" : payload["isMetered"] as? Bool == true ? "metered" : "internet"
        default: nil
        }
    }
}

extension [String: Any] {
    func number(_ key: String) -> Int64? { (self[key] as? NSNumber)?.int64Value }
}
