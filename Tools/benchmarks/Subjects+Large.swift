extension Subject {
    static let large: [Subject] = [
        Subject(name: "growth", says: "what a store costs as it grows to its largest size", isLong: true) {
            try $0.growth()
        },
        Subject(name: "large", says: "questions to a store of ten million records", isLong: true) { try $0.large() },
    ]
}

extension Bench {
    fileprivate func growth() throws {
        let path = fresh()
        for count in sizes.growing {
            let name = Sizes.name(count)
            let filled = try measure("fill", "store=\(path)", "count=\(count)")
            add(Comparison("growth to \(name), bytes on disk", "bytes/event", [try filled.value("sizeEach")]))
            let found = try measure("lookup", "store=\(path)", "rounds=\(sizes.openings)")
            let opened = try measure("open", "store=\(path)", "rounds=\(sizes.openings)")
            add(Comparison("growth to \(name), open and read", "µs", [try opened.value("p50")]))
            for (question, words) in [
                ("item", "an item"), ("record", "a record"), ("history", "20 positions of an item"),
                ("newest", "the newest 20 records"), ("since", "a position by its time"),
            ] {
                add(Comparison("growth to \(name), \(words)", "µs", [try found.value(question)]))
            }
            // Behind the measured size, so that the next size is reached all the same.
            let more = min(50_000, count)
            let appended = try measure("append", "store=\(path)", "count=\(more)", "batch=1000")
            add(Comparison("growth to \(name), append-batch", "events/s", [try appended.rate()]))
        }
        try remove(path)
    }

    fileprivate func large() throws {
        let count = 10_000_000
        let path = fresh()
        let filled = try measure("fill", "store=\(path)", "count=\(count)")
        let items = Int(try filled.value("items"))
        add(Comparison("large, written", "s", [try filled.value("seconds")], goal: .valueAtMost(60)))
        add(Comparison("large, memory while written", "MB", [try filled.value("peak") / 1e6]))
        let recent = "#\(count - 1_000)"
        let item = "item-\(items / 2)"
        for (name, words) in [
            ("status", ["status"]), ("log -n 20", ["log", "-n", "20"]),
            ("log --since, 100 records", ["log", "--since", "#\(count - 100)"]),
            ("history of an item", ["history", item]),
            ("state --at of one item", ["state", "--at", recent, "--item", item]),
            ("state --at", ["state", "--at", recent, "--json"]), ("log, all of it", ["log", "--json"]),
        ] {
            let outcome = try tool(words, store: path)
            add(Comparison("large, \(name)", "ms", [outcome.seconds * 1e3]))
            add(Comparison("large, memory of \(name)", "MB", [outcome.peakInBytes / 1e6]))
        }
        let follower = try started("follow", "store=\(path)", "count=30")
        _ = try measure("drip", "store=\(path)", "count=40")
        let followed = try follower.wait()
        add(Comparison("large, follow from another process, p50", "µs", [try followed.value("p50")]))
        add(Comparison("large, follow from another process, p99", "µs", [try followed.value("p99")]))
        try remove(path)
    }
}
