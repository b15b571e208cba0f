import HoldfastModel

/// Fields of records and rows, for people.
enum FieldText {
    /// `reason user, priority 5, notBefore 2026-11-30 04:00:00`
    static func line(_ fields: [DescribedField], _ zone: TimeZoneRules) -> String {
        fields.map { $0.name + " " + text($0.value, named: $0.name, zone) }.joined(separator: ", ")
    }

    /// - Parameter name: of the field, which tells what a number counts.
    static func text(_ value: DescribedValue, named name: String, _ zone: TimeZoneRules) -> String {
        switch value {
        case .unsigned(let value): String(value)
        case .integer(let value): isBytes(name) ? ByteText.format(value) : String(value)
        case .boolean(let value): value ? "yes" : "no"
        case .text(let value): value.isEmpty ? "\"\"" : value
        case .bytes(let bytes): "0x" + TextForm.hex(bytes)
        case .digest(let digest): digest.description
        case .time(let time): LocalTime.text(time, zone)
        case .code(let word): word
        case .group(let fields): "(" + line(fields, zone) + ")"
        case .list(let values): "[" + values.map { text($0, named: name, zone) }.joined(separator: ", ") + "]"
        }
    }

    private static func isBytes(_ name: String) -> Bool {
        name.hasSuffix("Bytes") || ["bytes", "size", "total"].contains(name)
    }
}
