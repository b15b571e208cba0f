extension WhatIf {
    private var now: Now { Now(wall: clock ?? 0, monotonic: clock ?? 0) }
    var recorded: RecordedView { RecordedView(state: state, sources: sources) }

    func alternate(countsAhead: Bool) -> AlternateView {
        AlternateView(base: recorded, changes: changes, start: start, courses: courses, countsAhead: countsAhead)
    }

    /// What the item is judged by. While the records show its request running, nothing that runs ahead of them takes its slot or room.
    private func view(of number: UInt64) -> AlternateView {
        alternate(countsAhead: courses[number] == nil || attempts[number] == nil)
    }

    /// What speaks against the item, no engine to start it included.
    private func reasons(_ item: Item, in view: some StateView, _ slots: SlotUse) throws -> [Blocker] {
        var reasons = try blockers(of: item, in: view, at: now, slots: slots)
        if state.device().session == nil, !reasons.contains(where: { $0.code == .checking }) {
            reasons.append(Blocker(.checking))
        }
        return reasons
    }

    private mutating func due(_ time: Int64?) {
        guard let time, time > now.wall else { return }
        nextDue = min(nextDue ?? time, time)
    }

    mutating func wait(_ course: Course, for blocker: Blocker?, at time: Int64) {
        if blocker?.code == .checking { unknowns.insert(.notObserved) }
        course.waitsAfter.wait(for: blocker, at: time)
    }

    /// The records start the item: would it have been let?
    mutating func recordedStart(of number: UInt64, _ record: Record) throws {
        guard state.device().unreadable == nil, courses[number] == nil, let item = state.item(number),
            item.transfer.state.answer(to: .transferStarted).applies, let request = item.intent?.request,
            try changes.differ(from: state) || !courses.isEmpty
        else { return }
        let before = Set(try reasons(item, in: recorded, SlotUse(in: recorded)).map(\.code))
        let view = alternate(countsAhead: false)
        let after = try reasons(view.item(number) ?? item, in: view, SlotUse(in: view))
        guard let blocker = after.first(where: { !before.contains($0.code) }) else {
            let all = alternate(countsAhead: true)
            let others = try reasons(all.item(number) ?? item, in: all, SlotUse(in: all))
            if others.contains(where: { !before.contains($0.code) }) { unknowns.insert(.slotsShared) }
            return
        }
        let course = try part(item, request, isAhead: false, from: record.position)
        wait(course, for: blocker, at: now.wall)
        due(blocker.until)
    }

    /// Asks the rules again.
    ///
    /// - Parameter number: the only item that changed; `nil` where any may be let go on, or not any more.
    mutating func look(touched number: UInt64?) throws {
        guard state.device().unreadable == nil, try changes.differ(from: state) || !courses.isEmpty else {
            nextDue = nil
            return
        }
        if number == nil {
            nextDue = nil
            try lookAtRecorded()
            try lookAtRunning()
        }
        try lookAtQueue(only: number)
        try tellRecordedWaits(only: number)
        for course in courses.values { due(course.end(at: now.wall)) }
        if number == nil { due(try plan(in: alternate(countsAhead: true), at: now).nextDue) }
    }

    /// What the records show running and would have been stopped.
    private mutating func lookAtRecorded() throws {
        for (number, attempt) in attempts.sorted(by: { $0.key < $1.key }) where !attempt.isCut && courses[number] == nil
        {
            guard let item = state.item(number), let request = item.intent?.request, item.transfer.attempt != nil else {
                continue
            }
            let before = Set(try reasons(item, in: recorded, SlotUse()).map(\.code))
            let view = alternate(countsAhead: false)
            let after = try reasons(view.item(number) ?? item, in: view, SlotUse())
            // As for the scheduler, not known yet is no reason to stop.
            guard let blocker = after.first(where: { $0.code != .checking && !before.contains($0.code) }) else {
                continue
            }
            let course = try part(item, request, isAhead: false, from: report.positions.upperBound)
            wait(course, for: blocker, at: now.wall)
        }
    }

    private mutating func lookAtRunning() throws {
        for number in courses.keys.sorted() {
            guard let course = courses[number], course.isRunning else { continue }
            let view = view(of: number)
            let reasons = try reasons(view.item(number) ?? course.item, in: view, SlotUse())
            let stop = reasons.first { $0.code != .checking }
            guard let blocker = stop ?? (state.device().session == nil ? Blocker(.checking) : nil) else { continue }
            course.stop()
            wait(course, for: blocker, at: now.wall)
        }
    }

    private struct Candidate {
        var item: Item
        var course: Course?

        var order: (Int64, Int64, UInt64) { (0 &- (item.intent?.priority ?? 0), item.intent?.place ?? 0, item.number) }
    }

    /// In the order of the queue, what waits goes on where the rules let it.
    private mutating func lookAtQueue(only touched: UInt64?) throws {
        let all = alternate(countsAhead: true)
        let recordedSlots = try SlotUse(in: recorded)
        for candidate in try candidates(touched, all, SlotUse(in: all)) {
            let number = candidate.item.number
            let view = view(of: number)
            let slots = try SlotUse(in: view)
            let reasons = try reasons(view.item(number) ?? candidate.item, in: view, slots)
            guard reasons.isEmpty else {
                for blocker in reasons { due(blocker.until) }
                if let course = candidate.course { wait(course, for: reasons.first, at: now.wall) }
                continue
            }
            let course: Course
            if let known = candidate.course {
                course = known
            } else {
                // What the records do not hold up either starts when they say.
                guard let request = candidate.item.intent?.request,
                    try !self.reasons(candidate.item, in: recorded, recordedSlots).isEmpty
                else { continue }
                course = try part(candidate.item, request, isAhead: true, from: report.positions.upperBound)
            }
            let left = course.bytes
            let network = try network(of: number)
            course.start(at: now.wall, network)
            table.addAfter(left - course.bytes, network)
        }
    }

    /// Items that may start, in the order of the queue: those that went another way, and while a slot is free those of the records.
    private func candidates(_ touched: UInt64?, _ view: AlternateView, _ slots: SlotUse) throws -> [Candidate] {
        let device = state.device()
        var found: [Candidate] = []
        for (number, course) in courses where touched ?? number == number && !course.isRunning && !course.isOver {
            if isReady(course.item, at: now, device: device) {
                found.append(Candidate(item: course.item, course: course))
            }
        }
        func consider(_ number: UInt64) {
            guard courses[number] == nil, let item = state.item(number), isReady(item, at: now, device: device) else {
                return
            }
            found.append(Candidate(item: item))
        }
        let settings = try Settings(of: nil, in: view)
        if slots.running < settings.maxConcurrent, try changes.differ(from: state) || !courses.isEmpty {
            if let touched {
                consider(touched)
            } else {
                var looks = 0
                try state.walk(.wanted) { key in
                    looks += 1
                    consider(key.number)
                    return looks < planLookMax
                }
            }
        }
        return found.sorted { $0.order < $1.order }
    }

    private mutating func tellRecordedWaits(only touched: UInt64?) throws {
        guard !courses.isEmpty else { return }
        let slots = try SlotUse(in: recorded)
        for (number, course) in courses where touched ?? number == number {
            if waitsAsRecorded(course, number), let item = state.item(number) {
                let reasons = try reasons(item, in: recorded, slots)
                course.waitsBefore.wait(for: reasons.first, at: now.wall)
                for blocker in reasons { due(blocker.until) }
            } else {
                course.waitsBefore.end(at: now.wall)
            }
            for item in [course.item, state.item(number)] {
                if case .held(_, let until) = item?.transfer { due(until) }
            }
        }
    }
}
