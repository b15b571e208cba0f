import HoldfastModel

/// Why something failed, for people; the code that was seen stands behind it.
enum FailureWords {
    /// Without a full stop: `the server had a problem (503)`.
    static func text(_ failure: Failure) -> String {
        let seen = [
            failure.httpStatus.map { "\($0)" }, isTold(failure) ? nil : failure.code,
            failure.osCode.map { "errno \($0)" },
        ].compactMap { $0 }
        return (precise(failure.code) ?? cause(failure.class))
            + (seen.isEmpty ? "" : " (" + seen.joined(separator: ", ") + ")")
    }

    /// What a person can do about it.
    static func need(_ need: Open<Need>) -> String {
        switch need.known {
        case .nothing: "nothing can be done"
        case .user: "'holdfast retry' tries again"
        case .space: "it needs space"
        case .auth: "it needs a sign-in"
        case .source: "it needs another address"
        case nil: "it needs \(need)"
        }
    }

    /// The code says no more than the words.
    private static func isTold(_ failure: Failure) -> Bool {
        failure.code.isEmpty || precise(failure.code) != nil || (failure.code == "http" && failure.httpStatus != nil)
    }

    /// Words for what the class alone says too vaguely.
    private static func precise(_ code: String) -> String? {
        switch code {
        case "dns": "the server's name was not found"
        case "connect": "the server could not be reached"
        case "timeout": "the server did not answer in time"
        case "stalled": "the transfer stood still"
        case "truncated": "the transfer ended too early"
        case "reset": "the connection was cut"
        case "two-volumes": "the folders 'content' and 'partial' are on two volumes"
        default: nil
        }
    }

    private static func cause(_ failure: Open<FailureClass>) -> String {
        switch failure.known {
        case .transient: "the transfer broke off"
        case .offline: "there was no connection"
        case .captive: "the network asks for a sign-in"
        case .server: "the server had a problem"
        case .auth: "the server asks for a sign-in"
        case .forbidden: "the server does not allow it"
        case .notFound: "the server does not have it"
        case .changed: "the file changed while it was downloaded"
        case .space: "there was not enough space"
        case .quota: "the storage limit was reached"
        case .file: "the file could not be written or read"
        case .integrity: "the file is not what was promised"
        case .tls: "the server could not prove who it is"
        case .policy: "a rule does not allow it"
        case .internal: "holdfast made a mistake"
        case nil: "\(failure)"
        }
    }
}
