/// A line of the timeline: one mark a column, each with its role.
struct Strip {
    private var marks: [Character]
    private var roles: [Style.Role]

    init(columns: Int) {
        marks = [Character](repeating: " ", count: columns)
        roles = [Style.Role](repeating: .plain, count: columns)
    }

    mutating func set(_ column: Int, _ mark: Character, _ role: Style.Role) {
        guard marks.indices.contains(column) else { return }
        marks[column] = mark
        roles[column] = role
    }

    mutating func write(_ text: String, at column: Int, _ role: Style.Role) {
        for (offset, mark) in text.enumerated() { set(column + offset, mark, role) }
    }

    /// Painted in runs, without blanks at its end.
    func text(in style: Style) -> String {
        let end = (marks.lastIndex { $0 != " " } ?? -1) + 1
        var text = ""
        var start = 0
        while start < end {
            var next = start + 1
            while next < end, roles[next] == roles[start] { next += 1 }
            text += style.paint(String(marks[start..<next]), roles[start])
            start = next
        }
        return text
    }
}

extension TimeAxis {
    /// How long each of several things lasted in each column, in microseconds.
    func shares<Thing: Hashable>(_ spans: [(from: Int64, until: Int64, thing: Thing)]) -> [[Thing: Int64]] {
        var shares = [[Thing: Int64]](repeating: [:], count: columns)
        for span in spans {
            let (low, high) = (max(span.from, from), min(span.until, until))
            guard low < high, let first = column(of: low), let last = column(of: high) else { continue }
            for column in first...last {
                let length = min(high, start(of: column + 1)) - max(low, start(of: column))
                if length > 0 { shares[column][span.thing, default: 0] += length }
            }
        }
        return shares
    }
}
