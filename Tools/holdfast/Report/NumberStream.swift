import HoldfastModel

/// Whole numbers one after another, small ones in one byte: what the report's page reads with `Numbers` in `data.js`.
struct NumberStream {
    private(set) var bytes: [UInt8] = []

    /// Numbers up to this, with either sign, are exact in a page.
    static let exactMax: Int64 = 1 << 52

    /// Seven bits a byte, the lowest first; the eighth says that more follow.
    mutating func add(_ value: Int) { add(UInt64(max(0, value))) }

    private mutating func add(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// A number of either sign. A time that no honest clock shows is cut to what a page can count.
    mutating func add(signed value: Int64) {
        add(tagged: min(max(value, -Self.exactMax), Self.exactMax), isToken: false)
    }

    /// A value of a field: a number, or the place of a text.
    mutating func add(_ value: FlatValue) {
        switch value {
        case .number(let number): add(tagged: number, isToken: false)
        case .token(let place): add(tagged: Int64(place) + 1, isToken: true)
        }
    }

    /// The field is not there any more.
    mutating func addAbsent() { add(tagged: 0, isToken: true) }

    /// The first byte holds whether it is a token, the sign and five bits; so no number is doubled, and none leaves what is exact.
    private mutating func add(tagged value: Int64, isToken: Bool) {
        let rest = value.magnitude >> 5
        let tag: UInt8 = (isToken ? 1 : 0) | (value < 0 ? 2 : 0)
        bytes.append(tag | UInt8(truncatingIfNeeded: value.magnitude & 31) << 2 | (rest > 0 ? 0x80 : 0))
        if rest > 0 { add(rest) }
    }
}
