import Testing

@testable import HoldfastModel

/// What a reader made of bytes, for comparison.
private indirect enum Value: Equatable {
    case unsigned(UInt64)
    case integer(Int64)
    case boolean(Bool)
    case text(String)
    case bytes([UInt8])
    case array([Value])
    case map([[Value]])

    init(from reader: inout CBORReader) throws {
        switch try reader.peekKind() {
        case .unsigned: self = .unsigned(try reader.unsigned())
        case .negative: self = .integer(try reader.integer())
        case .bytes: self = .bytes(try reader.byteString())
        case .text: self = .text(try reader.text())
        case .array: self = .array(try (0..<(try reader.arrayHead())).map { _ in try Value(from: &reader) })
        case .map:
            self = .map(
                try (0..<(try reader.mapHead())).map { _ in [try Value(from: &reader), try Value(from: &reader)] })
        case .tag, .simple: self = .boolean(try reader.boolean())
        }
    }

    func write(to writer: inout CBORWriter) {
        switch self {
        case .unsigned(let value): writer.unsigned(value)
        case .integer(let value): writer.integer(value)
        case .boolean(let value): writer.boolean(value)
        case .text(let value): writer.text(value)
        case .bytes(let value): writer.byteString(value)
        case .array(let values):
            writer.arrayHead(count: values.count)
            for value in values { value.write(to: &writer) }
        case .map(let entries):
            writer.mapHead(count: entries.count)
            for value in entries.flatMap({ $0 }) { value.write(to: &writer) }
        }
    }

}

private func read<Answer>(_ hex: String, _ body: (inout CBORReader) throws -> Answer) throws -> Answer {
    let bytes = try #require(TextForm.bytes(hex: hex))
    return try bytes.withUnsafeBytes { buffer in
        var reader = CBORReader(buffer)
        let answer = try body(&reader)
        #expect(reader.isAtEnd)
        return answer
    }
}

