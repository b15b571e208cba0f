import Testing

@testable import HoldfastModel

/// Keeps the lists of Format.md true.
@Suite struct FormatPageTests {
    @Test func `the page tells every event with its fields`() throws {
        let page = try RepositoryFile.text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        for type in EventType.allCases {
            let row = "| \(type.rawValue) | \(type.name) | \(Self.told(type.payloadFields)) |\n"
            #expect(page.contains(row), "\(row)")
        }
    }

    @Test func `the page tells every group and every word of every code`() throws {
        let page = try RepositoryFile.text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        let events = EventType.allCases.flatMap(\.payloadFields)
        var shapes = (Record.fields + events + StateTable.rows.flatMap(\.fields)).map(\.shape)
        var rows: Set<String> = []
        while let shape = shapes.popLast() {
            switch shape {
            case .code(let name, let words):
                let told = words.enumerated().filter { !$0.element.isEmpty }.map { "\($0.offset) \($0.element)" }
                    .joined(separator: ", ")
                rows.insert("| \(name) | \(told) |\n")
            case .group(let name, let fields):
                rows.insert("| \(name) | \(Self.told(fields)) |\n")
                shapes += fields.map(\.shape)
            case .list(let element): shapes.append(element)
            case .tuple(let parts), .oneOf(let parts): shapes += parts
            case .unsigned, .integer, .boolean, .text, .bytes, .digest, .payload: break
            }
        }
        #expect(rows.count > 20)
        for row in rows.sorted() { #expect(page.contains(row), "\(row)") }
    }

    @Test func `the page tells every kind of row of the state and where it stands`() throws {
        let page = try RepositoryFile.text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        for kind in StateTable.rows {
            #expect(
                page.contains("| \(kind.name) | \(Self.told(kind.fields)) |\n"),
                "| \(kind.name) | \(Self.told(kind.fields)) |")
            #expect(page.contains("| `\(kind.table.storedName)` | "))
        }
        for table in StateTable.allCases { #expect(page.contains("| `\(table.storedName)` | ")) }
    }

    @Test func `the page tells the envelope and the private row field by field`() throws {
        let page = try RepositoryFile.text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        for field in Record.fields + FieldLister.fields(of: PrivatePart.self) {
            #expect(page.contains("| \(field.key) | \(field.name) | "), "\(field)")
        }
    }

    /// Fields as the page writes them: `1 reason DownloadReason, 2 until? int`.
    static func told(_ fields: [FieldDescription]) -> String {
        if fields.isEmpty { return "none" }
        return fields.map { "\($0.key) \($0.name)\($0.isOptional ? "?" : "") \(told($0.shape))" }.joined(
            separator: ", ")
    }

    private static func told(_ shape: FieldShape) -> String {
        switch shape {
        case .unsigned: "uint"
        case .integer: "int"
        case .boolean: "bool"
        case .text: "text"
        case .bytes: "bytes"
        case .digest: "digest"
        case .code(let name, _), .group(let name, _): name
        case .list(let element): "[\(told(element))]"
        case .oneOf: "Actor"
        case .tuple, .payload: "?"
        }
    }
}
