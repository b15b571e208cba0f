import Holdfast
import HoldfastModel

/// What is, and since when.
extension Account {
    func state() throws(ToolFailure) -> [String] {
        if let removal = try removal() { return [removal] }
        let asked = try asked()
        switch item.transfer {
        case .idle: return [idle]
        case .ready: return [asked ?? "It is wanted."]
        case .held(_, let until):
            let end = until.map { " until \(brief($0))" } ?? ""
            return ["It is paused\(end)\(try since(explanation.reasons.first?.position))."] + [asked].compactMap { $0 }
        case .backoff(_, _, let failure, _):
            let tries = item.intent.map { ", after \(PluralText.count($0.attempts, "attempt"))" } ?? ""
            return [asked, "Its last attempt failed\(tries): \(FailureWords.text(failure))."].compactMap { $0 }
        case .connecting, .receiving, .verifying, .publishing:
            return [try running()] + [asked].compactMap { $0 }
        case .failed(let failure, let needs):
            let failed = explanation.reasons.first?.position
            let when = try failed.map { position throws(ToolFailure) in try at(position) } ?? ""
            return ["Its download was given up\(when): \(FailureWords.text(failure)); \(FailureWords.need(needs))."]
                + [asked].compactMap { $0 }
        }
    }

    private func asked() throws(ToolFailure) -> String? {
        guard let intent = item.intent else { return nil }
        let record = try looking.record(at: intent.request).record
        let by = Sentence(record: record, zone: looking.zone).by
        return "It has been wanted since \(text(record.recordedAt)) (#\(intent.request)), asked for"
            + (by.isEmpty ? " by the engine." : "\(by).")
    }

    private func running() throws(ToolFailure) -> String {
        let start = item.transfer.attempt?.id
        let received = max(report.receivedBytes ?? 0, item.staging?.durableBytes ?? 0)
        let total = item.staging?.total ?? item.catalogue.size
        let amount = total.map { "\(ByteText.format(received)) of \(ByteText.format($0))" } ?? ByteText.format(received)
        let what =
            isPresent && !isWorked ? "Its attempt broke off when the engine ended; it ran" : "It is being downloaded"
        return "\(what)\(try since(start)), and \(amount) are there."
    }

    private var idle: String {
        guard let installed = item.installed else {
            let kept =
                item.staging.map { ", and \(ByteText.format($0.durableBytes)) of an earlier download are kept" } ?? ""
            return "It is not on the device, and nobody has asked for it\(kept)."
        }
        let since = "since \(text(installed.publishedAt)) (#\(installed.published))"
        if installed.isMissing { return "Its file was there \(since), and was found missing." }
        if installed.isCorrupt { return "Its file is there \(since), and was found damaged." }
        return "Its file is there \(since): \(ByteText.format(installed.bytes)), to be used without the internet."
    }

    private func removal() throws(ToolFailure) -> String? {
        switch item.removal {
        case .none: nil
        case .pending(let requested, _, let until):
            "Its removal was asked for\(try when(requested))"
                + (until.map {
                    $0 > looking.now && isPresent
                        ? "; the file stays until \(brief($0))." : "; that can no longer be undone."
                }
                    ?? ".")
        case .running(let requested, _): "Its file is being removed, which was asked for\(try when(requested))."
        case .failed(let requested, _, let failure):
            "Its file could not be removed: \(FailureWords.text(failure)). That was asked for\(try when(requested))."
        }
    }

    private func since(_ position: UInt64?) throws(ToolFailure) -> String {
        guard let position else { return "" }
        return " since \(text(try looking.record(at: position).record.recordedAt)) (#\(position))"
    }

    private func when(_ position: UInt64) throws(ToolFailure) -> String {
        let record = try looking.record(at: position).record
        return Sentence(record: record, zone: looking.zone).by + (try at(position))
    }

    private func at(_ position: UInt64) throws(ToolFailure) -> String {
        " at \(text(try looking.record(at: position).record.recordedAt)) (#\(position))"
    }

    func text(_ time: Int64) -> String { LocalTime.text(time, looking.zone) }
    func brief(_ time: Int64) -> String { LocalTime.brief(time, now: looking.now, looking.zone) }
}
