/// Small plots of block characters, in eighths; in ASCII of plain marks. The number stands beside each.
enum Plot {
    /// A bar whose length is the value's share of the largest one. What is more than nothing is never drawn as nothing.
    static func bar(_ value: Int64, of largest: Int64, width: Int, in style: Style) -> String {
        guard value > 0, largest > 0, width > 0 else { return "" }
        let eighths = max(1, eighths(value, of: largest, steps: width * 8))
        guard !style.isASCII else { return String(repeating: "#", count: max(1, eighths / 8)) }
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(Self.lengths[rest - 1]) : "")
    }

    /// One column a value: nothing is the lowest mark, the largest value the highest.
    static func sparkline(_ values: [Int64], in style: Style) -> String {
        let largest = values.max() ?? 0
        let marks = style.isASCII ? Self.plainHeights : Self.heights
        return String(
            values.map { value in
                guard value > 0, largest > 0 else { return marks[0] }
                return marks[max(1, eighths(value, of: largest, steps: marks.count - 1))]
            })
    }

    /// As many of the values as there are columns: each stands for the largest of its share.
    static func merged(_ values: [Int64], to columns: Int) -> [Int64] {
        guard columns > 0, values.count > columns else { return values }
        return (0..<columns).map { column in
            let share = values[column * values.count / columns..<(column + 1) * values.count / columns]
            return share.max() ?? 0
        }
    }

    /// 0...steps, rounded.
    private static func eighths(_ value: Int64, of largest: Int64, steps: Int) -> Int {
        // As a share of the largest it is at most 1, so no number of bytes is too large.
        Int((Double(min(value, largest)) / Double(largest) * Double(steps)).rounded())
    }

    private static let lengths = Array("▏▎▍▌▋▊▉")
    private static let heights = Array("▁▂▃▄▅▆▇█")
    private static let plainHeights = Array("_.:-=+*#")
}
