/// "Did you mean": the nearest of a few known words.
enum Similarity {
    /// A question for the person, or `nil` when nothing is near.
    static func question(_ word: String, among known: [String]) -> String? {
        nearest(to: word, among: known).map { "Did you mean '\($0)'?" }
    }

    /// The nearest known word within a third of the word's length, or one that the word begins.
    static func nearest(to word: String, among known: [String]) -> String? {
        let word = word.lowercased()
        guard !word.isEmpty, word.utf8.count <= 64 else { return nil }
        let limit = max(1, (word.utf8.count + 1) / 3)
        let measured = known.map { (name: $0, distance: distance(word, $0.lowercased())) }
        if let best = measured.min(by: { $0.distance < $1.distance }), best.distance <= limit { return best.name }
        let begun = known.filter { $0.lowercased().hasPrefix(word) }
        return word.utf8.count >= 2 && begun.count == 1 ? begun.first : nil
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        var before: [Int] = []
        var row = Array(0...right.count)
        for i in 0..<left.count {
            var next = [i + 1]
            for j in 0..<right.count {
                var best = min(next[j] + 1, row[j + 1] + 1, row[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, before[j - 1] + 1)
                }
                next.append(best)
            }
            before = row
            row = next
        }
        return row[right.count]
    }
}

/// Words that other tools use for our verbs.
enum VerbSynonyms {
    static func verb(for word: String) -> String? {
        switch word.lowercased() {
        case "get", "fetch", "queue-add": "add"
        case "request", "redownload", "update", "repair": "download"
        case "reprioritise", "reprioritize", "move", "first": "prioritize"
        case "consent", "agree", "accept", "permit": "allow"
        case "edit", "change", "replace-url", "rename", "withdraw": "amend"
        case "import", "take": "adopt"
        case "groups", "members": "group"
        case "comment", "annotate": "note"
        case "copy", "dump", "snapshot": "backup"
        case "reindex": "rebuild"
        case "man": "manual"
        case "completions": "completion"
        case "health", "diagnose": "doctor"
        case "start", "work", "daemon": "run"
        case "stop", "hold": "pause"
        case "continue", "unpause": "resume"
        case "abort", "kill": "cancel"
        case "rm", "delete", "del", "uninstall", "purge": "remove"
        case "ls", "list", "st", "items": "status"
        case "path", "cat", "which": "open"
        case "audit", "check", "fsck": "verify"
        case "inspect", "events", "journal", "records": "log"
        case "explain": "why"
        case "config", "settings", "setting", "get-setting": "set"
        case "restore": "undo"
        default: nil
        }
    }
}
