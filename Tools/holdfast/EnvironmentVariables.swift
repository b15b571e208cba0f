import Glibc

/// The environment's variables, or a table in their place.
struct EnvironmentVariables: Sendable {
    private let lookUp: @Sendable (String) -> String?

    subscript(name: String) -> String? { lookUp(name) }

    static let process = EnvironmentVariables { name in
        getenv(name).map { String(cString: $0) }
    }

    init(_ table: [String: String]) {
        lookUp = { table[$0] }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }
}