@Suite struct CBORTests {
    /// RFC 8949, Appendix A, as far as records use it.
    private static let vectors: [(String, Value)] = [
        ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
        ("1818", .unsigned(24)), ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1000)),
        ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
        ("1bffffffffffffffff", .unsigned(.max)), ("20", .integer(-1)), ("29", .integer(-10)),
        ("3863", .integer(-100)), ("3903e7", .integer(-1000)), ("f4", .boolean(false)), ("f5", .boolean(true)),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6161", .text("a")),
        ("6449455446", .text("IETF")), ("62225c", .text("\"\\")), ("62c3bc", .text("\u{fc}")),
        ("63e6b0b4", .text("\u{6c34}")), ("64f0908591", .text("\u{10151}")), ("80", .array([])),
        ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        (
            "8301820203820405",
            .array([
                .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
            ])
        ),
        ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", .array((1...25).map { .unsigned($0) })),
        ("a0", .map([])),
        ("a201020304", .map([[.unsigned(1), .unsigned(2)], [.unsigned(3), .unsigned(4)]])),
        (
            "a26161016162820203",
            .map([[.text("a"), .unsigned(1)], [.text("b"), .array([.unsigned(2), .unsigned(3)])]])
        ),
        ("826161a161626163", .array([.text("a"), .map([[.text("b"), .text("c")]])])),
    ]

    @Test func `the vectors of RFC 8949 are read`() throws {
        for (hex, value) in Self.vectors {
            let found = try read(hex) { try Value(from: &$0) }
            #expect(found == value, "\(hex)")
        }
    }

    @Test func `the vectors of RFC 8949 are written`() {
        for (hex, value) in Self.vectors {
            #expect(TextForm.hex(CBORWriter.bytes { value.write(to: &$0) }) == hex)
            var writer = CBORWriter()
            value.write(to: &writer)
            #expect(TextForm.hex(writer.bytes) == hex)
        }
    }

    @Test func `integers at their bounds go both ways`() throws {
        let bounds: [Int64] = [.min, .min + 1, -4_294_967_297, -257, -256, -25, -24, -1, 0, 23, 24, 255, 65_536, .max]
        for value in bounds {
            let hex = TextForm.hex(CBORWriter.bytes { $0.integer(value) })
            let found = try read(hex) { try $0.integer() }
            #expect(found == value)
        }
        #expect(throws: CodingFailure.outOfRange(offset: 0)) { try read("1b8000000000000000") { try $0.integer() } }
        #expect(throws: CodingFailure.outOfRange(offset: 0)) { try read("3b8000000000000000") { try $0.integer() } }
    }

    /// Heads that are longer than need be, reserved or indefinite; floats; keys out of order or twice.
    private static let otherForms = [
        "1800", "1817", "190000", "1900ff", "1a0000ffff", "1b00000000ffffffff", "3800", "380f", "5801ff", "580161",
        "780161", "98010a", "b8010102", "1c", "1d", "1e", "1f", "3f", "5f", "5f4100ff", "7f6161ff", "9fff", "9f01ff",
        "bf0102ff", "df", "f90000", "fa00000000", "fb0000000000000000", "f800", "f814", "f818", "f81f", "fc", "ff",
        "a203010102", "a201010102", "a26162016161f5", "a2616101616101", "a21818010102", "a2f501616101", "82011800",
        "a1011801", "c01800",
    ]

    @Test(arguments: otherForms)
    func `a value in another than its shortest form is refused`(hex: String) {
        #expect(throws: CodingFailure.self) { try read(hex) { try $0.skip() } }
    }

    @Test func `a value of another kind is refused and the reader stays`() {
        let bytes: [UInt8] = [0x61, 0x61]
        bytes.withUnsafeBytes { buffer in
            var reader = CBORReader(buffer)
            #expect(throws: CodingFailure.self) { try reader.unsigned() }
            #expect(throws: CodingFailure.self) { try reader.boolean() }
            #expect(throws: CodingFailure.self) { try reader.byteString() }
            #expect(throws: CodingFailure.self) { try reader.mapHead() }
            #expect(throws: CodingFailure.self) { try reader.integer() }
            #expect((try? reader.text()) == "a")
        }
    }

    @Test(arguments: ["61ff", "62c328", "63e28228", "63eda080", "64f8a1a1a1", "62c0af"])
    func `text that is not UTF-8 is refused`(hex: String) {
        #expect(throws: CodingFailure.invalidText(offset: 0)) { try read(hex) { try $0.text() } }
        #expect(throws: CodingFailure.invalidText(offset: 0)) { try read(hex) { try $0.skip() } }
    }

    @Test(arguments: [
        "5bffffffffffffffff", "7b7fffffffffffffff", "9bffffffffffffffff", "bb7fffffffffffffff", "9a00010000",
    ])
    func `a length past the end is refused before anything is reserved`(hex: String) {
        #expect(throws: CodingFailure.self) { try read(hex) { try $0.skip() } }
        #expect(throws: CodingFailure.self) { try read(hex) { try [UInt64](from: &$0) } }
    }

    @Test(arguments: [0x81, 0xc1, 0xa1] as [UInt8])
    func `nesting without end is refused`(head: UInt8) {
        let bomb = [UInt8](repeating: head, count: 1_000_000)
        bomb.withUnsafeBytes { buffer in
            var reader = CBORReader(buffer)
            #expect(throws: CodingFailure.self) { try reader.skip() }
        }
    }

    @Test func `a map keeps the shortest head whatever its size`() throws {
        for count in [0, 1, 23, 24, 25, 255, 256, 257, 65_535, 65_536, 70_000] {
            let bytes = CBORWriter.bytes { writer in
                writer.text("before")
                let start = writer.beginMap()
                for key in 0..<count {
                    writer.unsigned(UInt64(key))
                    writer.boolean(true)
                }
                writer.endMap(start, count: count)
                writer.text("after")
            }
            try bytes.withUnsafeBytes { buffer in
                var reader = CBORReader(buffer)
                #expect(try reader.text() == "before")
                try reader.skip()
                #expect(try reader.text() == "after")
            }
        }
    }
}
