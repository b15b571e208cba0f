package import HoldfastModel

/// Folds a log and looks at each record with every check of a log: invariants 1 to 6, 12, 13 and 14, and rules beside them.
package struct InvariantChecker {
    package private(set) var state = MemoryState()
    package private(set) var count: UInt64 = 0
    package private(set) var violations: [Violation] = []
    private var checks: [any LogCheck] = Self.all

    package static var all: [any LogCheck] {
        [
            OneOpenAttempt(), OneEnd(), DurableBytesFall(), PublishedAfterVerified(), InstalledChanges(),
            DeletionsTraced(), RequestsAddUp(), QuotaHolds(), CancelledIsSilent(),
            StartsAllowed(), HostsLeftAlone(), RefusedIsForgotten(), AgreementsEnd(), RemovalWaits(), PinnedStays(),
            UsedBytesAddUp(),
            BudgetIsForFailures(), CancelDiscards(), ProofIsKept(),
        ]
    }

    package init() {}

    package mutating func take(_ record: Record, privatePart: PrivatePart?) {
        if record.position != count {
            add(.contiguousAndRooted, "position \(record.position) comes after \(count) records", at: record.position)
        }
        count += 1
        var step = FoldStep(record)
        step.before = state.item(step.number)
        if case .transferStarted = record.event, let item = step.before {
            // Folded in memory, where reading cannot fail.
            step.start = try? StartFacts(of: item, in: state)
        }
        if let key = SettingKey.named("verify.policy") {
            step.verifyPolicy = (try? effectiveSetting(key, item: step.before, in: state)) ?? ""
        }
        state.apply(record, privatePart: privatePart)
        step.after = state.item(step.number)
        step.totals = state.totals()
        step.device = state.device()
        step.quota = state.setting("storage.quotaBytes", for: nil).flatMap { Int64($0) }
        for index in checks.indices {
            if let problem = checks[index].problem(in: step) {
                add(checks[index].invariant, problem, at: record.position)
            }
        }
    }

    /// - Parameter isClosed: the last session was closed in order, so that nothing may be open.
    package mutating func finish(isClosed: Bool) {
        for check in checks {
            if let problem = check.problemAtEnd(isClosed: isClosed) { add(check.invariant, problem, at: count) }
        }
    }

    private mutating func add(_ invariant: Invariant?, _ text: String, at position: UInt64) {
        violations.append(Violation(invariant, "at \(position): \(text)"))
    }
}
