import HoldfastModel

/// Reads an expression and checks every name in it, before anything else is read.
struct ExpressionParser {
    private var scanner: ExpressionScanner
    private var current: ExpressionScanner.Placed
    private var depth = 0
    private let literals: LiteralReading

    static let depthMax = 64

    /// - Parameters:
    ///   - now: microseconds since 1970 UTC, for times such as `yesterday`.
    ///   - zone: of the times that are written without an offset.
    static func parse(_ text: String, now: Int64, zone: TimeZoneRules) throws(ExpressionError) -> Expression {
        var parser = try ExpressionParser(text, LiteralReading(now: now, zone: zone))
        guard parser.current.token != .end else {
            throw parser.scanner.error(1, "the expression is empty.", "Write 'item(guide).installed', for one.")
        }
        let expression = try parser.disjunction()
        guard parser.current.token == .end else {
            throw parser.error("the expression has ended here.", "Join two conditions with && or ||.")
        }
        return expression
    }

    private init(_ text: String, _ literals: LiteralReading) throws(ExpressionError) {
        scanner = try ExpressionScanner(text)
        current = try scanner.next()
        self.literals = literals
    }

    private func error(_ message: String, _ suggestion: String? = nil) -> ExpressionError {
        scanner.error(current.column, message, suggestion)
    }

    private mutating func advance() throws(ExpressionError) { current = try scanner.next() }

    private mutating func disjunction() throws(ExpressionError) -> Expression {
        var parts = [try conjunction()]
        while current.token == .or {
            try advance()
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(ExpressionError) -> Expression {
        var parts = [try condition()]
        while current.token == .and {
            try advance()
            parts.append(try condition())
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func condition() throws(ExpressionError) -> Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthMax else {
            throw error("it is nested deeper than \(Self.depthMax).", "Say it with fewer parentheses.")
        }
        switch current.token {
        case .not:
            try advance()
            return .not(try condition())
        case .open:
            try advance()
            let inner = try disjunction()
            guard current.token == .close else { throw error("a parenthesis is not closed.", "Add ')'.") }
            try advance()
            return inner
        default: return try comparison()
        }
    }

    private mutating func comparison() throws(ExpressionError) -> Expression {
        let left = try side(isRight: false)
        guard case .comparison(let comparison) = current.token else {
            guard let path = left.path else { throw unknown(left) }
            return .holds(path)
        }
        let place = current.column
        try advance()
        let right = try side(isRight: true)
        guard let path = left.path else {
            guard let path = right.path else { throw unknown(left) }
            return try compare(path, comparison.turned, with: left, place)
        }
        return try compare(path, comparison, with: right, place)
    }

    private func compare(
        _ path: StatePath, _ comparison: Comparison, with side: ExpressionSide, _ place: Int
    ) throws(ExpressionError) -> Expression {
        let form = path.form.compared
        guard !comparison.isOrder || form.isOrdered else {
            throw scanner.error(
                place, "'\(comparison.rawValue)' compares numbers and times, and this is \(form.words).",
                "Use == or !=.")
        }
        if let other = side.path {
            guard form.isComparable(to: other.form.compared) else {
                throw scanner.error(
                    side.column, "\(other.form.compared.words) does not compare with \(form.words).")
            }
            return .compare(path, comparison, .path(other))
        }
        do {
            return .compare(path, comparison, try literals.operand(side, for: form, isOrder: comparison.isOrder))
        } catch {
            throw scanner.error(side.column, error.message, error.suggestion)
        }
    }

    private func unknown(_ side: ExpressionSide) -> ExpressionError {
        let names = ExpressionName.allCases.map(\.rawValue)
        return scanner.error(
            side.column, "'\(side.text)' is no value of the state.",
            Similarity.question(side.text, among: names) ?? "There are \(names.joined(separator: ", ")).")
    }
}

/// What stands on one side of a comparison.
struct ExpressionSide {
    /// As it was written, without quotes.
    var text: String
    var isQuoted = false
    /// `nil` for what is no value of the state.
    var path: StatePath?
    var column: Int
}

extension ExpressionParser {
    /// - Parameter isRight: behind the sign, where a name may be a word to compare with.
    fileprivate mutating func side(isRight: Bool) throws(ExpressionError) -> ExpressionSide {
        let column = current.column
        switch current.token {
        case .text(let text):
            try advance()
            return ExpressionSide(text: text, isQuoted: true, column: column)
        case .figure(let text):
            try advance()
            return ExpressionSide(text: text, column: column)
        case .name(let name): return try named(name, column, isRight)
        default: throw error("a value is missing here.", "Write one such as 'queue.count' or 'item(guide).installed'.")
        }
    }

    private mutating func named(_ name: String, _ column: Int, _ isRight: Bool) throws(ExpressionError)
        -> ExpressionSide
    {
        let known = ExpressionName(rawValue: name)
        if let known, known.takesKey {
            // The key is taken as it is, so it must not be read as tokens.
            var ahead = scanner
            if try ahead.next().token == .open {
                scanner = ahead
                let root = try root(known)
                try advance()
                return ExpressionSide(text: name, path: try fields(of: root), column: column)
            }
            guard isRight else {
                throw scanner.error(column, "'\(name)' needs a name behind it.", "Write \(name)(guide).")
            }
        }
        try advance()
        if let known, !known.takesKey, !isRight || current.token == .point || known.path.form.members.isEmpty {
            return ExpressionSide(text: name, path: try fields(of: known.path), column: column)
        }
        var text = name
        while current.token == .point {
            try advance()
            guard case .name(let part) = current.token else { break }
            text += "." + part
            try advance()
        }
        let side = ExpressionSide(text: text, column: column)
        if current.token == .open { throw unknown(side) }
        return side
    }

    private mutating func root(_ name: ExpressionName) throws(ExpressionError) -> StatePath {
        let column = scanner.column
        let key = try scanner.key(of: name.rawValue)
        switch name {
        case .item: return StatePath(root: .item(key), form: .itemRow)
        case .group: return StatePath(root: .group(key), form: .itemGroup)
        case .feature: return StatePath(root: .feature(key), form: .feature)
        default: break
        }
        // As the rows name them: `network.allowMetered of guide`.
        let parts = key.split(separator: " ", maxSplits: 2)
        let owner = parts.count == 3 && parts[1] == "of" ? String(parts[2]) : nil
        let setting = owner == nil ? key : String(parts[0])
        guard let known = SettingKey.named(setting) else {
            throw scanner.error(
                column, "there is no setting '\(setting)'.",
                Similarity.question(setting, among: SettingKey.all.map(\.name)) ?? "'holdfast set' lists them.")
        }
        return StatePath(root: .setting(setting, of: owner), form: .setting(known))
    }

    private mutating func fields(of path: StatePath) throws(ExpressionError) -> StatePath {
        var path = path
        while current.token == .point {
            try advance()
            guard case .name(let name) = current.token else { throw error("the name of a field is missing here.") }
            let names = path.form.members.map(\.name)
            guard let member = path.form.members.first(where: { $0.name == name }) else {
                throw error(
                    names.isEmpty ? "it has no fields: it is \(path.form.words)." : "there is no field '\(name)' here.",
                    Similarity.question(name, among: names) ?? (names.isEmpty ? nil : Self.list(names)))
            }
            path.fields.append(name)
            path.form = member.form
            try advance()
        }
        return path
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(12).joined(separator: ", ")
        return "There are \(shown)" + (names.count > 12 ? " and more; 'holdfast help expressions' tells." : ".")
    }
}
