import Testing

@testable import HoldfastModel

@Suite struct PrivatePartTests {
    @Test func `a private row begins with its salt and gives the part back`() throws {
        var part = PrivatePart()
        part.sources = ["https://example.org/a", "https://example.org/b"]
        part.title = "Titel “é”"
        part.path = "content/03/3-9-a.pdf"
        part.unknownFields.fields = [.init(key: 99, bytes: [0x01])]
        let salt = [UInt8](16..<32)
        let row = part.row(salt: salt)
        #expect(Array(row.prefix(16)) == salt)
        let found = try row.withUnsafeBytes { try PrivatePart(row: $0) }
        #expect(found == part)
        #expect(part.described.map(\.name) == ["sources", "title", "path", "99"])
    }

    @Test func `a private row cut short or with more behind it is refused`() {
        var part = PrivatePart()
        part.title = "title"
        let row = part.row(salt: [UInt8](repeating: 0, count: 16))
        for count in 0..<row.count {
            #expect(throws: CodingFailure.self) { try row[..<count].withUnsafeBytes { try PrivatePart(row: $0) } }
        }
        #expect(throws: CodingFailure.self) { try (row + [0]).withUnsafeBytes { try PrivatePart(row: $0) } }
    }
}
