extension Subject {
    static let tool: [Subject] = [
        Subject(name: "tool-questions", says: "what a person asks, each in a process of its own") {
            try $0.toolQuestions()
        },
        Subject(name: "tool-log", says: "the whole log as JSON, and the state in its middle") { try $0.toolLog() },
    ]
}

extension Bench {
    fileprivate func toolQuestions() throws {
        let count = sizes.large
        let path = try store(count)
        let item = "item-1000"
        for words in [["log", "-n", "20"], ["why", item], ["status"], ["queue"], ["history", item], ["stats"]] {
            let seconds = try rounds([{ try self.tool(words, store: path).seconds }])[0]
            let goal = ["log", "why", "status"].contains(words[0]) ? Goal.valueAtMost(50) : nil
            add(Comparison("tool, \(words[0]), \(Sizes.name(count))", "ms", seconds.map { $0 * 1e3 }, goal: goal))
        }
    }

    fileprivate func toolLog() throws {
        let count = sizes.large
        let path = try store(count)
        var contestants: [Contestant] = []
        if has("tool_peers.py") {
            let (database, export) = (fresh(), fresh())
            let words = "\(holdfast) log --json --store \(path) | \(peers)/tool_peers.py \(database) \(export)"
            _ = try Program.run(["sh", "-c", words])
            contestants.append(
                Contestant(name: "sqlite3 -json", goal: .valueAtLeast(500_000)) {
                    let query = "select * from records order by position"
                    return Double(count)
                        / (try Program.run(["sqlite3", "-json", database, query], isHeard: false).seconds)
                })
            let journal = export + ".journal"
            let maker = "/lib/systemd/systemd-journal-remote"
            if (try? Program.run([maker, "-o", journal, export], isHeard: false)) != nil {
                contestants.append(
                    Contestant(name: "journalctl -o json") {
                        let read = ["journalctl", "--file=\(export)*.journal", "-o", "json", "--no-pager"]
                        return Double(count) / (try Program.run(read, isHeard: false).seconds)
                    })
            }
        }
        try compare(
            "tool, log --json", "events/s",
            ours: { Double(count) / (try self.tool(["log", "--json"], store: path).seconds) }, with: contestants)
        let middle = ["state", "--json", "--at", "#\(count / 2)"]
        let seconds = try rounds([{ try self.tool(middle, store: path).seconds }])[0]
        add(Comparison("tool, state --at the middle of \(Sizes.name(count))", "s", seconds, goal: .valueAtMost(1)))
    }
}
