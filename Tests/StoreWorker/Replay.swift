import Glibc
import HoldfastTestSupport

/// Builds the disks that a power cut may have left of a recorded life, and looks at each.
struct Replay {
    /// What had been acknowledged when the power went: the marks before the cut, in order.
    typealias Check = (_ image: String, _ marks: [String]) async -> [String]

    var recording: Recording
    var scratch: String
    var seed: UInt64
    var cutCount: Int
    var unsyncedName: String?

    /// Numbers of operations before each cut, in order: half of them anywhere, half right before a sync, where most is unsure.
    private var cuts: [Int] {
        var random = SeededGenerator(seed: seed)
        // The first operation is the folder itself.
        let all = Array(1...recording.operations.count)
        if cutCount >= all.count { return all }
        let syncs = recording.operations.indices.filter { recording.operations[$0].makesSure }.dropFirst()
        var chosen = Set(syncs.shuffled(using: &random).prefix(cutCount / 2))
        for cut in all.shuffled(using: &random) where chosen.count < cutCount { chosen.insert(cut) }
        return chosen.sorted()
    }

    /// - Parameter first: number of the image to begin with, after the ones before it are known.
    func run(from first: Int, _ check: Check) async throws {
        var disk = DiskModel()
        disk.unsyncedName = unsyncedName
        var (applied, number) = (0, 0)
        var marks: [String] = []
        for cut in cuts {
            for operation in recording.operations[applied..<cut] {
                try disk.apply(operation)
                if case .mark(let text) = operation { marks.append(text) }
            }
            applied = cut
            for variant in DiskModel.Variant.allCases {
                defer { number += 1 }
                guard number >= first else { continue }
                Report.begin(number, "cut after operation \(cut) of \(recording.operations.count), \(variant)")
                var random = SeededGenerator(seed: seed &+ UInt64(number))
                let found = disk.cut(variant, &random)
                let path = "\(scratch)/\(number)"
                try found.write(to: path, garbled: &random, variant == .subset || variant == .torn)
                Report.end(await check(path, marks))
                try ChildProcess.run("rm", "-rf", path)
            }
        }
        Report.done()
    }
}
