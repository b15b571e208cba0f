import HoldfastModel

/// One call of a verb.
struct Invocation {
    let meaning: Meaning
    let options: GlobalOptions
    let console: Console
    let phrases: Phrases

    /// The directory of the store, which need not exist.
    func storePath() throws(ToolFailure) -> String {
        try StorePath.resolve(option: options.store, environment: meaning.environment)
    }

    /// Nobody named a store, so the per-user one is meant.
    var usesDefaultStore: Bool {
        options.store == nil && (meaning.environment["HOLDFAST_STORE"] ?? "").isEmpty
    }
}
