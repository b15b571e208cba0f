import Glibc

/// The programs and stores of one run.
final class Bench {
    let sizes: Sizes
    private let work: String
    let peers: String
    let holdfast: String
    private var madeStores: Set<String> = []
    private var folderNumber = 0
    private var told: Set<String> = []
    private(set) var comparisons: [Comparison] = []
    private let isDone: (Comparison) -> Void

    /// - Parameter work: an empty folder on the disk to measure; whoever made it removes it.
    init(sizes: Sizes, work: String, peers: String, holdfast: String, isDone: @escaping (Comparison) -> Void) {
        self.sizes = sizes
        self.work = work
        self.peers = peers
        self.holdfast = holdfast
        self.isDone = isDone
    }

    func add(_ comparison: Comparison) {
        comparisons.append(comparison)
        isDone(comparison)
    }

    // MARK: Programs

    func measure(_ name: String, _ options: String..., preloading library: String? = nil) throws -> Program.Outcome {
        let words = [CommandLine.arguments[0], "measure", name] + options
        let environment = library.map { ["env", "LD_PRELOAD=\(peers)/\($0)"] } ?? []
        return try Program.run(environment + words)
    }

    func started(_ name: String, _ options: String...) throws -> Program {
        try Program([CommandLine.arguments[0], "measure", name] + options)
    }

    func peer(_ name: String, _ words: String...) throws -> Program.Outcome {
        try Program.run(["\(peers)/\(name)"] + words)
    }

    func tool(_ words: [String], store: String) throws -> Program.Outcome {
        try Program.run([holdfast] + words + ["--store", store], isHeard: false)
    }

    /// Whether an optional peer was built; says once that it was not.
    func has(_ name: String) -> Bool {
        if access("\(peers)/\(name)", X_OK) == 0 { return true }
        if told.insert(name).inserted { Counters.complain("\(name) is not there; its rows are left out.") }
        return false
    }

    // MARK: Stores

    /// A path that nothing has used yet.
    func fresh() -> String {
        folderNumber += 1
        return "\(work)/\(folderNumber)"
    }

    func remove(_ folder: String) throws { _ = try Program.run(["rm", "-rf", folder]) }

    /// The events as a file for the peers.
    func workload() throws -> String {
        let file = "\(work)/workload"
        if madeStores.insert("workload").inserted {
            let folder = fresh()
            _ = try measure("workload", "folder=\(folder)", "file=\(file)", "count=\(sizes.workload)")
            try remove(folder)
        }
        return file
    }

    /// A store of ours with `count` records, for reading.
    func store(_ count: Int) throws -> String {
        let path = "\(work)/holdfast-\(count)"
        if madeStores.insert(path).inserted { _ = try measure("fill", "store=\(path)", "count=\(count)") }
        return path
    }

    /// The same of a peer.
    func store(_ count: Int, of name: String) throws -> String {
        let path = "\(work)/\(name)-\(count)"
        guard madeStores.insert(path).inserted else { return path }
        if name == "sqlite_peer" {
            _ = try peer(name, "fill", path, try workload(), "\(count)")
        } else {
            _ = try peer(name, "append", path, try workload(), "\(count)", "0", "all")
        }
        return path
    }

    // MARK: Rounds

    /// One value of each contestant in every round, in turn, so that all of them meet the machine in the same mood.
    func rounds(_ contestants: [() throws -> Double]) throws -> [[Double]] {
        var values = [[Double]](repeating: [], count: contestants.count)
        for _ in 0..<sizes.rounds {
            for (index, contestant) in contestants.enumerated() { values[index].append(try contestant()) }
        }
        return values
    }

    struct Contestant {
        let name: String
        var goal: Goal?
        let run: () throws -> Double
    }

    func compare(_ subject: String, _ unit: String, ours: () throws -> Double, with peers: [Contestant]) throws {
        try withoutActuallyEscaping(ours) { ours in
            let values = try rounds([ours] + peers.map(\.run))
            for (peer, found) in zip(peers, values.dropFirst()) {
                add(
                    Comparison(
                        subject, unit, values[0], against: .init(name: peer.name, values: found), goal: peer.goal))
            }
        }
    }
}
