import HoldfastModel

/// The state of a transfer as one word, as `--json` writes it.
enum TransferWord {
    static func text(_ transfer: Transfer) -> String {
        switch transfer {
        case .idle: "idle"
        case .ready: "ready"
        case .held: "held"
        case .backoff: "backoff"
        case .connecting: "connecting"
        case .receiving: "receiving"
        case .verifying: "verifying"
        case .publishing: "publishing"
        case .failed: "failed"
        }
    }
}
