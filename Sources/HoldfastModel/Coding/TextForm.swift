/// Bytes written in letters and digits.
package enum TextForm {
    /// Two lower-case digits a byte.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(hexDigit(byte >> 4))
            text.append(hexDigit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The lower-case digit of a number below 16.
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    /// Decimal digits, with zeros before them up to `width`.
    static func appendDigits(of value: UInt64, width: Int, to text: inout [UInt8]) {
        // What most numbers in times and counts are.
        if value < 10, width <= 1 { return text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        if value < 100, width == 2 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
            return text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
        }
        var rest = value
        // Twenty digits are enough for any value; the last stands at the end.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = digits.count
            while rest > 0 || digits.count - first < width {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            text.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// `nil` for anything but an even number of hexadecimal digits, of either case.
    package static func bytes(hex: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in hex.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// RFC 4648 §4, with padding.
    package static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for index in 0..<3 { bits = bits << 8 | (index < group.count ? UInt32(group[start + index]) : 0) }
            for index in 0..<4 {
                let letter = alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]
                text.append(index <= group.count ? letter : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
