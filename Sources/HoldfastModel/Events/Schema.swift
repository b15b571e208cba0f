/// What the program knows about the bytes it writes, stored in the log so that a CBOR library is enough to read it.
///
/// Format.md explains the form.
package struct Schema: Sendable {
    package static let current = Schema()

    /// Raised with every change of what follows, so that an older program never puts its schema in place of a newer one.
    package static let revision: UInt64 = 2
    private static let revisionKey = "revision"

    /// Whether this schema takes the place of the one that stands in a log.
    package static func replaces(_ stored: [UInt8]) -> Bool {
        stored.withUnsafeBytes { (try? revision(of: $0)) ?? 0 } < revision
    }

    /// What is wrong with the schema that stands in a log, if something is. One of another revision must only be readable.
    package static func complaint(about stored: [UInt8]) -> String? {
        guard let found = stored.withUnsafeBytes({ try? wholeRevision(of: $0) }) else {
            return "the stored schema cannot be read"
        }
        if found == 0 { return "the stored schema has the revision 0, and the first one is 1" }
        let own = current.encode()
        if stored == own { return nil }
        if found == revision { return "the stored schema is not the one of its revision, \(found)" }
        // Another revision may say what it likes, but not the same under another number.
        let isSame = stored.count == own.count && zip(stored, own).count { $0 != $1 } == 1
        return isSame ? "the stored schema has the wrong revision, \(found)" : nil
    }

    private static func wholeRevision(of bytes: UnsafeRawBufferPointer) throws(CodingFailure) -> UInt64 {
        var reader = CBORReader(bytes)
        try reader.skip()
        guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
        return try revision(of: bytes)
    }

    private static func revision(of bytes: UnsafeRawBufferPointer) throws(CodingFailure) -> UInt64 {
        var reader = CBORReader(bytes)
        for _ in 0..<(try reader.mapHead()) {
            if try reader.text() == revisionKey { return try reader.unsigned() }
            try reader.skip()
        }
        return 0
    }

    private let types = EventType.allCases
    private let privatePart = FieldLister.fields(of: PrivatePart.self)

    /// Deterministic CBOR with text for keys.
    package func encode() -> [UInt8] {
        var named = NamedShapes()
        named.collect(Record.fields)
        named.collect(privatePart)
        for type in types { named.collect(type.payloadFields) }
        for row in StateTable.rows { named.collect(row.fields) }
        return CBORWriter.bytes { writer in
            writer.textMap([
                (Self.revisionKey, { $0.unsigned(Self.revision) }),
                ("envelope", { $0.fields(Record.fields) }),
                ("events", events),
                ("private", { $0.fields(privatePart) }),
                ("rows", rows),
                ("groups", { $0.textMap(named.groups.map { name, fields in (name, { $0.fields(fields) }) }) }),
                ("codes", { $0.textMap(named.codes.map { name, words in (name, { $0.words(words) }) }) }),
            ])
        }
    }

    private func events(_ writer: inout CBORWriter) {
        writer.mapHead(count: types.count)
        for type in types {
            writer.unsigned(UInt64(type.rawValue))
            writer.textMap([
                ("name", { $0.text(type.name) }),
                ("version", { $0.unsigned(Event.schemaVersion) }),
                ("fields", { $0.fields(type.payloadFields) }),
            ])
        }
    }
}

extension Schema {
    private func rows(_ writer: inout CBORWriter) {
        writer.textMap(
            StateTable.rows.map { row in
                let write = { (writer: inout CBORWriter) in
                    writer.textMap([
                        ("table", { $0.text(row.table.storedName) }),
                        ("fields", { $0.fields(row.fields) }),
                    ])
                }
                return (row.name, write)
            })
    }
}

/// The groups and code tables that fields refer to by name.
private struct NamedShapes {
    var groups: [String: [FieldDescription]] = [:]
    var codes: [String: [String]] = [:]

    mutating func collect(_ fields: [FieldDescription]) {
        for field in fields { collect(field.shape) }
    }

    private mutating func collect(_ shape: FieldShape) {
        switch shape {
        case .unsigned, .integer, .boolean, .text, .bytes, .digest, .payload: break
        case .code(let name, let words): codes[name] = words
        case .group(let name, let fields):
            groups[name] = fields
            collect(fields)
        case .list(let element): collect(element)
        case .tuple(let shapes), .oneOf(let shapes):
            for shape in shapes { collect(shape) }
        }
    }
}

extension CBORWriter {
    /// A map with text for keys, in the order that RFC 8949 §4.2.1 asks for: for short text, by length and then by byte.
    fileprivate mutating func textMap(_ entries: [(String, (inout CBORWriter) -> Void)]) {
        let ordered = entries.sorted { left, right in
            let (left, right) = (left.0.utf8, right.0.utf8)
            return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
        }
        mapHead(count: ordered.count)
        for (key, write) in ordered {
            text(key)
            write(&self)
        }
    }

    /// Fields by key.
    fileprivate mutating func fields(_ fields: [FieldDescription]) {
        mapHead(count: fields.count)
        for field in fields {
            var entries: [(String, (inout CBORWriter) -> Void)] = [
                ("name", { $0.text(field.name) }), ("shape", { $0.shape(field.shape) }),
            ]
            if field.isOptional { entries.append(("optional", { $0.boolean(true) })) }
            if field.shape.isNumber, let unit = FieldUnit(fieldName: field.name) {
                entries.append(("unit", { $0.text(unit.rawValue) }))
            }
            unsigned(field.key)
            textMap(entries)
        }
    }

    /// Words by number.
    fileprivate mutating func words(_ words: [String]) {
        let numbered = words.enumerated().filter { !$0.element.isEmpty }
        mapHead(count: numbered.count)
        for (number, word) in numbered {
            unsigned(UInt64(number))
            text(word)
        }
    }

    /// A word, or a map of one entry that names what belongs to the word.
    private mutating func shape(_ shape: FieldShape) {
        switch shape {
        case .unsigned: text("uint")
        case .integer: text("int")
        case .boolean: text("bool")
        case .text: text("text")
        case .bytes: text("bytes")
        case .digest: text("digest")
        case .payload: text("payload")
        case .code(let name, _): textMap([("code", { $0.text(name) })])
        case .group(let name, _): textMap([("group", { $0.text(name) })])
        case .list(let element): textMap([("list", { $0.shape(element) })])
        case .tuple(let shapes): textMap([("tuple", { $0.shapes(shapes) })])
        case .oneOf(let shapes): textMap([("oneOf", { $0.shapes(shapes) })])
        }
    }

    private mutating func shapes(_ shapes: [FieldShape]) {
        arrayHead(count: shapes.count)
        for element in shapes { shape(element) }
    }
}

extension FieldShape {
    fileprivate var isNumber: Bool { self == .unsigned || self == .integer }
}
