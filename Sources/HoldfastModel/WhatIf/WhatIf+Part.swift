extension WhatIf {
    /// The item goes another way from now on.
    ///
    /// - Parameter position: the first record that is still to come.
    mutating func part(_ item: Item, _ request: UInt64, isAhead: Bool, from position: UInt64) throws -> Course {
        let time = clock ?? 0
        let number = item.number
        var item = item
        let open = attempts[number].map { (meter: $0.meter, counted: $0.counted) }
        var work = RequestWork(request, open: open, at: time)
        try itemRecords(number, position) { work.take($0) }
        if var attempt = attempts[number] {
            // What had moved by now, moved as recorded.
            try settle(work.anticipated, &attempt, number)
            attempt.meter.anticipate(work.anticipated)
            attempt.counted = time
            attempts[number] = attempt
            if work.anticipated > 0 {
                var staging = item.staging ?? Staging(durableBytes: 0)
                staging.durableBytes = staging.durableBytes.clampedSum(work.anticipated)
                item.staging = staging
            }
        }
        var endsWhole = work.whole != nil
        if isAhead, !endsWhole, !work.isSettled {
            // Without a record of its end, it goes on as it went before; without any, it takes no time.
            unknowns.insert(.neverRan)
            if let size = item.catalogue.size {
                let durable = item.staging?.durableBytes ?? 0
                let rest = max(0, size.clampedDifference(durable).clampedDifference(work.bytes))
                if work.bytes > 0 {
                    let ratio = work.microseconds.multipliedFullWidth(by: rest)
                    if ratio.high < work.bytes {
                        work.microseconds = work.microseconds.clampedSum(work.bytes.dividingFullWidth(ratio).quotient)
                    }
                }
                work.bytes = work.bytes.clampedSum(rest)
            } else {
                unknowns.insert(.sizeUnknown)
            }
            endsWhole = false
        }
        let course = Course(item, request: request, isAhead: isAhead, work, endsWhole: endsWhole, at: time)
        courses[number] = course
        return course
    }

    /// What people and apps asked for in the records, they would have asked for too.
    mutating func follow(_ record: Record, _ number: UInt64) {
        guard let course = courses[number], let item = state.item(number) else { return }
        let time = clock ?? 0
        switch record.event {
        case .downloadPaused(let payload) where !course.isOver:
            course.waitsAfter.end(at: time)
            course.stop(.held(by: record.actor, until: payload.until))
        case .downloadResumed where course.item.transfer.state == .held: course.stop(.ready)
        case .downloadCancelled, .deletionRequested, .contentImported: if !course.isOver { course.finish(at: time) }
        default: break
        }
        course.item.catalogue = item.catalogue
        if let intent = item.intent, intent.request == course.request, !course.isOver {
            course.item.intent?.priority = intent.priority
            course.item.intent?.place = intent.place
            course.item.intent?.allowsMetered = intent.allowsMetered
            course.item.intent?.consents = intent.consents
        }
        let isAsked = item.intent?.request == course.request
        let isOther = item.intent != nil && !isAsked
        guard isOther || !isAsked && course.isOver else { return }
        if !course.isOver { course.finish(at: time) }
        report.items.append(course.told(at: time, isEnd: false))
        courses[number] = nil
    }
}
