import HoldfastModel

/// Figures that belong together: one line of `--json`, and one of `--csv` for each of them. Both are made from this, so they agree.
struct FigureLine {
    var kind: String
    /// What tells lines of one kind apart: a host, a day, the number of a slice.
    var key: String?
    private(set) var figures: [(name: String, value: Value)] = []

    enum Value: Equatable {
        case count(Int64?)
        case text(String?)
        /// Microseconds since 1970 UTC.
        case time(Int64?)
    }

    init(_ kind: String, key: String? = nil) {
        self.kind = kind
        self.key = key
    }

    mutating func add(_ name: String, _ count: Int64?) { figures.append((name, .count(count))) }
    mutating func add(_ name: String, text: String?) { figures.append((name, .text(text))) }
    mutating func add(_ name: String, time: Int64?) { figures.append((name, .time(time))) }
    /// A length of time in microseconds, told in whole milliseconds.
    mutating func add(_ name: String, length: Int64?) { add(name, length.map { $0 / 1000 }) }

    var json: JSONLine {
        var line = JSONLine()
        line.add("kind", kind)
        line.add("key", key)
        for (name, value) in figures {
            switch value {
            case .count(let count): line.add(name, count)
            case .text(let text): line.add(name, text)
            case .time(let time): line.add(name, time: time)
            }
        }
        return line
    }

    static let csvTitles = CSVLine.titles(["kind", "key", "figure", "value"])

    var csv: [String] {
        figures.map { name, value in
            var line = CSVLine()
            line.add(plain: kind)
            line.add(text: key)
            line.add(plain: name)
            switch value {
            case .count(let count): line.add(count)
            case .text(let text): line.add(text: text)
            case .time(let time): line.add(plain: time.map { TimeText.string($0) })
            }
            return line.text
        }
    }
}
