/// A value that cannot be meant: a time, a size, a number.
struct ValueError: Error, Sendable, Equatable {
    enum Reason: Sendable, Equatable {
        case empty, notUnderstood, outOfRange
    }

    var reason: Reason
    /// A sentence about the text.
    var message: String
    /// What would be understood.
    var suggestion: String

    /// - Parameter option: as typed, with its dashes, or the argument's name.
    func failure(for option: String, of command: CommandDescription?) -> ToolFailure {
        .usage("\(option): \(message)", suggestion: suggestion, of: command)
    }
}
