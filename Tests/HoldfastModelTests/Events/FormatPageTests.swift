import Glibc
import Testing

@testable import HoldfastModel

/// Keeps the worked example of Format.md true.
@Suite struct FormatPageTests {
    @Test func `the example on the page is what the program writes`() throws {
        var requested = DownloadRequested()
        requested.priority = 5
        let record = Record(
            position: 4, subject: .number(3), recordedAt: 1_796_023_896_123_456, actor: .user,
            command: .init(id: "add-1", count: 1), event: .downloadRequested(requested))
        let page = try text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        #expect(page.contains(TextForm.hex(record.encode())))
    }

    @Test func `the private example on the page is what the program writes`() throws {
        var part = PrivatePart()
        part.title = "Map"
        let row = part.row(salt: [UInt8](0..<16))
        let page = try text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        #expect(page.contains(TextForm.hex(row)))
    }

    @Test func `the page tells every event with its fields`() throws {
        let page = try text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        for type in EventType.allCases {
            let row = "| \(type.rawValue) | \(type.name) | \(told(type.payloadFields)) |\n"
            #expect(page.contains(row), "\(row)")
        }
    }

    @Test func `the page tells every group and every word of every code`() throws {
        let page = try text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        var shapes = (Record.fields + EventType.allCases.flatMap(\.payloadFields)).map(\.shape)
        var rows: Set<String> = []
        while let shape = shapes.popLast() {
            switch shape {
            case .code(let name, let words):
                let told = words.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: ", ")
                rows.insert("| \(name) | \(told) |\n")
            case .group(let name, let fields):
                rows.insert("| \(name) | \(told(fields)) |\n")
                shapes += fields.map(\.shape)
            case .list(let element): shapes.append(element)
            case .tuple(let parts), .oneOf(let parts): shapes += parts
            case .unsigned, .integer, .boolean, .text, .bytes, .digest, .payload: break
            }
        }
        #expect(rows.count > 20)
        for row in rows.sorted() { #expect(page.contains(row), "\(row)") }
    }

    @Test func `the page tells the envelope and the private row field by field`() throws {
        let page = try text(of: "Sources/Holdfast/Holdfast.docc/Format.md")
        for field in Record.fields + FieldLister.fields(of: PrivatePart.self) {
            #expect(page.contains("| \(field.key) | \(field.name) | "), "\(field)")
        }
    }

    /// Fields as the page writes them: `1 reason DownloadReason, 2 until? int`.
    private func told(_ fields: [FieldDescription]) -> String {
        if fields.isEmpty { return "none" }
        return fields.map { "\($0.key) \($0.name)\($0.isOptional ? "?" : "") \(told($0.shape))" }.joined(
            separator: ", ")
    }

    private func told(_ shape: FieldShape) -> String {
        switch shape {
        case .unsigned: "uint"
        case .integer: "int"
        case .boolean: "bool"
        case .text: "text"
        case .bytes: "bytes"
        case .digest: "digest"
        case .code(let name, _), .group(let name, _): name
        case .list(let element): "[\(told(element))]"
        case .tuple, .oneOf, .payload: "?"
        }
    }

    private func text(of path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let file = try #require(fopen(root + "/" + path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
