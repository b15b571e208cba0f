import Glibc

/// Numbers as people read them: three significant digits, thousands apart.
enum Figure {
    static func text(_ value: Double) -> String {
        if value == 0 { return "0" }
        let magnitude = Int(log10(abs(value)).rounded(.down))
        let decimals = max(0, 2 - magnitude)
        let scale = pow(10, Double(2 - magnitude))
        let rounded = (value * scale).rounded() / scale
        let digits = format(rounded, decimals: decimals)
        guard decimals == 0 else { return trimmed(digits) }
        return grouped(digits)
    }

    /// For machines.
    static func exact(_ value: Double) -> String { trimmed(format(value, decimals: 6)) }

    private static func format(_ value: Double, decimals: Int) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = withVaList([Int32(decimals), value]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
        return String(decoding: buffer.prefix(Int(max(0, min(count, 63)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func trimmed(_ digits: String) -> String {
        guard digits.contains(".") else { return digits }
        var kept = Substring(digits)
        while kept.hasSuffix("0") { kept.removeLast() }
        if kept.hasSuffix(".") { kept.removeLast() }
        return String(kept)
    }

    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            let left = digits.count - index
            if index > 0 && left % 3 == 0 && text != "-" { text += "," }
            text.append(digit)
        }
        return text
    }
}
