/// Where the store is: `--store`, else `$HOLDFAST_STORE`, else the per-user data directory.
enum StorePath {
    /// Creates nothing and looks at nothing.
    ///
    /// - Throws: `usage` when no rule gives a directory.
    static func resolve(option: String?, environment: EnvironmentVariables) throws(ToolFailure) -> String {
        if let option {
            guard !option.isEmpty else { throw .usage("--store needs a directory, and got an empty text.") }
            return option
        }
        if let named = environment["HOLDFAST_STORE"], !named.isEmpty { return named }
        // The XDG rules: a relative path in the variable is invalid and is ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/holdfast" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/share/holdfast" }
        throw ToolFailure(
            .usage, "no store was named, and without $HOME there is no per-user data directory.",
            advice: "Name one with --store DIR or in $HOLDFAST_STORE.")
    }
}
