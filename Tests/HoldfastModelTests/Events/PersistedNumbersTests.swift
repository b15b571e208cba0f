import Testing

@testable import HoldfastModel

/// Numbers and names that stand in logs. A line may be added; one that stands is never changed.
@Suite struct PersistedNumbersTests {
    @Test func `numbers on disk are what they always were`() {
        var lines = ["record " + list(Record.fields), "private " + list(FieldLister.fields(of: PrivatePart.self))]
        for type in EventType.allCases {
            lines.append("\(type.rawValue) \(type.name): " + list(type.payloadFields))
        }
        var groups: [String: String] = [:]
        var codes: [String: String] = [:]
        collect(Record.fields, &groups, &codes)
        for type in EventType.allCases { collect(type.payloadFields, &groups, &codes) }
        lines += groups.sorted { $0.key < $1.key }.map { "group \($0.key) \($0.value)" }
        lines += codes.sorted { $0.key < $1.key }.map { "code \($0.key) \($0.value)" }
        let golden = PersistedNumbers.text.split(separator: "\n").map(String.init)
        for (line, expected) in zip(lines, golden) { #expect(line == expected) }
        #expect(lines.count == golden.count)
    }

    private func list(_ fields: [FieldDescription]) -> String {
        fields.map { "\($0.key):\($0.name)\($0.isOptional ? "?" : "") \(word($0.shape))" }.joined(separator: ", ")
    }

    private func word(_ shape: FieldShape) -> String {
        switch shape {
        case .code(let name, _), .group(let name, _): name
        case .list(let element): "[\(word(element))]"
        case .tuple(let shapes): "(" + shapes.map(word).joined(separator: " ") + ")"
        case .oneOf(let shapes): shapes.map(word).joined(separator: "|")
        case .unsigned, .integer, .boolean, .text, .bytes, .digest, .payload: "\(shape)"
        }
    }

    private func collect(
        _ fields: [FieldDescription], _ groups: inout [String: String], _ codes: inout [String: String]
    ) {
        for field in fields { collect(field.shape, &groups, &codes) }
    }

    private func collect(_ shape: FieldShape, _ groups: inout [String: String], _ codes: inout [String: String]) {
        switch shape {
        case .code(let name, let words):
            codes[name] = words.enumerated().map { "\($0.offset):\($0.element)" }.joined(separator: " ")
        case .group(let name, let fields):
            groups[name] = list(fields)
            collect(fields, &groups, &codes)
        case .list(let element): collect(element, &groups, &codes)
        case .tuple(let shapes), .oneOf(let shapes): for shape in shapes { collect(shape, &groups, &codes) }
        case .unsigned, .integer, .boolean, .text, .bytes, .digest, .payload: break
        }
    }
}
