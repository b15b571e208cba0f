import Glibc
import Holdfast
import HoldfastTestSupport
import Synchronization

/// The engine's life with one call that fails in it.
struct EngineFaults {
    var scenario: EngineScenario

    init(_ scenario: EngineScenario, in folder: String) {
        self.scenario = scenario
        self.scenario.path = "\(folder)/store"
    }

    /// Calls of each class that the life makes when nothing fails.
    func callCounts() async throws -> [FaultClass: Int] {
        Interposer.failNothing()
        try await scenario.run()
        return FaultCase.callCounts()
    }

    /// What is wrong with how the engine takes the fault.
    func problems(_ fault: FaultCase) async -> [String] {
        let marks = Mutex<[EngineScenario.Mark]>([])
        var life = scenario
        life.acknowledge = { mark in marks.withLock { $0.append(mark) } }
        Interposer.fail(fault.call, fault.number, fault.way)
        var problems = await Self.live(life)
        if Interposer.failedCallCount > 0 { Report.note("reached") }
        Interposer.failNothing()
        // Whatever went wrong before: what was acknowledged is there, and the rest of the life can be lived.
        life.acknowledge = { _ in }
        life.retriesFailed = true
        problems += await life.checkAndFinish(marks.withLock { $0 })
        return problems
    }

    /// Takes every step whatever became of those before it; each failure must have a code that says what it is.
    private static func live(_ life: EngineScenario) async -> [String] {
        var problems: [String] = []
        func judge(_ error: any Error, _ operation: String) {
            guard let error = error as? HoldfastError else { return problems.append("\(operation): \(error)") }
            // After a step that failed a later one may be out of place.
            let codes: Set<HoldfastError.Code> = [
                .diskFull, .inputOutput, .outcomeUnknown, .refused, .notFound, .noStore, .permission,
            ]
            if !codes.contains(error.code) { problems.append("\(operation): \(error.code.rawValue): \(error)") }
        }
        do {
            let engine = try await life.open()
            for (number, step) in life.steps.enumerated() {
                do { try await step(engine) } catch { judge(error, "step \(number)") }
            }
            do { try await engine.close() } catch { judge(error, "close") }
        } catch { judge(error, "open") }
        return problems
    }
}
