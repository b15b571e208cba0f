extension Subject {
    static let appending: [Subject] = [
        Subject(name: "append-batch", says: "1,000 records a durable commit") { try $0.appendBatches() },
        Subject(name: "append-one", says: "one record a durable commit, one caller") { try $0.appendOne() },
        Subject(name: "append-64", says: "64 callers, each waiting for its own record") { try $0.appendByMany() },
        Subject(name: "latency", says: "a durable append: median and 99th percentile") { try $0.latency() },
        Subject(name: "write-amplification", says: "bytes written for an event") { try $0.writeAmplification() },
    ]
}

extension Bench {
    /// Runs in a folder that is removed afterwards.
    func inFresh(_ run: (String) throws -> Program.Outcome) throws -> Program.Outcome {
        let folder = fresh()
        let outcome = try run(folder)
        try remove(folder)
        return outcome
    }

    func ours(_ count: Int, batch: Int) throws -> Program.Outcome {
        try inFresh { try measure("append", "store=\($0)", "count=\(count)", "batch=\(batch)") }
    }

    func file(_ count: Int, batch: Int) throws -> Program.Outcome {
        let file = try workload()
        return try inFresh { try peer("plain_file", "append", $0, file, "\(count)", "\(batch)") }
    }

    func sqlite(_ count: Int, batch: Int, _ synchronous: String = "full", callers: Int = 1) throws -> Program.Outcome {
        let file = try workload()
        return try inFresh {
            try peer("sqlite_peer", "append", $0, file, "\(count)", "\(batch)", synchronous, "\(callers)")
        }
    }

    func lmdb(_ count: Int, batch: Int, _ tables: String) throws -> Program.Outcome {
        let file = try workload()
        return try inFresh { try peer("lmdb_peer", "append", $0, file, "\(count)", "\(batch)", tables) }
    }

    func rocksdb(_ count: Int, batch: Int) throws -> Program.Outcome {
        let file = try workload()
        return try inFresh { try peer("rocksdb_peer", "append", $0, file, "\(count)", "\(batch)") }
    }

    func python(_ count: Int) throws -> Program.Outcome {
        let file = try workload()
        return try inFresh { try peer("python_eventsourcing", "append", $0, file, "\(count)", "1000") }
    }

    fileprivate func appendBatches() throws {
        let count = sizes.batched
        _ = try workload()
        var peers = [
            Contestant(name: "SQLite FULL", goal: .ratioAtLeast(8)) { try self.sqlite(count, batch: 1_000).rate() },
            Contestant(name: "write + fdatasync", goal: .ratioAtLeast(0.1)) {
                try self.file(count, batch: 1_000).rate()
            },
            Contestant(name: "SQLite NORMAL") { try self.sqlite(count, batch: 1_000, "normal").rate() },
            Contestant(name: "LMDB in C, log only") { try self.lmdb(count, batch: 1_000, "log").rate() },
            Contestant(name: "LMDB in C, all at once") { try self.lmdb(count, batch: 1_000, "all").rate() },
        ]
        if has("rocksdb_peer") {
            peers.append(Contestant(name: "RocksDB") { try self.rocksdb(count, batch: 1_000).rate() })
        }
        if has("python_eventsourcing") {
            peers.append(Contestant(name: "Python eventsourcing") { try self.python(self.sizes.python).rate() })
        }
        try compare("append-batch", "events/s", ours: { try ours(count, batch: 1_000).rate() }, with: peers)
        try appendToLarge()
    }

    /// The stores grow with each round.
    private func appendToLarge() throws {
        let count = sizes.addedToLarge
        let file = try workload()
        let (mine, theirs) = (fresh(), fresh())
        _ = try measure("fill", "store=\(mine)", "count=\(sizes.large)")
        _ = try peer("sqlite_peer", "fill", theirs, file, "\(sizes.large)")
        try compare(
            "append-batch, \(Sizes.name(sizes.large)) in the store", "events/s",
            ours: { try measure("append", "store=\(mine)", "count=\(count)", "batch=1000").rate() },
            with: [
                Contestant(name: "itself, empty store", goal: .ratioAtLeast(0.75)) {
                    try self.ours(count, batch: 1_000).rate()
                },
                Contestant(name: "SQLite FULL", goal: .ratioAtLeast(8)) {
                    try self.peer("sqlite_peer", "append", theirs, file, "\(count)", "1000", "full", "1").rate()
                },
            ])
        try remove(mine)
        try remove(theirs)
    }

    fileprivate func appendOne() throws {
        let count = sizes.single
        _ = try workload()
        try compare(
            "append-one", "events/s", ours: { try ours(count, batch: 1).rate() },
            with: [
                Contestant(name: "write + fdatasync", goal: .ratioAtLeast(0.5)) {
                    try self.file(count, batch: 1).rate()
                },
                Contestant(name: "SQLite FULL") { try self.sqlite(count, batch: 1).rate() },
                Contestant(name: "LMDB in C, log only") { try self.lmdb(count, batch: 1, "log").rate() },
                Contestant(name: "LMDB in C, all at once") { try self.lmdb(count, batch: 1, "all").rate() },
            ])
    }

    private func byCallers() throws -> Program.Outcome {
        try inFresh { try measure("callers", "store=\($0)", "count=\(sizes.called)", "callers=64") }
    }

    fileprivate func appendByMany() throws {
        _ = try workload()
        try compare(
            "append-64", "events/s", ours: { try byCallers().rate() },
            with: [
                Contestant(name: "SQLite FULL, one caller", goal: .ratioAtLeast(8)) {
                    try self.sqlite(self.sizes.single, batch: 1).rate()
                }
            ])
    }

    fileprivate func latency() throws {
        _ = try workload()
        let count = sizes.single
        var found: [[Program.Outcome]] = [[], [], [], []]
        for _ in 0..<sizes.rounds {
            found[0].append(try ours(count, batch: 1))
            found[1].append(try sqlite(count, batch: 1))
            found[2].append(try byCallers())
            found[3].append(try sqlite(count, batch: 1, callers: 64))
        }
        for (callers, mine, theirs) in [("one caller", found[0], found[1]), ("64 callers", found[2], found[3])] {
            for part in ["p50", "p99"] {
                add(
                    Comparison(
                        "latency, \(callers), \(part)", "µs", try mine.map { try $0.value(part) },
                        against: .init(name: "SQLite FULL", values: try theirs.map { try $0.value(part) })))
            }
        }
    }

    fileprivate func writeAmplification() throws {
        let count = sizes.batched
        _ = try workload()
        func each(_ outcome: Program.Outcome) throws -> Double {
            try outcome.value("written") / outcome.value("events")
        }
        for (batch, count) in [(1_000, count), (1, sizes.single)] {
            try compare(
                "write-amplification, \(batch) a commit", "bytes/event",
                ours: { try each(try ours(count, batch: batch)) },
                with: [
                    Contestant(name: "SQLite FULL") { try each(try self.sqlite(count, batch: batch)) },
                    Contestant(name: "LMDB in C, all at once") { try each(try self.lmdb(count, batch: batch, "all")) },
                    Contestant(name: "write + fdatasync") { try each(try self.file(count, batch: batch)) },
                ])
        }
    }
}
