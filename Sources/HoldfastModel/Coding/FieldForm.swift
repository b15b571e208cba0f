/// What a field may hold, whatever it holds now: enough to check a question about it before anything is read.
package indirect enum FieldForm: Sendable, Equatable {
    case number
    case milliseconds
    case time
    case boolean
    case text
    /// One of these words, or one that only a newer program knows.
    case word([String])
    case group([NamedForm])
    case list(FieldForm)
    /// Fields of one name that hold different things in different events.
    case mixed

    /// A field of a group.
    package struct NamedForm: Sendable, Equatable {
        package let name: String
        package let form: FieldForm

        package init(_ name: String, _ form: FieldForm) {
            self.name = name
            self.form = form
        }
    }

    package static let item = FieldForm(FieldLister.fields(of: ItemRow.self))
    package static let itemGroup = FieldForm(FieldLister.fields(of: GroupRow.self))
    package static let feature = FieldForm(FieldLister.fields(of: FeatureRow.self))
    package static let device = FieldForm(FieldLister.fields(of: DeviceRow.self))
    package static let totals = FieldForm(FieldLister.fields(of: TotalsRow.self))
    /// The fields of all events together.
    package static let payload = EventType.allCases.reduce(FieldForm.group([])) { all, type in
        all.merged(with: FieldForm(type.payloadFields))
    }

    private init(_ fields: [FieldDescription]) {
        self = .group(fields.map { NamedForm($0.name, FieldForm($0.shape, named: $0.name)) })
    }

    private init(_ shape: FieldShape, named name: String) {
        self =
            switch shape {
            case .integer where FieldUnit(fieldName: name) == .time: .time
            case .unsigned, .integer: FieldUnit(fieldName: name) == .milliseconds ? .milliseconds : .number
            case .boolean: .boolean
            case .text, .bytes, .digest: .text
            case .code(_, let words): .word(words.filter { !$0.isEmpty })
            case .group(_, let fields): FieldForm(fields)
            case .list(let element): .list(FieldForm(element, named: name))
            case .tuple, .oneOf: .list(.text)
            case .payload: .mixed
            }
    }

    private func merged(with other: FieldForm) -> FieldForm {
        switch (self, other) {
        case _ where self == other: self
        case (.word(let own), .word(let others)): .word(own + others.filter { !own.contains($0) })
        case (.group(let own), .group(let others)):
            .group(
                own.map { member in
                    let form = others.first { $0.name == member.name }?.form
                    return NamedForm(member.name, form.map(member.form.merged) ?? member.form)
                } + others.filter { member in !own.contains { $0.name == member.name } })
        default: .mixed
        }
    }
}
