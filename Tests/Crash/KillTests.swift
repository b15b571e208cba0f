import Foundation
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast
@testable import HoldfastLog

/// Invariant 10: a kill between any two steps loses nothing that was acknowledged and never shows as usable what is not.
@Suite(.timeLimit(.minutes(10))) struct KillTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    /// Steps that only an open after an unclean end reaches.
    static let needsUncleanEnd: Set<FaultPoint> = [.orphansRemoved, .recoveryDurable]
    static let killsAStore = 5
    static let stores: Range<UInt64> = 0..<(isLong ? 20 : 4)

    private func kill(_ store: KilledStore, at point: FaultPoint) async {
        let life = store.life
        await #expect(processExitsWith: .signal(SIGKILL), "\(point) was not reached") {
            [
                path = life.storePath as String, ledger = life.ledgerPath as String, pages = life.pages as [String],
                name = point.rawValue as String
            ] in
            try await Life(storePath: path, ledgerPath: ledger, pages: pages).run { options in
                options.faultPoint = { if $0.rawValue == name { Glibc.kill(getpid(), SIGKILL) } }
            }
        }
    }

    @Test(arguments: FaultPoint.allCases)
    func `a kill at any step of the engine loses nothing`(_ point: FaultPoint) async throws {
        let store = try KilledStore()
        if Self.needsUncleanEnd.contains(point) { await kill(store, at: .responseReported) }
        await kill(store, at: point)
        try store.check("\(point)")
        try await store.checkNothingRuns("\(point)")
        try await store.finish("\(point)")
    }

    @Test(arguments: LogStep.allCases)
    func `a kill at any step of writing the log loses nothing`(_ step: LogStep) async throws {
        for count in isFlush(step) ? [1, 2] : [2, 9, 20, 35] {
            let store = try KilledStore()
            let life = store.life
            await #expect(processExitsWith: .signal(SIGKILL), "\(step) was not reached \(count) times") {
                [
                    path = life.storePath as String, ledger = life.ledgerPath as String, pages = life.pages as [String],
                    name = step.rawValue as String, count = count as Int
                ] in
                let reached = Atomic<Int>(0)
                try await Life(storePath: path, ledgerPath: ledger, pages: pages).run { options in
                    options.logFault = { step in
                        guard step.rawValue == name else { return }
                        if reached.add(1, ordering: .relaxed).newValue == count { Glibc.kill(getpid(), SIGKILL) }
                    }
                }
            }
            try store.check("\(step), the \(count).")
            try await store.checkNothingRuns("\(step), the \(count).")
            try await store.finish("\(step), the \(count).")
        }
    }

    private func isFlush(_ step: LogStep) -> Bool { step == .flushStarted || step == .flushWritten }

    @Test(arguments: stores)
    func `kills at any moment, again and again, lose nothing`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let store = try KilledStore()
        let life = store.life
        for round in 0..<Self.killsAStore {
            let microseconds = UInt32.random(in: 0...400_000, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = life.storePath as String, ledger = life.ledgerPath as String, pages = life.pages as [String],
                    microseconds = microseconds as UInt32
                ] in
                let thread = Thread {
                    usleep(microseconds)
                    Glibc.kill(getpid(), SIGKILL)
                }
                thread.start()
                let life = Life(storePath: path, ledgerPath: ledger, pages: pages)
                // A life that is over is lived again until the end comes.
                while true { try await life.run() }
            }
            let comment: Comment = "seed \(seed), kill \(round) after \(microseconds) µs"
            try store.check(comment)
            if round == Self.killsAStore - 1 { try await store.checkNothingRuns(comment) }
        }
        try await store.finish("seed \(seed)")
    }
}
