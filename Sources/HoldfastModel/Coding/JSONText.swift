/// Writes JSON (RFC 8259) without spaces. The caller's calls decide the structure; commas come by themselves.
package struct JSONText: Sendable {
    package private(set) var utf8: [UInt8] = []
    private var needsComma = false
    /// Words by their numbers, for each type of code.
    private var words: [ObjectIdentifier: [String]] = [:]

    package init() {}

    /// Begins anew, in the memory that there is.
    package mutating func removeAll() {
        utf8.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// What has been written so far.
    package var string: String { String(decoding: utf8, as: UTF8.self) }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    /// An object on a line of its own, after others.
    package mutating func beginLine() {
        needsComma = false
        beginObject()
    }

    package mutating func endLine() {
        endObject()
        utf8.append(UInt8(ascii: "\n"))
    }

    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The name of the member whose value comes next.
    package mutating func key(_ name: String) {
        string(name)
        utf8.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The same for a name that the program knows, which is plain ASCII.
    package mutating func key(known name: StaticString) {
        comma()
        utf8.append(UInt8(ascii: "\""))
        utf8.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        utf8.append(UInt8(ascii: "\""))
        utf8.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func unsigned(_ value: UInt64) {
        comma()
        digits(value, width: 1)
        needsComma = true
    }

    package mutating func integer(_ value: Int64) {
        comma()
        if value < 0 { utf8.append(UInt8(ascii: "-")) }
        digits(value.magnitude, width: 1)
        needsComma = true
    }

    package mutating func boolean(_ value: Bool) { word(value ? "true" : "false") }
    package mutating func null() { word("null") }

    /// Microseconds since 1970 UTC, as RFC 3339 in UTC.
    package mutating func time(_ microseconds: Int64) {
        comma()
        utf8.append(UInt8(ascii: "\""))
        TimeText.append(microseconds, to: &utf8)
        utf8.append(UInt8(ascii: "\""))
        needsComma = true
    }

    mutating func digest(_ digest: Digest) {
        comma()
        utf8.append(UInt8(ascii: "\""))
        digest.appendText(to: &utf8)
        utf8.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// The word for a number. Words are remembered: asking for the name of an enum's case is slow.
    mutating func code<Code>(_ code: Open<Code>) {
        guard let known = code.known else { return string(code.description) }
        let type = ObjectIdentifier(Code.self)
        let number = Int(known.rawValue)
        if let words = words[type], number < words.count, !words[number].isEmpty { return string(words[number]) }
        var named = words[type] ?? []
        while named.count <= number { named.append("") }
        named[number] = code.description
        words[type] = named
        string(named[number])
    }

    /// Escapes what JSON asks for, and besides it DEL and the C1 controls, which a terminal would obey.
    package mutating func string(_ value: String) {
        comma()
        utf8.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { append(escaping: $0) }
        utf8.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Stretches of what needs no escape are copied at once.
    private mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            // In UTF-8, 0xc2 begins U+0080...U+00BF; those below U+00A0 are the C1 controls.
            let isControl = byte == 0xc2 && place + 1 < bytes.count && bytes[place + 1] < 0xa0
            guard byte < 0x20 || byte == 0x22 || byte == 0x5c || byte == 0x7f || isControl else {
                place += 1
                continue
            }
            utf8.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<place]))
            append(escaped: isControl ? bytes[place + 1] : byte)
            place += isControl ? 2 : 1
            start = place
        }
        utf8.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    /// - Parameter character: below U+0100.
    private mutating func append(escaped character: UInt8) {
        switch Unicode.Scalar(character) {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case "\u{8}": append("\\b")
        case "\u{c}": append("\\f")
        default:
            append("\\u00")
            append(TextForm.hex([character]))
        }
    }

    private mutating func digits(_ value: UInt64, width: Int) {
        TextForm.appendDigits(of: value, width: width, to: &utf8)
    }

    private mutating func open(_ bracket: UInt8) {
        comma()
        utf8.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        utf8.append(bracket)
        needsComma = true
    }

    private mutating func word(_ word: String) {
        comma()
        append(word)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { utf8.append(UInt8(ascii: ",")) }
    }

    private mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }
}
