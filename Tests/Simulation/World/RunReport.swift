import HoldfastModel

/// What came of one seed.
package struct RunReport: Sendable {
    package let seed: UInt64
    package let days: Double
    package let lives: Int
    package let crashes: Int
    package let records: Int
    /// Steps of the loop, and a digest of every record: equal for two runs of one seed.
    package let steps: UInt64
    package let fingerprint: String
    package let violations: [Violation]
    package let faults: [OriginFault: Int]
    package let commands: [String: Int]
    package let events: [String: Int]

    init(_ world: World, days: Double) {
        seed = world.seed
        self.days = days
        lives = world.lifeCount
        crashes = world.crashCount
        records = world.records.count
        steps = world.loop.stepCount
        let text = world.records.map { "\($0)" }.joined(separator: "\n")
        fingerprint = "\(ContentVersion.digest(of: Array(text.utf8)))"
        violations = world.violations
        faults = world.origin.faultCounts
        commands = world.commandCounts
        events = Dictionary(world.records.map { ($0.event.type.map { "\($0)" } ?? "unknown", 1) }, uniquingKeysWith: +)
    }
}
