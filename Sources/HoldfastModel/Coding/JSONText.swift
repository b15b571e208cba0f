/// Writes JSON (RFC 8259) without spaces. The caller's calls decide the structure; commas come by themselves.
package struct JSONText: Sendable {
    package private(set) var utf8: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// What has been written so far.
    package var string: String { String(decoding: utf8, as: UTF8.self) }

    package mutating func beginObject() { open("{") }
    package mutating func endObject() { close("}") }
    package mutating func beginArray() { open("[") }
    package mutating func endArray() { close("]") }

    /// The name of the member whose value comes next.
    package mutating func key(_ name: String) {
        string(name)
        append(":")
        needsComma = false
    }

    package mutating func unsigned(_ value: UInt64) { word("\(value)") }
    package mutating func integer(_ value: Int64) { word("\(value)") }
    package mutating func boolean(_ value: Bool) { word(value ? "true" : "false") }
    package mutating func null() { word("null") }

    /// Escapes what JSON asks for, and besides it DEL and the C1 controls, which a terminal would obey.
    package mutating func string(_ value: String) {
        comma()
        append("\"")
        for scalar in value.unicodeScalars { append(escaping: scalar) }
        append("\"")
        needsComma = true
    }

    private mutating func append(escaping scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case "\u{8}": append("\\b")
        case "\u{c}": append("\\f")
        case "\0"..<" ", "\u{7f}"..."\u{9f}":
            append("\\u00")
            append(TextForm.hex([UInt8(truncatingIfNeeded: scalar.value)]))
        default: utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private mutating func open(_ bracket: String) {
        comma()
        append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: String) {
        append(bracket)
        needsComma = true
    }

    private mutating func word(_ word: String) {
        comma()
        append(word)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { append(",") }
    }

    private mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }
}
