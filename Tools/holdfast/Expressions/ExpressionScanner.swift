/// Takes an expression apart.
struct ExpressionScanner {
    enum Token: Equatable {
        case name(String)
        /// Digits and what belongs to them: a number, a size, a length of time or a date.
        case figure(String)
        /// Between quotes.
        case text(String)
        case comparison(Comparison)
        case and, or, not, point, open, close, end
    }

    struct Placed {
        var token: Token
        /// Counted from 1, in characters.
        var column: Int
    }

    let text: String
    private let characters: [Character]
    private var index = 0

    static let sizeInBytesMax = 4096

    init(_ text: String) throws(ExpressionError) {
        self.text = text
        characters = Array(text.utf8.count > Self.sizeInBytesMax ? "" : text)
        guard text.utf8.count <= Self.sizeInBytesMax else {
            throw ExpressionError(
                text: text, column: 1, message: "the expression is longer than \(Self.sizeInBytesMax) bytes.",
                suggestion: "Say it in fewer words.")
        }
    }

    func error(_ column: Int, _ message: String, _ suggestion: String? = nil) -> ExpressionError {
        ExpressionError(text: text, column: column, message: message, suggestion: suggestion)
    }

    /// Of what comes next, counted from 1.
    var column: Int { index + 1 }

    mutating func next() throws(ExpressionError) -> Placed {
        skipSpaces()
        let column = index + 1
        guard let first = current else { return Placed(token: .end, column: column) }
        if let sign = try sign(first, column) { return Placed(token: sign, column: column) }
        if first == "\"" || first == "'" { return Placed(token: .text(try quoted(first)), column: column) }
        if first.isLetter || first == "_" {
            return Placed(token: .name(take { $0.isLetter || $0.isNumber || "_-".contains($0) }), column: column)
        }
        if first.isNumber || "-+@#".contains(first) {
            index += 1
            let rest = take { $0.isLetter || $0.isNumber || "_-+.:".contains($0) }
            return Placed(token: .figure(String(first) + rest), column: column)
        }
        throw error(column, "'\(first)' has no meaning here.", "Names with other signs stand in quotes.")
    }

    /// What stands in the parentheses behind `item`: as it is, or in quotes.
    mutating func key(of owner: String) throws(ExpressionError) -> String {
        skipSpaces()
        let column = index + 1
        let text: String
        if let quote = current, quote == "\"" || quote == "'" {
            text = try quoted(quote)
            skipSpaces()
        } else {
            let taken = take { $0 != ")" && $0 != "(" && $0 != "\"" }
            text = String(taken.reversed().drop { $0 == " " }.reversed())
        }
        guard current == ")" else {
            throw error(index + 1, "the parenthesis behind '\(owner)' is not closed.", "Add ')'.")
        }
        index += 1
        guard !text.isEmpty else { throw error(column, "\(owner)() needs a name.", "Write \(owner)(guide).") }
        return text
    }

    private var current: Character? { index < characters.count ? characters[index] : nil }

    private mutating func skipSpaces() {
        while let character = current, character.isWhitespace { index += 1 }
    }

    private mutating func take(while belongs: (Character) -> Bool) -> String {
        let start = index
        while let character = current, belongs(character) { index += 1 }
        return String(characters[start..<index])
    }

    /// `nil` when no sign begins here.
    private mutating func sign(_ first: Character, _ column: Int) throws(ExpressionError) -> Token? {
        let second = index + 1 < characters.count ? characters[index + 1] : nil
        let (token, count): (Token, Int)
        switch (first, second) {
        case ("&", "&"): (token, count) = (.and, 2)
        case ("|", "|"): (token, count) = (.or, 2)
        case ("&", _), ("|", _):
            throw error(column, "'\(first)' alone has no meaning.", "Did you mean '\(first)\(first)'?")
        case ("=", "="): (token, count) = (.comparison(.equal), 2)
        case ("=", _): throw error(column, "'=' alone has no meaning.", "Did you mean '=='?")
        case ("!", "="): (token, count) = (.comparison(.notEqual), 2)
        case ("!", _): (token, count) = (.not, 1)
        case ("<", "="): (token, count) = (.comparison(.atMost), 2)
        case ("<", _): (token, count) = (.comparison(.less), 1)
        case (">", "="): (token, count) = (.comparison(.atLeast), 2)
        case (">", _): (token, count) = (.comparison(.greater), 1)
        case (".", _): (token, count) = (.point, 1)
        case ("(", _): (token, count) = (.open, 1)
        case (")", _): (token, count) = (.close, 1)
        default: return nil
        }
        index += count
        return token
    }

    /// A backslash takes the next character as it is.
    private mutating func quoted(_ quote: Character) throws(ExpressionError) -> String {
        let column = index + 1
        index += 1
        var text = ""
        while let character = current, character != quote {
            index += 1
            if character == "\\", let next = current {
                text.append(next)
                index += 1
            } else {
                text.append(character)
            }
        }
        guard current == quote else { throw error(column, "the quotes are not closed.", "Add \(quote) at their end.") }
        index += 1
        return text
    }
}
