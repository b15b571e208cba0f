import HoldfastModel

/// What a record says, as a sentence for people.
struct Sentence {
    let record: Record
    let zone: TimeZoneRules

    /// With a full stop. Of an event that this program does not know it tells the type.
    var text: String {
        let words = catalogue ?? intent ?? transfer ?? outcome ?? content ?? keeping ?? surroundings ?? unknown
        return words + "."
    }

    /// `nil` where the event is about something else; so are its siblings below.
    private var catalogue: String? {
        switch record.event {
        case .itemRegistered(let event): "Registered\(by)" + promise(event)
        case .itemAmended(let event):
            event.isWithdrawn == false ? "Offered again\(by)" : "What is known about the item was changed\(by)"
        case .itemWithdrawn(let event):
            "Withdrawn from the catalogue\(by)" + (event.reason.isEmpty ? "" : ": \(event.reason)")
        case .remoteVersionObserved(let event): "The source offers\(offer(event))"
        case .groupDefined: "The group was defined\(by)"
        case .groupMembersChanged(let event):
            [joined(event.added, "joined"), joined(event.removed, "left")].compactMap { $0 }.joined(separator: ", ")
                + by
        case .sizeResolved(let event):
            "The size is \(event.isExact ? "" : "about ")\(ByteText.format(event.bytes)), as the \(source(event.via)) says"
        default: nil
        }
    }

    private var intent: String? {
        switch record.event {
        case .downloadRequested(let event): "Download requested\(by)\(reason(event.reason))" + conditions(event)
        case .downloadReprioritised(let event):
            "Moved in the queue\(by)" + (event.priority.map { ", to priority \($0)" } ?? "")
                + (event.place.map { ", to the place '\($0)'" } ?? "")
        case .downloadPaused(let event):
            pauseWords(event.scope, "All downloads paused", "The group was paused", "Paused") + by + until(event.until)
        case .downloadResumed(let event):
            pauseWords(
                event.scope, "The pause of all downloads was lifted", "The group's pause was lifted", "Resumed") + by
        case .downloadCancelled(let event):
            "Cancelled\(by)" + (event.keepsPartial ? "; what was received is kept" : "")
        case .retryRequested: "Another try was requested\(by), with a fresh budget"
        case .consentRecorded(let event): consent(event)
        default: nil
        }
    }

    private var content: String? {
        switch record.event {
        case .deletionRequested(let event):
            "Removal requested\(by)\(removalReason(event.reason))"
                + (event.undoUntil.map { ", can be undone until \(LocalTime.text($0, zone))" } ?? "")
        case .deletionUndone: "The removal was taken back\(by)"
        case .deletionStarted: "The removal began"
        case .contentDeleted(let event): "The file was removed, which freed \(ByteText.format(event.freedBytes))"
        case .deletionFailed(let event): "The file could not be removed: \(FailureWords.text(event.failure))"
        case .contentMissing(let event): "The file was found missing \(finder(event.foundBy))"
        case .contentCorrupted(let event):
            "The file was found damaged \(finder(event.foundBy)): \(event.actual) instead of \(event.expected)"
        case .settingChanged(let event):
            "The setting \(event.key) went from \(event.old ?? "its default") to \(event.new ?? "its default")\(by)"
        default: nil
        }
    }

    private var unknown: String {
        let fields = FieldText.line(record.event.fields, zone)
        return fields.isEmpty ? record.event.typeName : "\(record.event.typeName): \(fields)"
    }

    /// Who did it, where that was no matter of course.
    var by: String {
        switch record.actor.kind.known {
        case .user: " by the user"
        case .app: " by the app"
        case .tool: " with the tool"
        case .import: " by an import"
        case .policy: " by the rule \(record.actor.rule ?? "of the day")"
        case .system, .recovery: ""
        case nil: " by \(record.actor.kind)"
        }
    }

    func until(_ time: Int64?) -> String { time.map { " until \(LocalTime.text($0, zone))" } ?? "" }

    private func promise(_ event: ItemRegistered) -> String {
        let promised = [
            event.expectedBytes.map { "of \(ByteText.format($0))" },
            event.expectedDigest.map { "with the digest \($0.description.prefix(19))…" },
            event.mediaType.map { "of the type \($0)" },
        ].compactMap { $0 }
        return promised.isEmpty ? "" : ", " + promised.joined(separator: ", ")
    }

    private func conditions(_ event: DownloadRequested) -> String {
        let conditions = [
            event.priority == 0 ? nil : "priority \(event.priority)",
            event.notBefore.map { "not before \(LocalTime.text($0, zone))" },
            event.deadline.map { "wanted by \(LocalTime.text($0, zone))" },
            event.allowsMetered.map { $0 ? "metered networks allowed" : "metered networks not allowed" },
        ].compactMap { $0 }
        return conditions.isEmpty ? "" : ", " + conditions.joined(separator: ", ")
    }

    private func reason(_ reason: Open<DownloadReason>) -> String {
        switch reason.known {
        case .user: ""
        case .auto: ", by itself"
        case .update: ", to update it"
        case .repair: ", to repair it"
        case nil: ", for the reason \(reason)"
        }
    }

    private func removalReason(_ reason: Open<DeletionReason>) -> String {
        reason.known == .user ? "" : " because it was \(reason)"
    }

    private func source(_ source: Open<SizeSource>) -> String {
        switch source.known {
        case .catalogue: "catalogue"
        case .head, .transfer: "server"
        case nil: "source \(source)"
        }
    }

    private func finder(_ finder: Open<FoundBy>) -> String {
        switch finder.known {
        case .open: "when it was opened"
        case .start: "at the start"
        case .audit: "by an audit"
        case nil: "by \(finder)"
        }
    }
}
