extension ConformanceCase {
    /// Every case, in the order in which they are tried.
    public static let all: [ConformanceCase] =
        bodies + ranges + answers + cuts + redirects + credentials + silences + cancels + sinks + requests

    /// What most cases serve: more than one read, less than a second.
    static let content = OriginBody(count: 100_000)
}
