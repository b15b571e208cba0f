internal import Synchronization

/// A `StateCheck` on a thread of its own, beside whatever else is checked of the same store.
///
/// Nothing that it finds counts before the log itself was found sound; until then it only must come to no harm.
final class FoldingCheck: Sendable {
    private let store: OfflineStore
    private let isAbandoned = Atomic(false)
    private let outcome = Mutex<(found: StoreVerification, failure: (any Error)?)?>(nil)
    private let thread = Mutex<Thread?>(nil)

    init(_ store: OfflineStore) {
        self.store = store
    }

    /// Checks while `body` runs. The thread has ended when this returns.
    func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        thread.withLock { $0 = Thread.start(name: "holdfast-verify") { self.check() } }
        defer {
            isAbandoned.store(true, ordering: .relaxed)
            wait()
        }
        return try body()
    }

    /// Waits for the check and adds what it found.
    /// - Throws: as `StateCheck.run`; what was found before is added nevertheless.
    func finish(_ result: inout StoreVerification) throws {
        wait()
        // The system may have no thread to give.
        if outcome.withLock({ $0 == nil }) { check() }
        guard let (found, failure) = outcome.withLock({ $0 }) else { return }
        for problem in found.problems { result.add(problem.kind, problem.positions, problem.detail) }
        result.privatePartsIntact = found.privatePartsIntact
        result.privatePartsErased = found.privatePartsErased
        if let failure { throw failure }
    }

    private func wait() {
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    private func check() {
        var found = StoreVerification()
        var failure: (any Error)?
        do {
            var check = StateCheck(store) { self.isAbandoned.load(ordering: .relaxed) }
            try check.run(&found)
        } catch { failure = error }
        outcome.withLock { [found, failure] in $0 = (found, failure) }
    }
}
