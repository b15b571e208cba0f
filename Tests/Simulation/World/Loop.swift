import HoldfastTaskHook

/// One thread that runs every task of the process, and a clock that goes on only when none can run.
///
/// What can run next is drawn, so that a seed is one order of steps among all that are possible, and the same one every time.
package final class Loop: @unchecked Sendable {
    // Everything happens on the thread that calls `run`: the hook brings all tasks there, and no part of a world has a thread.

    private enum Step {
        case task(UnsafeMutableRawPointer)
        case work(@Sendable () -> Void)
    }

    package private(set) var microseconds: Int64 = 0
    /// Steps taken so far: the same seed gives the same number.
    package private(set) var stepCount: UInt64 = 0
    /// Called after each step.
    package var afterStep: () -> Void = {}
    private var ready: [Step] = []
    private var timers = TimerQueue()
    private var cancelled: Set<UInt64> = []
    private var chance: Chance
    private var stepsAtThisTime = 0

    /// More steps than any moment has; an engine that takes them spins.
    private static let stepsOfAMomentMax = 200_000

    package init(seed: UInt64) { chance = Chance(seed: seed, part: 1) }

    /// Lets tasks come here; for the one loop of a process.
    package func takeTasks() {
        Self.current = self
        holdfast_take_tasks { task in
            if let task { Loop.current?.ready.append(.task(task)) }
        }
    }

    // The hook is a C function and has no context; set before the first task, and only one thread follows it.
    nonisolated(unsafe) private static var current: Loop?

    package func add(work: @escaping @Sendable () -> Void) { ready.append(.work(work)) }

    /// Time that a call takes which holds up the thread, as on a slow disk.
    package func pass(microseconds passed: Int64) { microseconds += passed }

    package struct Spinning: Error {}

    /// Runs until `isDone`, asked after each step, or until nothing is left to run or to wait for.
    package func run(until isDone: () -> Bool) throws(Spinning) {
        while !isDone() {
            if !ready.isEmpty {
                stepsAtThisTime += 1
                guard stepsAtThisTime <= Self.stepsOfAMomentMax else { throw Spinning() }
                take()
            } else {
                guard let timer = timers.popFirst() else { return }
                if timer.due > microseconds { stepsAtThisTime = 0 }
                microseconds = max(microseconds, timer.due)
                timer.body(true)
            }
            stepCount += 1
            afterStep()
        }
    }

    private func take() {
        // Mostly in the order of arrival, as the runtime has it.
        let index = chance.happens(0.5) ? 0 : chance.index(below: ready.count)
        switch ready.remove(at: index) {
        case .task(let task): holdfast_run_task(task)
        case .work(let work): work()
        }
    }

    package var isAtRest: Bool { ready.isEmpty }

    // MARK: Waiting

    /// Calls `body` at a time; a crash takes it along unless it is the world's.
    package func at(_ due: Int64, isOfWorld: Bool = true, _ body: @escaping () -> Void) {
        timers.add(due: due, isOfWorld: isOfWorld) { _ in body() }
    }

    /// Waits as part of a life. False when the task was cancelled.
    package func sleep(until moment: Int64) async -> Bool {
        let id = timers.newID()
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                if cancelled.remove(id) != nil { return continuation.resume(returning: false) }
                timers.add(due: moment, id: id, isOfWorld: false) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            if let timer = timers.remove(id) { timer.body(false) } else { cancelled.insert(id) }
        }
    }

    package func sleep(microseconds time: Int64) async -> Bool { await sleep(until: microseconds + time) }

    /// A process dies: its tasks stand where they are for ever.
    package func dropLife() {
        ready = []
        cancelled = []
        timers.dropLife()
    }
}
