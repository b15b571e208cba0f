import HoldfastModel

/// The names that an expression may begin with.
enum ExpressionName: String, CaseIterable {
    case item, group, feature, setting
    case device, env, totals, queue, event
    case used, partial, free, position, time

    /// Needs something in parentheses behind it.
    var takesKey: Bool {
        switch self {
        case .item, .group, .feature, .setting: true
        default: false
        }
    }

    /// The value that stands for the name alone, for all that take no key.
    var path: StatePath {
        switch self {
        case .item, .group, .feature, .setting: StatePath(root: .totals, form: .totals)
        case .device: StatePath(root: .device, form: .device)
        case .env: StatePath(root: .environment, form: .environment)
        case .totals: StatePath(root: .totals, form: .totals)
        case .queue: StatePath(root: .queue, form: .queue)
        case .event: StatePath(root: .event, form: .event)
        case .used: StatePath(root: .totals, fields: ["usedBytes"], form: .number)
        case .partial: StatePath(root: .totals, fields: ["partialBytes"], form: .number)
        case .free: StatePath(root: .environment, fields: ["freeBytes"], form: .number)
        case .position: StatePath(root: .event, fields: ["position"], form: .number)
        case .time: StatePath(root: .event, fields: ["recordedAt"], form: .time)
        }
    }
}

extension FieldForm {
    /// An item's row, where a transfer at rest, which has no field, has a word as well.
    static let itemRow = FieldForm.group(
        FieldForm.item.members.map { member in
            guard member.name == "transfer" else { return member }
            let inner = member.form.members.map { field in
                guard field.name == "kind", case .word(let words) = field.form else { return field }
                return NamedForm(field.name, .word([rest] + words))
            }
            return NamedForm(member.name, .group(inner))
        })

    static let rest = "idle"

    /// Connectivity and the device around it, under one name.
    static let environment: FieldForm = {
        let device = FieldForm.device.members
        let link = device.first { $0.name == "connectivity" }?.form.members ?? []
        let own = link.map { member in
            guard member.name == "link", case .word(let words) = member.form else { return member }
            return NamedForm(member.name, .word(words + [unknownLink]))
        }
        return .group(own + [NamedForm("freeBytes", .number)] + device.filter { $0.name != "connectivity" })
    }()

    /// What `env.link` is before anything was observed: `none` is a link that was looked for and not found.
    static let unknownLink = "unknown"

    static let queue = FieldForm.group([
        NamedForm("count", .number), NamedForm("first", .text), NamedForm("running", .number),
        NamedForm("failed", .number), NamedForm("paused", .number),
    ])

    /// The record's envelope, then the fields of whatever event it holds.
    static let event: FieldForm = {
        let envelope = [
            NamedForm("type", .word(EventType.allCases.map { "\($0)" })), NamedForm("item", .text),
            NamedForm("subject", .text), NamedForm("actor", .word(ActorKind.allCases.map { "\($0)" })),
            NamedForm("rule", .text), NamedForm("command", .text), NamedForm("position", .number),
            NamedForm("cause", .number), NamedForm("recordedAt", .time),
        ]
        let names = Set(envelope.map(\.name))
        return .group(envelope + FieldForm.payload.members.filter { !names.contains($0.name) })
    }()

    /// As recorded, by what the setting takes.
    static func setting(_ key: SettingKey) -> FieldForm {
        switch key.kind {
        case .boolean: .boolean
        case .number, .bytes, .limit: .number
        case .word(let words): .word(words)
        default: .text
        }
    }

    /// Empty where it is no group.
    var members: [NamedForm] { if case .group(let members) = self { members } else { [] } }

    /// What is compared where a whole group or list is named: a machine's `kind`, a failure's `class`, each element.
    var compared: FieldForm {
        switch self {
        case .list(let element): element.compared
        case .group(let members):
            members.first { FieldForm.tellingFields.contains($0.name) }.map(\.form) ?? self
        default: self
        }
    }

    /// Fields that stand for the group that holds them.
    static let tellingFields = ["kind", "class"]

    var isOrdered: Bool { self == .number || self == .milliseconds || self == .time || self == .mixed }

    /// `a number`
    var words: String {
        switch self {
        case .number: "a number"
        case .milliseconds: "a number of milliseconds"
        case .time: "a time"
        case .boolean: "true or false"
        case .text: "a text"
        case .word: "a word"
        case .group: "a group of fields"
        case .list: "a list"
        case .mixed: "different in different events"
        }
    }
}
