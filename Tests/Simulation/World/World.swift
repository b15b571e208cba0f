import Glibc
import Holdfast
import HoldfastLog
import HoldfastModel

/// A device with its network, disk, origins and people, for one seed.
///
/// The engine and everything below it down to the system calls are the real ones. Time, order, chance and whatever comes from outside
/// are the seed's.
package final class World: @unchecked Sendable {
    // Everything happens on the loop's one thread.
    package let seed: UInt64
    package let loop: Loop
    package let clock: SimulatedClock
    package let network: SimulatedNetwork
    package let disk: SimulatedDisk
    package let origin: SimulatedOrigin
    package let path: String
    var chance: Chance
    /// Draws for the engine: delays of retries, salts.
    var engineChance: Chance

    var life: Life?
    var lifeCount = 0
    var crashCount = 0
    /// What dead lives held: kept, since tasks that stand for ever still refer to it.
    var graveyard: [Life] = []
    var bootNumber = 1
    var powerCuts: [PowerCut] = []
    /// What the device runs on.
    var power = PowerReading.external
    /// Every other app names an address to probe.
    var probesNetwork: Bool { seed % 2 == 1 }
    var isEnding = false
    var lastOpenFailure = ""
    /// Something goes round in circles; the run ends.
    var isHopeless = false
    /// Ids that are wanted once everything that helps was done.
    var wanted: [String]?

    var acknowledgements = Acknowledgements()
    var watch = RequestWatch()
    var manners = RequestManners()
    var sentCount = 0
    var commandCounts: [String: Int] = [:]
    /// Commands whose caller has not heard of them yet, by id.
    var pending: [String: Command] = [:]
    package internal(set) var violations: [Violation] = []
    var records: [Record] = []

    static let start: Int64 = 1_780_000_000_000_000
    static let day: Int64 = 86_400_000_000

    /// - Parameter folder: absolute and free of links; the interposer watches it.
    package init(seed: UInt64, folder: String) {
        self.seed = seed
        path = "\(folder)/\(seed)"
        let loop = Loop(seed: seed)
        self.loop = loop
        let clock = SimulatedClock(loop, wall: Self.start)
        self.clock = clock
        chance = Chance(seed: seed, part: 5)
        engineChance = Chance(seed: seed, part: 6)
        network = SimulatedNetwork(loop, seed: seed)
        disk = SimulatedDisk(loop, seed: seed, folder: path)
        origin = SimulatedOrigin(loop, seed: seed, itemCount: chance.index(below: 10) + 4) { clock.wall }
    }

    /// Lives so many days and then makes everything good. Call once.
    package func run(days: Double) -> RunReport {
        loop.takeTasks()
        loop.afterStep = { [self] in if disk.isDead { bury() } }
        disk.died = { [self] in crashCount += 1 }
        disk.beganToFail = { [self] in removeSomething() }
        disk.start()
        network.start()
        origin.start()
        startPeople()
        let end = Int64(days * Double(Self.day))
        do {
            openEngine()
            try loop.run { loop.microseconds >= end || isHopeless }
            isEnding = true
            try endLastLife()
            try makeGood()
        } catch {
            violations.append(Violation(.startedWithinATurn, "the engine spins at one moment"))
        }
        checkStore()
        disk.stop()
        return RunReport(self, days: days)
    }

    func note(_ violation: Violation) {
        var violation = violation
        violation.text += " (wall clock \(clock.wall), life \(lifeCount))"
        // One that goes on would fill the report.
        if violations.count < 20 { violations.append(violation) }
    }

    private func endLastLife() throws {
        if let life, let engine = life.engine, !life.isClosing { close(engine) }
        try loop.run { life == nil }
    }
}

/// One run of the program that embeds the engine.
final class Life {
    let number: Int
    let monitor = SimulatedMonitor()
    let power: ManualPowerMonitor
    let transport: SimulatedTransport
    var log: EventLog?
    var engine: OfflineEngine?
    var isClosing = false
    /// Ids of commands on their way, by item.
    private var inFlight: [String: Set<String>] = [:]
    /// Commands that were on their way together with another one about the same item: nobody can tell which came last.
    private var overlapping: Set<String> = []
    /// The step at which the process dies, and how often it is passed before.
    var death: (point: FaultPoint, passes: Int)?
    /// Pieces of bodies that still arrive before the power fails; `nil` for it does not.
    var piecesUntilPowerCut: Int?
    var losesPower = false

    init(_ number: Int, _ transport: SimulatedTransport, _ power: PowerReading) {
        self.number = number
        self.power = ManualPowerMonitor(power)
        self.transport = transport
    }

    func send(_ id: String, about item: String) {
        let others = inFlight[item] ?? []
        if !others.isEmpty { overlapping.formUnion(others.union([id])) }
        inFlight[item, default: []].insert(id)
    }

    func returned(_ id: String, about item: String) { inFlight[item]?.remove(id) }

    func wasAlone(_ id: String) -> Bool { !overlapping.contains(id) }
}
