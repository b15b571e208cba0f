import Glibc
import Testing

@testable import HoldfastModel

/// Keeps Control.md true.
@Suite struct ControlPageTests {
    private let page: String

    init() throws { page = try RepositoryFile.text(of: "Sources/Holdfast/Holdfast.docc/Control.md") }

    @Test func `the page tells every field of an intent and every kind`() {
        for field in FieldLister.fields(of: IntentFields.self) {
            #expect(page.contains("| \(field.key) | \(field.name) | "), "\(field.name)")
        }
        for kind in IntentKind.allCases { #expect(page.contains("| \(kind.rawValue) | \(kind) | "), "\(kind)") }
        for order in MemberOrderKind.allCases { #expect(page.contains("\(order.rawValue) \(order)"), "\(order)") }
    }

    @Test func `the page tells the groups of fields that no record has`() {
        let groups = [
            ("RegistrationRow", FieldLister.fields(of: RegistrationRow.self)),
            ("RequestRow", FieldLister.fields(of: RequestRow.self)),
            ("ConsentRow", FieldLister.fields(of: ConsentRow.self)),
        ]
        for (name, fields) in groups {
            let row = "| \(name) | \(FormatPageTests.told(fields)) |\n"
            #expect(page.contains(row), "\(row)")
        }
    }

    @Test func `the page's example is what is sent and what is answered`() throws {
        let request = try #require(ControlRequest(.pause(.item("guide"), until: nil), by: .tool, id: "demo-17"))
        #expect(try example("request") == ControlFrame.bytes(of: request.encode()))
        let answer = ControlReply.receipt(positions: 42..<43, note: nil)
        #expect(try example("answer") == ControlFrame.bytes(of: answer.encode()))
    }

    @Test func `the page's example is read as the page says`() throws {
        var reader = ControlFrame.Reader()
        try example("request").withUnsafeBytes { reader.take($0) }
        let request = try ControlRequest(decoding: try #require(try reader.next()))
        #expect(request.command == .pause(.item("guide"), until: nil))
        #expect(request.actor == .tool && request.id == "demo-17")
    }

    /// Digits of the block under a name: indented lines, each with a remark behind two spaces.
    private func example(_ name: String) throws -> [UInt8] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == name })
        let block = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
        let digits = block.map { line in
            let text = line.drop { $0 == " " }
            return text.split(separator: "  ").first.map { $0.filter { $0 != " " } } ?? ""
        }
        return try #require(TextForm.bytes(hex: digits.joined()[...]))
    }
}
