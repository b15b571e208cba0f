extension WhatIf {
    /// Lets time pass, stopping at each moment at which something may change by itself.
    ///
    /// - Parameter isAlive: an engine was there to act.
    mutating func advance(to time: Int64, isAlive: Bool) throws {
        guard let now = clock, time >= now else {
            if clock != nil { unknowns.insert(.clockSetBack) }
            clock = time
            nextDue = nil
            return
        }
        var moments = 0
        while isAlive, let due = nextDue, due <= time {
            moments += 1
            guard moments <= Self.momentCountMax else {
                unknowns.insert(.tooManyMoments)
                break
            }
            try pass(to: due)
            nextDue = nil
            try look(touched: nil)
        }
        try pass(to: time)
    }

    /// Whoever acted is gone since the last record.
    mutating func processDied() throws {
        nextDue = nil
        let time = clock ?? 0
        for (number, var attempt) in attempts {
            attempt.isCut = true
            attempts[number] = attempt
            unknowns.insert(.processDied)
        }
        for course in courses.values where !course.isOver {
            unknowns.insert(.processDied)
            course.stop(course.isRunning ? .ready : course.item.transfer)
            if course.item.transfer.state == .ready { wait(course, for: Blocker(.checking), at: time) }
        }
    }

    /// Time in which nothing changes.
    private mutating func pass(to time: Int64) throws {
        guard let now = clock, time > now else { return }
        let duration = time.clampedDifference(now)
        for (number, var attempt) in attempts where !attempt.isCut {
            let network = try network(of: number)
            attempt.times[network] = (attempt.times[network] ?? 0).clampedSum(duration)
            attempts[number] = attempt
        }
        let totals = state.totals()
        let waiting = max(0, totals.wanted &- totals.running &- totals.failed &- totals.paused)
        let waited = waiting.multipliedReportingOverflow(by: duration)
        let held = try waitedHeld(from: now, to: time)
        let before = (waited.overflow ? Int64.max : waited.partialValue).clampedSum(held)
        report.waitedBefore = report.waitedBefore.clampedSum(before)
        report.waitedAfter = report.waitedAfter.clampedSum(before)
        for (number, course) in courses { try pass(duration, from: now, course, number) }
        clock = time
    }

    private mutating func pass(_ duration: Int64, from now: Int64, _ course: Course, _ number: UInt64) throws {
        let isWaitingBefore = waitsAsRecorded(course, number)
        if isWaitingBefore { course.report.waitedBefore = course.report.waitedBefore.clampedSum(duration) }
        let isWaitingAfter = isWaiting(course.item) || course.isAsRecorded && isWaitingBefore
        if isWaitingAfter { course.report.waitedAfter = course.report.waitedAfter.clampedSum(duration) }
        if isWaitingBefore != isWaitingAfter {
            report.waitedAfter = report.waitedAfter.clampedSum(isWaitingAfter ? duration : -duration)
        }
        if course.isRunning { run(course, for: duration, from: now, try network(of: number)) }
    }

    /// Whether the records show the course's request waiting.
    func waitsAsRecorded(_ course: Course, _ number: UInt64) -> Bool {
        guard let item = state.item(number), item.intent?.request == course.request else { return false }
        return isWaiting(item)
    }

    private func isWaiting(_ item: Item) -> Bool {
        switch item.transfer.state {
        case .ready, .backoff: true
        // A pause whose end has passed holds nothing up any more.
        case .held: isReady(item, at: Now(wall: clock ?? 0, monotonic: clock ?? 0), device: state.device())
        default: false
        }
    }

    /// Time in which held items waited, since the end of their pause had passed; the sums count them as paused.
    private func waitedHeld(from now: Int64, to time: Int64) throws -> Int64 {
        var waited: Int64 = 0
        try state.walk(.heldUntil) { key in
            guard key.order < time else { return false }
            waited = waited.clampedSum(time.clampedDifference(max(now, key.order)))
            return true
        }
        return waited
    }

    mutating func run(_ course: Course, for duration: Int64, from time: Int64, _ network: NetworkClass) {
        let left = course.bytes
        course.run(for: duration, from: time, network)
        table.addAfter(left - course.bytes, network)
    }

    func network(of number: UInt64) throws -> NetworkClass {
        let source = try state.item(number).flatMap { try sources.source(of: $0, in: state) }
        return NetworkClass(state.device().connectivity, source?.reach)
    }

    /// Counts the bytes that a record tells of.
    mutating func count(_ record: Record, of number: UInt64) throws {
        guard var attempt = attempts[number], let count = attempt.meter.count(record.event) else { return }
        try settle(count.bytes, &attempt, number)
        attempt.counted = record.recordedAt
        attempts[number] = count.isLast ? nil : attempt
    }

    /// Adds bytes to the sums, split by the time since the last count.
    mutating func settle(_ bytes: Int64, _ attempt: inout RecordedAttempt, _ number: UInt64) throws {
        var left = bytes
        var whole = attempt.times.values.reduce(Int64(0)) { $0.clampedSum($1) }
        if attempt.times.isEmpty { attempt.times[try network(of: number)] = 0 }
        if attempt.times.count > 1, bytes > 0 { unknowns.insert(.splitByTime) }
        for (network, time) in attempt.times.sorted(by: { $0.key < $1.key }) {
            let part = left.share(time, of: whole)
            left -= part
            whole -= time
            table.addBefore(part, network)
            if let course = courses[number] {
                course.table.addBefore(part, network)
            } else {
                table.addAfter(part, network)
            }
        }
        attempt.times = [:]
    }
}
