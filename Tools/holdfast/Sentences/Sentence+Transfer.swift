import HoldfastModel

extension Sentence {
    /// An attempt, up to its end.
    var transfer: String? {
        switch record.event {
        case .transferStarted(let event):
            "Attempt \(event.attempt) started"
                + (event.fromByte > 0 ? ", from \(ByteText.format(event.fromByte)) on" : "")
        case .responseReceived(let event):
            "The server answered with \(event.httpStatus)"
                + (event.totalBytes.map { ", \(ByteText.format($0)) in all" } ?? "")
                + (event.rangeStart.map { $0 > 0 ? ", from \(ByteText.format($0)) on" : "" } ?? "")
        case .transferCheckpointed(let event): "\(ByteText.format(event.durableBytes)) are safely on disk"
        case .partialDiscarded(let event):
            (event.bytes > 0 ? "\(ByteText.format(event.bytes)) were" : "What was received was")
                + " discarded: \(discard(event.reason))"
        case .transferInterrupted(let event):
            "Interrupted: \(InterruptionWords.text(event.cause, event.blocker)); "
                + (event.durableBytes > 0
                    ? "\(ByteText.format(event.durableBytes)) are kept" : "nothing was received yet")
        case .transferFailed(let event): "The attempt failed: \(FailureWords.text(event.failure))"
        case .retryScheduled(let event):
            "Next try at \(LocalTime.text(event.notBefore, zone)), in \(length(event.delayInMilliseconds))"
                + (event.basis.known == .retryAfter ? ", as the server asked" : "")
        default: nil
        }
    }

    /// How a download ended.
    var outcome: String? {
        switch record.event {
        case .transferCompleted(let event):
            "All \(ByteText.format(event.bytes)) received, the attempt took \(length(event.elapsedInMilliseconds))"
                + (event.meteredBytes > 0 ? ", \(ByteText.format(event.meteredBytes)) of it metered" : "")
        case .contentVerified(let event): proof(event.trust)
        case .verificationFailed(let event):
            "The file is not what was promised: the \(event.check) is \(event.actual) instead of \(event.expected)"
        case .contentPublished(let event): "Available offline, \(ByteText.format(event.bytes))"
        case .downloadFailed(let event):
            "Given up after \(event.attempts) \(event.attempts == 1 ? "attempt" : "attempts"): "
                + "\(FailureWords.text(event.failure)); \(FailureWords.need(event.needs))"
        default: nil
        }
    }

    func length(_ milliseconds: Int64) -> String {
        milliseconds < 1000
            ? "\(max(0, milliseconds)) ms" : DurationText.brief(seconds: (milliseconds - 1) / 1000 + 1)
    }

    private func discard(_ reason: Open<DiscardReason>) -> String {
        switch reason.known {
        case .validatorChanged: "the server may have another version by now"
        case .rangeIgnored: "the server did not continue where asked"
        case .digestMismatch: "not what was promised"
        case .lost: "there was no sound way to continue"
        case .cancelled: "the download was cancelled"
        case .space: "to make space"
        case nil: "\(reason)"
        }
    }

    private func proof(_ trust: Open<Trust>) -> String {
        switch trust.known {
        case .expected: "Proved: size and digest are those promised"
        case .sizeOnly: "Complete: the size is the one promised; the digest is kept from now on"
        case .firstSeen: "Complete: no digest was promised, the one it has is kept from now on"
        case nil: "Checked: \(trust)"
        }
    }
}
