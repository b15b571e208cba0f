/// Sizes in bytes as text.
enum ByteText {
    private static let units: [(names: [String], bytes: Int64)] = [
        (["", "b"], 1),
        (["k", "kb"], 1000), (["m", "mb"], 1_000_000), (["g", "gb"], 1_000_000_000), (["t", "tb"], 1_000_000_000_000),
        (["ki", "kib"], 1 << 10), (["mi", "mib"], 1 << 20), (["gi", "gib"], 1 << 30), (["ti", "tib"], 1 << 40),
    ]

    /// `500000`, `10MB`, `1.5 GB`, `64KiB`: kB, MB, GB and TB are powers of 1000, KiB and so on of 1024.
    static func parse(_ text: String) throws(ValueError) -> Int64 {
        let wrong = ValueError(
            reason: text.isEmpty ? .empty : .notUnderstood, message: "'\(text)' is not a size.",
            suggestion: "Write bytes, or a number with kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 10MB.")
        let number = text.prefix { ($0.isASCII && $0.isNumber) || $0 == "." }
        let name = text[number.endIndex...].drop { $0 == " " }.lowercased()
        guard let unit = units.first(where: { $0.names.contains(name) })?.bytes else { throw wrong }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let first = parts.first, !first.isEmpty else { throw wrong }
        let tooLarge = ValueError(
            reason: .outOfRange, message: "'\(text)' is too large.", suggestion: "The largest size is 9.2 EB.")
        guard let whole = Int64(first) else { throw tooLarge }
        var part: Int64 = 0
        if parts.count == 2 {
            guard unit > 1, let millionths = CivilText.fraction(parts[1]) else { throw wrong }
            // At most 10^6 times 2^40: fits.
            part = millionths * unit / 1_000_000
        }
        let (product, overflows) = whole.multipliedReportingOverflow(by: unit)
        let (sum, carries) = product.addingReportingOverflow(part)
        guard !overflows, !carries else { throw tooLarge }
        return sum
    }

    /// `312 B`, `48 MB`, `1.5 GB`: three figures at most, powers of 1000.
    ///
    /// - Parameter roundsDown: for what is free or allowed, of which there must not seem to be more.
    static func format(_ bytes: Int64, roundsDown: Bool = false) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes)
        var name = "B"
        for next in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= (roundsDown ? 1000 : 999.5) {
            value /= 1000
            name = next
        }
        let rule: FloatingPointRoundingRule = roundsDown ? .down : .toNearestOrAwayFromZero
        let tenths = (value * 10).rounded(rule)
        if tenths < 100, Int64(tenths) % 10 != 0 { return "\(Int64(tenths) / 10).\(Int64(tenths) % 10) \(name)" }
        return "\(Int64(value.rounded(rule))) \(name)"
    }
}
