import HoldfastLMDB
import HoldfastLog
import HoldfastTestSupport

/// The log's life with one call that fails in it.
struct LogFaults {
    /// Calls of each class that the scenario makes when nothing fails.
    static func callCounts(in folder: String) async throws -> [FaultClass: Int] {
        Interposer.failNothing()
        let log = try EventLog.open(directory: folder, options: LogScenario.options())
        try await LogScenario.run(log, LogScenario.Answers()) { _, _ in }
        await log.close()
        return FaultCase.callCounts()
    }

    /// What is wrong with how the log takes the fault: nothing is lost or made up, and who waits hears of it once.
    static func problems(_ fault: FaultCase, in folder: String) async -> [String] {
        let answers = LogScenario.Answers()
        var life = Life()
        Interposer.fail(fault.call, fault.number, fault.way)
        do throws(LogError) {
            let log = try EventLog.open(directory: folder, options: LogScenario.options())
            await life.run(log, answers)
            await log.close()
        } catch {
            life.openError = error
        }
        var problems = life.problems
        // How many groups the records make depends on the writer's thread, and so how many calls there are.
        if Interposer.failedCallCount > 0 { Report.note("reached") }
        Interposer.failNothing()
        if !answers.areOneEach { problems.append("a waiter was not told exactly once") }
        if life.isOutcomeUnknown { Report.note("outcome unknown") }
        problems += await settled(life, folder)
        problems += await LogScenario.checkAndFinish(folder, stored: life.acknowledged, covered: life.covered)
        return problems
    }

    /// A failure that says that nothing happened means it; one that does not know is one of two things.
    private static func settled(_ life: Life, _ folder: String) async -> [String] {
        guard life.openError == nil else { return [] }
        do {
            let log = try EventLog.open(directory: folder, options: LogScenario.options())
            let count = try log.storedCount
            await log.close()
            let ends = life.isOutcomeUnknown ? [life.acknowledged, life.queuedEnd] : [life.acknowledged]
            return ends.contains(count) ? [] : ["\(count) records are stored, not one of \(ends)"]
        } catch {
            return ["the log does not open again: \(error)"]
        }
    }

    /// One process's life, which goes on after a failure as long as the log can.
    struct Life {
        var acknowledged: UInt64 = 0
        var covered: UInt64 = 0
        /// End of what was on its way when the outcome was not known.
        var queuedEnd: UInt64 = 0
        var isOutcomeUnknown = false
        var openError: LogError?
        var problems: [String] = []

        mutating func run(_ log: EventLog, _ answers: LogScenario.Answers) async {
            // Where everything fails from some call on, the second failure is enough.
            for _ in 0..<2 {
                do {
                    try await LogScenario.run(log, answers) { word, count in
                        if word == "stored" { acknowledged = count } else { covered = count }
                    }
                    return
                } catch let failure as LogScenario.Failure {
                    guard takeUp(failure, log) else { return }
                } catch {
                    problems.append("a failure without a type: \(error)")
                    return
                }
            }
        }

        /// - Returns: whether the log can go on.
        private mutating func takeUp(_ failure: LogScenario.Failure, _ log: EventLog) -> Bool {
            if failure.acknowledged > acknowledged {
                problems.append("\(failure.acknowledged) acknowledged in a failed group")
            }
            switch failure.error {
            case .storage(.commitOutcomeUnknown):
                isOutcomeUnknown = true
                queuedEnd = failure.queuedEnd
                return false
            case .storage(.io), .storage(.diskFull), .storage(.addressSpace), .storage(.permission): break
            default: problems.append("an error that names no cause: \(failure.error)")
            }
            do throws(LogError) {
                try log.resynchronise()
                let count = try log.storedCount
                if count != acknowledged { problems.append("\(count) records after a failure, not \(acknowledged)") }
                return true
            } catch {
                problems.append("the log does not go on: \(error)")
                return false
            }
        }
    }
}
