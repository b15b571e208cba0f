/// One transfer's progress as a line.
struct ProgressBar: Sendable, Equatable {
    var name: String
    var receivedBytes: Int64
    /// `nil` while unknown: then bytes are shown, never a percentage.
    var totalBytes: Int64?
    /// `nil` until it is known.
    var bytesPerSecond: Int64?
    var unit = Unit.bytes

    enum Unit: Sendable, Equatable {
        case bytes, count
    }

    /// Seconds left, rounded up; `nil` where total or rate is not known.
    var secondsLeft: Int64? {
        guard let totalBytes, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        let left = max(0, totalBytes.subtractingClamped(receivedBytes))
        return left / bytesPerSecond + (left % bytesPerSecond == 0 ? 0 : 1)
    }

    /// 0...100, never 100 before all is there.
    var percent: Int64? {
        guard let totalBytes, totalBytes > 0 else { return nil }
        let share = Double(max(0, receivedBytes)) / Double(totalBytes) * 100
        return receivedBytes >= totalBytes ? 100 : min(99, Int64(share))
    }

    /// - Parameter width: columns; the line is never wider.
    func line(width: Int, style: Style) -> String {
        let nameWidth = min(28, max(8, width / 3))
        let title = DisplayWidth.pad(
            DisplayWidth.cut(style.text(name), to: nameWidth, mark: style.ellipsis), to: nameWidth)
        var figures = amount(receivedBytes)
        if let totalBytes { figures += " of " + amount(totalBytes) }
        if let bytesPerSecond { figures += "  " + ByteText.format(bytesPerSecond) + "/s" }
        if let secondsLeft { figures += "  " + DurationText.brief(seconds: secondsLeft) }
        let room = width - nameWidth - DisplayWidth.of(figures) - 10
        guard let percent, room >= 6 else {
            return DisplayWidth.cut(title + "  " + figures, to: width, mark: style.ellipsis)
        }
        let barWidth = min(room, 30)
        let filled = Int(Int64(barWidth) * percent / 100)
        let (full, empty) = style.isASCII ? ("#", "-") : ("━", "─")
        let bar =
            style.paint(String(repeating: full, count: filled), .active)
            + style.paint(String(repeating: empty, count: barWidth - filled), .dim)
        let share = DisplayWidth.pad("\(percent)%", to: 4, alignsRight: true)
        return "\(title)  \(bar) \(share)  \(figures)"
    }

    private func amount(_ value: Int64) -> String { unit == .bytes ? ByteText.format(value) : "\(value)" }
}

/// A transfer's rate, smoothed over about the last five seconds.
struct RateMeter: Sendable {
    private var last: (bytes: Int64, at: Int64)?
    private(set) var bytesPerSecond: Int64?

    /// - Parameter monotonic: microseconds on a clock that never jumps.
    mutating func observe(bytes: Int64, monotonic: Int64) {
        guard let last else {
            self.last = (bytes, monotonic)
            return
        }
        let elapsed = Double(monotonic.subtractingClamped(last.at)) / 1_000_000
        // Nearer readings say more about the clock than about the network.
        guard elapsed >= 0.1 else { return }
        let now = Double(max(0, bytes.subtractingClamped(last.bytes))) / elapsed
        let weight = min(1, elapsed / 5)
        let mixed = bytesPerSecond.map { Double($0) * (1 - weight) + now * weight } ?? now
        bytesPerSecond = Int64(exactly: mixed.rounded()) ?? bytesPerSecond
        self.last = (bytes, monotonic)
    }
}

extension Int64 {
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (value, overflows) = subtractingReportingOverflow(other)
        guard overflows else { return value }
        return self < 0 ? .min : .max
    }
}
