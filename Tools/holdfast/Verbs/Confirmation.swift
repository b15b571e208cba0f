import Glibc

/// A question before something that cannot be taken back.
enum Confirmation {
    /// - Throws: `usage` where nobody can be asked, `answerIsNo` for every answer but yes.
    static func ask(_ question: String, force: String, _ console: Console) throws(ToolFailure) {
        guard Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDERR_FILENO) else {
            throw ToolFailure(
                .usage, "this needs \(force), or a terminal to ask on.", advice: "Nothing was done.")
        }
        console.progress?.clear()
        Console.writeWords(question + " [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw ToolFailure(.answerIsNo, "nothing was done.") }
    }
}
