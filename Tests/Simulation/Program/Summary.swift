import HoldfastSimulation

/// All seeds of one run of the program.
struct Summary {
    private(set) var failedSeeds: [UInt64] = []
    private var seeds = 0
    private var days = 0.0
    private var seconds = 0.0
    private var records = 0
    private var crashes = 0
    private var faults: [String: Int] = [:]
    private var commands: [String: Int] = [:]
    private var events: [String: Int] = [:]

    mutating func add(_ report: RunReport, seconds: Double) {
        seeds += 1
        days += report.days
        self.seconds += seconds
        records += report.records
        crashes += report.crashes
        if !report.violations.isEmpty { failedSeeds.append(report.seed) }
        faults.merge(report.faults.map { ("\($0.key)", $0.value) }, uniquingKeysWith: +)
        commands.merge(report.commands, uniquingKeysWith: +)
        events.merge(report.events, uniquingKeysWith: +)
    }

    var text: String {
        var lines = [list("faults", faults), list("commands", commands), list("events", events)]
        lines.append("\(seeds) seeds, \(days) days, \(crashes) crashes, \(records) records")
        lines.append("\(Int(days / max(seconds, 0.001) * 3_600)) days an hour of the processor")
        lines.append(failedSeeds.isEmpty ? "all held" : "failed: \(failedSeeds)")
        return lines.joined(separator: "\n")
    }

    private func list(_ name: String, _ counts: [String: Int]) -> String {
        name + ": " + counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
