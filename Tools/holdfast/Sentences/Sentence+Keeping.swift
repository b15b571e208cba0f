import HoldfastModel

/// What is kept, what makes way, and what people said about it.
extension Sentence {
    var keeping: String? {
        switch record.event {
        case .contentPinned: "Pinned\(by): it never makes way"
        case .contentUnpinned: "Unpinned\(by)"
        case .contentOpened(let event): "Used" + (event.isOffline ? " without internet" : "")
        case .evictionPlanned(let event):
            "\(PluralText.count(event.victims.count, "file")) of \(ByteText.format(bytes(of: event))) "
                + "\(event.victims.count == 1 ? "makes" : "make") way\(by), to free \(ByteText.format(event.needBytes))"
        case .contentImported(let event):
            "A file of \(ByteText.format(event.bytes)) that was there already was taken in\(by)"
        case .orphanFound(let event):
            "A file of \(ByteText.format(event.bytes)) that nothing refers to was \(event.action)"
        case .noteAdded(let event): "A note was made\(by)" + (event.target.map { " about record #\($0)" } ?? "")
        case .auditCompleted(let event):
            "\(scope(event.scope)) were looked through: \(PluralText.count(event.itemsChecked, "item")), "
                + "\(ByteText.format(event.bytesChecked)), \(PluralText.count(event.problems, "problem"))"
        default: nil
        }
    }

    func consent(_ event: ConsentRecorded) -> String {
        let limits = [
            event.maxBytes.map { "up to \(ByteText.format($0))" },
            event.expiresAt.map { "until \(LocalTime.text($0, zone))" },
        ].compactMap { $0 }
        let words = event.isGiven ? "Agreed\(by)" : "The consent was taken back\(by)"
        return words + ": \(event.kind)" + (limits.isEmpty ? "" : ", " + limits.joined(separator: ", "))
    }

    func offer(_ event: RemoteVersionObserved) -> String {
        let known = [
            event.version.map { " version \($0)" }, event.bytes.map { " \(ByteText.format($0))" },
            event.etag.map { " the ETag \($0)" }, event.digest.map { " the digest \($0.description.prefix(19))…" },
        ].compactMap { $0 }
        return known.isEmpty ? " it" : known.joined(separator: ",")
    }

    /// "3 items joined"; `nil` for none.
    func joined(_ items: [UInt64], _ word: String) -> String? {
        items.isEmpty ? nil : "\(PluralText.count(items.count, "item")) \(word)"
    }

    func pauseWords(_ scope: Open<PauseScope>, _ all: String, _ group: String, _ item: String) -> String {
        switch scope.known {
        case .all: all
        case .group: group
        case .item, nil: item
        }
    }

    private func scope(_ scope: Open<AuditScope>) -> String {
        switch scope.known {
        case .log: "The records"
        case .content: "The files"
        case .both, nil: "The records and the files"
        }
    }

    private func bytes(of plan: EvictionPlanned) -> Int64 {
        plan.victims.reduce(0) { sum, victim in
            let (total, overflow) = sum.addingReportingOverflow(victim.bytes)
            return overflow ? .max : total
        }
    }
}
