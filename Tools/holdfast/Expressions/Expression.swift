import HoldfastModel

/// A question about a state and the record that led to it, with the answer yes or no.
indirect enum Expression: Sendable, Equatable {
    /// The value is there, and neither false nor 0 nor at rest.
    case holds(StatePath)
    case compare(StatePath, Comparison, Operand)
    case not(Expression)
    case all([Expression])
    case any([Expression])

    enum Operand: Sendable, Equatable {
        /// What an absent field is equal to.
        case none
        case number(Int64)
        /// Microseconds since 1970 UTC.
        case time(Int64)
        case boolean(Bool)
        case text(String)
        case path(StatePath)
    }
}

enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    /// Asks which of two is larger.
    var isOrder: Bool { self != .equal && self != .notEqual }

    /// The same with its sides exchanged.
    var turned: Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .atMost: .atLeast
        case .greater: .less
        case .atLeast: .atMost
        }
    }

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        }
    }
}

/// A value of the state or of the record.
struct StatePath: Sendable, Equatable {
    enum Root: Sendable, Equatable {
        case item(String)
        case group(String)
        case feature(String)
        /// The key, and the item or group that it is set for.
        case setting(String, of: String?)
        case device, environment, totals, queue, event
    }

    var root: Root
    /// Names of fields from the outermost in; empty for the whole row.
    var fields: [String] = []
    /// What it may hold.
    var form: FieldForm
}

extension Expression {
    /// Every value that it asks for.
    var paths: [StatePath] {
        switch self {
        case .holds(let path): [path]
        case .compare(let path, _, .path(let other)): [path, other]
        case .compare(let path, _, _): [path]
        case .not(let inner): inner.paths
        case .all(let parts), .any(let parts): parts.flatMap(\.paths)
        }
    }
}
