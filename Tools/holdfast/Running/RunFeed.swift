import Holdfast
import HoldfastModel

/// Shows records as they become durable: an object a line, or a sentence a line.
struct RunFeed {
    let console: Console
    let zone: TimeZoneRules
    /// Position of the next record to show.
    var next: UInt64 = 0

    init(console: Console, zone: TimeZoneRules) {
        self.console = console
        self.zone = zone
    }

    mutating func show(upTo count: UInt64, from engine: OfflineEngine) async throws(HoldfastError) {
        while next < count, !console.output.isEnded {
            // The state runs ahead of the disk; what is not durable yet comes with the next wake.
            let stored: StoredRecord
            do throws(HoldfastError) {
                stored = try engine.store.record(at: next)
            } catch {
                if error.code == .noSuchPosition { return }
                throw error
            }
            show(stored)
            next += 1
        }
    }

    mutating func show(upTo count: UInt64, from store: OfflineStore) throws(HoldfastError) {
        while next < count, !console.output.isEnded {
            show(try store.record(at: next))
            next += 1
        }
    }

    private func show(_ stored: StoredRecord) {
        let record = stored.record
        if console.isJSON {
            console.progress?.clear()
            console.data(RecordObject.line(record, subject: stored.subject, privatePart: stored.privatePart))
        } else if !console.isQuiet, console.progress == nil || Self.isNews(record.event) {
            console.progress?.clear()
            let time = LocalTime.text(record.recordedAt, zone).suffix(8)
            let subject = stored.subject.hasPrefix("item:") ? String(stored.subject.dropFirst(5)) : stored.subject
            let line = "\(time)  \(subject): \(Sentence(record: record, zone: zone).text)"
            console.output.line(console.style.text(line))
        }
    }

    /// What a person who watches the bars wants to be told besides.
    private static func isNews(_ event: Event) -> Bool {
        switch event {
        case .connectivityChanged, .offlineModeSet, .partialDiscarded, .transferInterrupted, .transferFailed,
            .retryScheduled, .verificationFailed, .contentPublished, .downloadFailed, .contentDeleted, .deletionFailed,
            .contentMissing, .contentCorrupted, .volumeAvailabilityChanged, .recoveryCompleted, .clockJumped:
            true
        default: false
        }
    }
}
