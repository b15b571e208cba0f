extension Subject {
    static let reading: [Subject] = [
        Subject(name: "replay", says: "a typed fold of the whole log") { try $0.replay() },
        Subject(name: "open-and-read", says: "open, read the state of one item, close; warm") { try $0.openAndRead() },
        Subject(name: "size", says: "bytes on disk, with index and state") { try $0.size() },
        Subject(name: "verify", says: "everything checked, by a second of the processor") { try $0.verify() },
        Subject(name: "allocations", says: "by malloc, for an event") { try $0.allocations() },
    ]
}

extension Bench {
    fileprivate func replay() throws {
        let count = sizes.large
        let mine = try store(count)
        let sqlite = try store(count, of: "sqlite_peer")
        let lmdb = try store(count, of: "lmdb_peer")
        try sameState([
            try measure("replay", "store=\(mine)"), try peer("sqlite_peer", "replay", sqlite),
            try peer("lmdb_peer", "replay", lmdb),
        ])
        var peers = [
            Contestant(name: "SQLite cursor, fold in C", goal: .ratioAtLeast(3)) {
                try self.peer("sqlite_peer", "replay", sqlite).rate()
            },
            Contestant(name: "LMDB cursor, fold in C") { try self.peer("lmdb_peer", "replay", lmdb).rate() },
        ]
        if has("python_eventsourcing") {
            let python = fresh()
            _ = try peer("python_eventsourcing", "append", python, try workload(), "\(sizes.python)", "1000")
            peers.append(
                Contestant(name: "Python eventsourcing", goal: .ratioAtLeast(20)) {
                    try self.peer("python_eventsourcing", "replay", python).rate()
                })
        }
        try compare("replay", "events/s", ours: { try measure("replay", "store=\(mine)").rate() }, with: peers)
    }

    /// A faster fold that comes to another state would be worth nothing.
    private func sameState(_ outcomes: [Program.Outcome]) throws {
        for name in ["events", "items", "installed", "used", "wanted", "partial"] {
            let values = try outcomes.map { try $0.value(name) }
            guard values.allSatisfy({ $0 == values[0] }) else {
                throw MeasureFailure.differs("the folds differ in \(name): \(values)")
            }
        }
    }

    fileprivate func openAndRead() throws {
        for count in sizes.growing {
            let mine = try store(count)
            let rounds = "\(sizes.openings)"
            let subject = "open-and-read, \(Sizes.name(count)) in the store"
            let limit = Goal.valueAtMost(500)
            let ours = { try self.measure("open", "store=\(mine)", "rounds=\(rounds)").value("p50") }
            // Filling the peers' stores takes them minutes beyond this.
            guard count <= sizes.workload else {
                add(Comparison(subject, "µs", try self.rounds([ours])[0], goal: limit))
                continue
            }
            let sqlite = try store(count, of: "sqlite_peer")
            let lmdb = try store(count, of: "lmdb_peer")
            let values = try self.rounds([
                ours, { try self.peer("sqlite_peer", "open", sqlite, rounds).value("p50") },
                { try self.peer("lmdb_peer", "open", lmdb, rounds).value("p50") },
            ])
            add(Comparison(subject, "µs", values[0], against: .init(name: "SQLite", values: values[1]), goal: limit))
            add(Comparison(subject, "µs", values[0], against: .init(name: "LMDB in C", values: values[2])))
        }
    }

    fileprivate func size() throws {
        let count = sizes.large
        let file = try workload()
        func each(_ outcome: Program.Outcome) throws -> Double { try outcome.value("size") / Double(count) }
        // Commits of a thousand, as for the peers: how a store was filled decides how full its pages are.
        let mine = try each(ours(count, batch: 1_000))
        let sqlite = try each(
            inFresh { try peer("sqlite_peer", "append", $0, file, "\(count)", "1000", "normal", "1") })
        let lmdb = try each(lmdb(count, batch: 1_000, "all"))
        let plain = try each(self.file(count, batch: 1_000))
        add(
            Comparison(
                "size", "bytes/event", [mine], against: .init(name: "SQLite", values: [sqlite]),
                goal: .valueAtMost(150)))
        add(Comparison("size", "bytes/event", [mine], against: .init(name: "LMDB in C, all at once", values: [lmdb])))
        add(Comparison("size", "bytes/event", [mine], against: .init(name: "the events alone", values: [plain])))
    }

    fileprivate func verify() throws {
        let mine = try store(sizes.large)
        let values = try rounds(
            ["all", "log"].map { part in
                { try self.measure("verify", "store=\(mine)", "part=\(part)").rate() }
            })
        add(Comparison("verify, the whole store", "events/s", values[0], goal: .valueAtLeast(1_000_000)))
        add(Comparison("verify, the log without its state", "events/s", values[1]))
    }

    fileprivate func allocations() throws {
        let count = sizes.batched
        let outcome = try inFresh {
            try measure("allocations", "store=\($0)", "count=\(count)", preloading: "count_allocations.so")
        }
        add(Comparison("allocations, appended", "a record", [try outcome.value("appended")]))
        add(Comparison("allocations, folded", "a record", [try outcome.value("folded")]))
    }
}
