import Glibc
import HoldfastTestSupport

/// One call that fails: the n-th of its class, counted from 1.
struct FaultCase: CustomStringConvertible {
    var call: FaultClass
    var way: FaultWay
    var number: Int

    var description: String { "\(call) \(number) \(way.rawValue)" }

    /// What can happen to a call of the class.
    private static func ways(of call: FaultClass) -> [FaultWay] {
        switch call {
        case .write: [.ioError, .diskFull, .short, .doneAndFailed, .diskFullForGood]
        case .durableWrite: [.ioError, .diskFull, .short, .doneAndFailed]
        case .sync: [.ioError, .doneAndFailed]
        case .rename, .unlink, .mkdir: [.ioError, .doneAndFailed]
        case .open: [.ioError, .tooManyFiles, .diskFull]
        case .size: [.ioError, .diskFull, .diskFullForGood]
        case .map: [.noMemory]
        }
    }

    /// Of every class and way, all calls of a scenario that makes so many, or a bounded share of them that the seed chooses.
    static func all(_ callCounts: [FaultClass: Int], share: Int?, seed: UInt64) -> [FaultCase] {
        var random = SeededGenerator(seed: seed)
        var cases: [FaultCase] = []
        for call in FaultClass.allCases {
            guard let count = callCounts[call], count > 0 else { continue }
            for way in ways(of: call) {
                var numbers = Array(1...count)
                if let share, count > share {
                    // One of each of so many equal strata, so that every part of the scenario has its share.
                    numbers = (0..<share).map { stratum in
                        Int.random(in: (stratum * count / share + 1)...((stratum + 1) * count / share), using: &random)
                    }
                }
                cases += numbers.map { FaultCase(call: call, way: way, number: $0) }
            }
        }
        return cases
    }

    /// Calls of each class since counting began.
    static func callCounts() -> [FaultClass: Int] {
        Dictionary(uniqueKeysWithValues: FaultClass.allCases.map { ($0, Interposer.callCount($0)) })
    }

    /// Runs every case in a folder of its own.
    static func run(
        _ cases: [FaultCase], in scratch: String, from first: Int,
        _ check: (FaultCase, _ folder: String) async -> [String]
    ) async throws {
        Report.note("\(cases.count) cases")
        for (number, fault) in cases.enumerated() where number >= first {
            Report.begin(number, "\(fault)")
            let folder = "\(scratch)/\(number)"
            guard mkdir(folder, 0o700) == 0 else { throw ChildFailure(reason: "mkdir \(folder): errno \(errno)") }
            let problems = await check(fault, folder)
            Interposer.failNothing()
            Report.end(problems)
            try ChildProcess.run("rm", "-rf", folder)
        }
        Report.done()
    }
}
