/// How comparisons are printed: a line each for machines, one table for people.
enum Report {
    enum Form { case table, markdown, json }

    static func line(_ comparison: Comparison) -> String {
        var parts = [
            "\"subject\": \"\(comparison.subject)\"", "\"unit\": \"\(comparison.unit)\"",
            "\"ours\": \(Figure.exact(comparison.ours))",
        ]
        parts.append("\"peer\": \(comparison.peer.map { Figure.exact($0) } ?? "null")")
        parts.append("\"peerName\": \(comparison.peerName.map { "\"\($0)\"" } ?? "null")")
        parts.append("\"ratio\": \(comparison.ratio.map { Figure.exact($0) } ?? "null")")
        parts.append("\"goal\": \(comparison.goal.map { "\"\($0.text)\"" } ?? "null")")
        parts.append("\"met\": \(comparison.isMet.map { "\($0)" } ?? "null")")
        parts.append("\"oursMin\": \(Figure.exact(comparison.range.lowerBound))")
        parts.append("\"oursMax\": \(Figure.exact(comparison.range.upperBound))")
        return "{\(parts.joined(separator: ", "))}"
    }

    private static let heads = ["subject", "unit", "ours", "peer", "", "ratio", "goal", ""]

    private static func cells(_ comparison: Comparison) -> [String] {
        [
            comparison.subject, comparison.unit, Figure.text(comparison.ours), comparison.peerName ?? "",
            comparison.peer.map { Figure.text($0) } ?? "", comparison.ratio.map { Figure.text($0) } ?? "",
            comparison.goal?.text ?? "", comparison.isMet.map { $0 ? "met" : "MISSED" } ?? "",
        ]
    }

    static func table(_ comparisons: [Comparison]) -> String {
        let rows = [heads] + comparisons.map { cells($0) }
        let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                let room = String(repeating: " ", count: widths[column] - row[column].count)
                return isNumber(column) ? room + row[column] : row[column] + room
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    static func markdown(_ comparisons: [Comparison]) -> String {
        let heads = ["subject", "unit", "ours", "peer", "peer's", "ratio", "goal", "met"]
        let rule = heads.indices.map { isNumber($0) ? "---:" : "---" }
        let rows = comparisons.map { cells($0) }
        return ([heads, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func isNumber(_ column: Int) -> Bool { [2, 4, 5].contains(column) }
}
