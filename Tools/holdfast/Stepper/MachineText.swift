import Holdfast
import HoldfastModel

/// An item's five machines, a line each.
struct MachineText {
    let zone: TimeZoneRules

    /// - Parameter before: the item before the event, to mark what it changed; `nil` when there was none.
    func lines(_ item: Item, before: Item?) -> [StepperScene.FieldText] {
        let old = before.map(texts) ?? texts(Item(number: item.number, id: item.id))
        return zip(texts(item), old).map { new, old in
            StepperScene.FieldText(
                name: new.name, value: new.value, role: new.role, isChanged: new.value != old.value)
        }
    }

    private func texts(_ item: Item) -> [(name: String, value: String, role: Style.Role)] {
        [
            ("intent", item.intent.map(intent) ?? "none", item.intent == nil ? .dim : .plain),
            ("installed", item.installed.map(installed) ?? "none", role(item.installed)),
            ("staging", item.staging.map(staging) ?? "none", item.staging == nil ? .dim : .plain),
            ("transfer", transfer(item.transfer), role(item.transfer)),
            ("removal", removal(item.removal), item.removal == .none ? .dim : .warning),
        ]
    }

    private func intent(_ intent: Intent) -> String {
        [
            "wanted", intent.reason.known == .user ? nil : "\(intent.reason)",
            intent.priority == 0 ? nil : "priority \(intent.priority)",
            intent.attempts == 0 ? nil : PluralText.count(intent.attempts, "attempt"),
            intent.failures == 0 ? nil : PluralText.count(intent.failures, "failure"),
            intent.notBefore.map { "not before \(LocalTime.text($0, zone))" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private func installed(_ installed: Installed) -> String {
        [
            ByteText.format(installed.bytes), installed.version.map { "version \($0)" }, "\(installed.trust)",
            installed.isMissing ? "missing" : nil, installed.isCorrupt ? "damaged" : nil,
            "since \(LocalTime.text(installed.publishedAt, zone))",
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private func role(_ installed: Installed?) -> Style.Role {
        guard let installed else { return .dim }
        return installed.isSound ? .good : .bad
    }

    private func staging(_ staging: Staging) -> String {
        ByteText.format(staging.durableBytes) + (staging.total.map { " of " + ByteText.format($0) } ?? "")
    }

    private func transfer(_ transfer: Transfer) -> String {
        let word = TransferWord.text(transfer)
        switch transfer {
        case .held(let actor, let until):
            return word + " by \(actor.kind)" + (until.map { " until \(LocalTime.text($0, zone))" } ?? "")
        case .backoff(let notBefore, _, let failure, _):
            return word + " until \(LocalTime.text(notBefore, zone)): \(FailureWords.text(failure))"
        case .failed(let failure, _): return word + ": \(FailureWords.text(failure))"
        case .connecting(let attempt), .receiving(let attempt), .verifying(let attempt),
            .publishing(let attempt, _, _, _):
            return word + ", attempt of #\(attempt.id)"
        default: return word
        }
    }

    private func role(_ transfer: Transfer) -> Style.Role {
        switch transfer {
        case .idle: .dim
        case .failed: .bad
        case .held, .backoff: .warning
        case .connecting, .receiving, .verifying, .publishing: .active
        default: .plain
        }
    }

    private func removal(_ removal: Removal) -> String {
        switch removal {
        case .pending(_, _, let until): "pending" + (until.map { " until \(LocalTime.text($0, zone))" } ?? "")
        case .running: "running"
        case .failed(_, _, let failure): "failed: \(FailureWords.text(failure))"
        default: "none"
        }
    }
}
