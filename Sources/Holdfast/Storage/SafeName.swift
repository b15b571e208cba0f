/// A file name that is one harmless component on every system: at most 200 bytes of UTF-8, so that with the two numbers
/// and dashes before it (at most 42 bytes) it stays under 255.
package struct SafeName: Sendable, Hashable {
    package let text: String

    package static let byteCountMax = 200
    package static let fallback = SafeName(unchecked: "content")

    /// The best name from what is known: the suggested one, else the last component of the address, else "content".
    package init(suggested: String?, url: String?) {
        let fromAddress = url.flatMap(Self.lastComponent(ofURL:)).flatMap(Self.reduced)
        self = suggested.flatMap(Self.reduced) ?? fromAddress ?? Self.fallback
    }

    /// Takes a name that is safe as it stands.
    package init?(exactly text: String) {
        guard let reduced = Self.reduced(text), reduced.text.utf8.elementsEqual(text.utf8) else { return nil }
        self = reduced
    }

    private init(unchecked text: String) { self.text = text }

    /// The last component with everything harmful replaced; `nil` where nothing is left.
    private static func reduced(_ text: String) -> SafeName? {
        // Both separators count, whatever system made the name: "C:\x" and "../x" end as "x".
        // Scalars, not characters: a separator with a combining mark behind it is still one to the file system.
        let component = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
        var scalars = String.UnicodeScalarView()
        for scalar in component { scalars.append(isHarmful(scalar) ? "_" : scalar) }
        let name = shortened(trimmed(String(scalars)))
        return name.isEmpty ? nil : SafeName(unchecked: name)
    }

    /// Windows drops dots and spaces at the end, so two names would become one; "." and ".." vanish here too.
    private static func trimmed(_ text: some StringProtocol) -> String {
        var scalars = Substring(text).unicodeScalars
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        while let first = scalars.first, first == " " { scalars.removeFirst() }
        return String(scalars)
    }

    /// Cut in the middle of the name, so that the extension survives.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > byteCountMax else { return name }
        var ending = ""
        if let dot = name.unicodeScalars.lastIndex(of: "."), name[dot...].utf8.count <= 20 {
            ending = String(name[dot...])
        }
        var stem = String.UnicodeScalarView()
        var room = byteCountMax - ending.utf8.count
        for scalar in name.unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 { break }
            stem.append(scalar)
        }
        return trimmed(String(stem)) + ending
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1f, 0x7f...0x9f: true  // control characters
        case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff: true  // invisible, or turning the text around
        case 0x22, 0x2a, 0x3a, 0x3c, 0x3e, 0x3f, 0x7c: true  // " * : < > ? | which Windows refuses
        default: false
        }
    }

    /// Of the path, decoded: an encoded separator counts as a separator. No host, query or fragment.
    private static func lastComponent(ofURL url: String) -> String? {
        let bytes = url.utf8
        guard let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let afterScheme = bytes[schemeEnd...].dropFirst().drop { $0 == UInt8(ascii: "/") }
        guard let pathStart = afterScheme.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return decoded(afterScheme[pathStart...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
