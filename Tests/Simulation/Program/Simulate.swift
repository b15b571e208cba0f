import Glibc
import HoldfastSimulation

/// Lives seeds and tells what must never be and was: `holdfast-simulate --seeds 0..<100 --days 1`.
@main enum Simulate {
    static func main() {
        guard let options = SimulateOptions(Array(CommandLine.arguments.dropFirst())) else {
            Preload.stop(64, SimulateOptions.usage)
        }
        Preload.ensure(options)
        var sum = Summary()
        for seed in options.seeds {
            let world = World(seed: seed, folder: options.folder)
            let begun = Self.seconds()
            let report = world.run(days: options.days)
            sum.add(report, seconds: Self.seconds() - begun)
            print(line(report))
            if options.isTracing { for record in world.trace { print("  \(record)") } }
            for violation in report.violations { print("  FAILED: \(violation)") }
            if !report.violations.isEmpty {
                print("  again: holdfast-simulate --seeds \(seed) --days \(options.days) --trace --keep")
            }
            if !options.keeps { world.removeFiles() }
            // Each seed is told before the next one begins.
            fflush(nil)
        }
        if !options.keeps { rmdir(options.folder) }
        print(sum.text)
        exit(sum.failedSeeds.isEmpty ? 0 : 1)
    }

    private static func line(_ report: RunReport) -> String {
        "seed \(report.seed): \(report.lives) lives, \(report.crashes) crashes, \(report.records) records, "
            + "\(report.steps) steps, \(report.fingerprint)"
    }

    /// Of the processor: what others do on the machine does not count.
    static func seconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
