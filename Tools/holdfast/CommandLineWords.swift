/// The words of the command line, as the system passed them.
enum CommandLineWords {
    /// - Throws: `usage` for a word that is not UTF-8: it would otherwise be changed without a word.
    static func read() throws(ToolFailure) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let pointer = CommandLine.unsafeArgv[index] else { break }
            guard let word = String(validatingCString: pointer) else {
                throw .usage("word \(index) of the command line, '\(String(cString: pointer))', is not UTF-8.")
            }
            words.append(word)
        }
        return words
    }
}
