import Holdfast
import HoldfastModel

extension Statistics {
    func lines(_ zone: TimeZoneRules) -> [FigureLine] {
        [rangeLine, downloadsLine, attempts(FigureLine("attempts"), of: attempts), savedLine]
            + failures.enumerated().map(failureLine) + interruptions.enumerated().map(interruptionLine)
            + hosts.map { attempts(FigureLine("host", key: $0.name), of: $0.counts) } + [
                availabilityLine, removalsLine,
            ]
            + (surroundings.map { [networkLine($0)] } ?? [])
            + storage.enumerated().map(storageLine) + days.map { dayLine($0, zone) }
    }

    private var rangeLine: FigureLine {
        var line = FigureLine("range")
        let positions = range.positions
        line.add("first", positions.isEmpty ? nil : Int64(clamping: positions.lowerBound))
        line.add("last", positions.isEmpty ? nil : Int64(clamping: positions.upperBound - 1))
        line.add("from", time: range.from)
        line.add("until", time: range.until)
        return line
    }

    private var downloadsLine: FigureLine {
        var line = FigureLine("downloads")
        line.add("requested", downloads.requested)
        line.add("completed", downloads.completed)
        line.add("cancelled", downloads.cancelled)
        line.add("wanted", downloads.wanted)
        line.add("failed", downloads.failed)
        line.add("paused", downloads.paused)
        line.add("scheduledRetries", recorded.scheduledRetries)
        line.add("requestedRetries", recorded.requestedRetries)
        return line
    }

    private func attempts(_ line: FigureLine, of counts: UsageCounts) -> FigureLine {
        var line = line
        line.add("attempts", counts.attempts)
        line.add("completed", counts.completed)
        line.add("interrupted", counts.interrupted)
        line.add("failed", counts.failed)
        line.add("bytes", counts.bytes)
        line.add("wireBytes", counts.wireBytes)
        line.add("meteredBytes", counts.meteredBytes)
        line.add("unmeteredBytes", counts.unmeteredBytes)
        line.add("unmeasured", counts.unmeasured)
        return line
    }

    private var savedLine: FigureLine {
        var line = FigureLine("saved")
        line.add("resumed", bytes.resumed)
        line.add("savedBytes", bytes.saved)
        line.add("discardedBytes", bytes.discarded)
        return line
    }

    private func failureLine(_ index: Int, _ reason: Reason) -> FigureLine {
        var line = FigureLine("failure", key: "\(index + 1)")
        line.add("class", text: "\(reason.failure.class)")
        line.add("code", text: reason.failure.code)
        line.add("httpStatus", reason.failure.httpStatus.map { Int64(clamping: $0) })
        line.add("count", reason.count)
        line.add("sentence", text: FailureWords.text(reason.failure))
        return line
    }

    private func interruptionLine(
        _ index: Int, _ found: (cause: Open<InterruptCause>, blocker: Open<BlockerCode>?, count: Int64)
    ) -> FigureLine {
        var line = FigureLine("interruption", key: "\(index + 1)")
        line.add("cause", text: "\(found.cause)")
        line.add("blocker", text: found.blocker.map { "\($0)" })
        line.add("count", found.count)
        return line
    }

    private var availabilityLine: FigureLine {
        var line = FigureLine("availability")
        line.add("downloads", Int64(recorded.waits.count))
        line.add("medianMs", length: recorded.percentile(50))
        line.add("p90Ms", length: recorded.percentile(90))
        line.add("longestMs", length: recorded.waits.last)
        return line
    }

    private var removalsLine: FigureLine {
        var line = FigureLine("removals")
        line.add("requested", removals.requested)
        line.add("undone", removals.undone)
        line.add("removed", removals.deleted)
        line.add("freedBytes", removals.freedBytes)
        return line
    }

    private func networkLine(_ surroundings: Surroundings) -> FigureLine {
        var line = FigureLine("network")
        for kind in NetworkSpan.Kind.allCases { line.add(kind.rawValue + "Ms", length: surroundings.length(of: kind)) }
        line.add("sessions", Int64(surroundings.sessionCount))
        line.add("clockFalls", Int64(surroundings.clockFalls.count))
        return line
    }

    private func storageLine(_ index: Int, _ slice: StorageSlice) -> FigureLine {
        var line = FigureLine("storage", key: "\(index + 1)")
        line.add("from", time: slice.from)
        line.add("until", time: slice.until)
        line.add("usedBytes", slice.usedBytes)
        line.add("largestBytes", slice.largestBytes)
        return line
    }

    private func dayLine(_ day: Day, _ zone: TimeZoneRules) -> FigureLine {
        var line = FigureLine("day", key: LocalTime.date(day.began, zone))
        line.add("began", time: day.began)
        line.add("requested", day.requested)
        line.add("attempts", day.counts.attempts)
        line.add("completed", day.counts.completed)
        line.add("interrupted", day.counts.interrupted)
        line.add("failed", day.counts.failed)
        line.add("bytes", day.counts.bytes)
        line.add("meteredBytes", day.counts.meteredBytes)
        return line
    }
}

extension UsageCounts {
    var unmeteredBytes: Int64 { max(0, wireBytes.subtractingClamped(meteredBytes)) }
}
