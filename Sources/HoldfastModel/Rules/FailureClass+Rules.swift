extension FailureClass {
    /// The path to the source failed: the internet's return is a reason to try again at once.
    var isNetwork: Bool {
        switch self {
        case .transient, .offline, .captive: true
        case .server, .auth, .forbidden, .notFound, .changed, .space, .quota, .file, .integrity, .tls, .policy,
            .internal:
            false
        }
    }

    /// Trying again may help without anybody's doing.
    var isRetryable: Bool { isNetwork || self == .server }

    /// Uses up a try of the budget. Being offline is nobody's fault.
    var counts: Bool { self == .transient || self == .server }

    /// What a download that failed for good waits for.
    var need: Need {
        switch self {
        case .auth: .auth
        case .space, .quota: .space
        case .notFound, .forbidden, .changed, .integrity: .source
        case .transient, .offline, .captive, .server, .file, .tls, .policy, .internal: .user
        }
    }
}

extension Failure {
    /// A class that this program has no word for is tried again, bounded by the budget.
    var known: FailureClass { self.class.known ?? .transient }
}
