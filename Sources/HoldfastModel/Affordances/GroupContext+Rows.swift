// Which row a group is in.
extension GroupContext {
    var row: GroupSummary.Row {
        if totals.items <= 0 { return .empty }
        if totals.removing > 0 { return .removing }
        if totals.damaged > 0 { return .damaged }
        if totals.wanted > 0 { return wantedRow }
        if unusable > 0 { return .unusable }
        if totals.installed >= totals.items { return .complete }
        return totals.installed > 0 ? .partly : .absent
    }

    private var wantedRow: GroupSummary.Row {
        if device.offlineMode?.isOn(at: now) ?? false { return .offlineMode }
        if isPaused || isAllPaused { return .paused }
        if totals.running > 0 { return .downloading }
        // What stands still by itself is told before what the network holds up: the network would not help.
        if totals.failed >= totals.wanted { return .failed }
        if totals.held >= totals.wanted { return .held }
        if isOffline { return .noInternet }
        return totals.failed > 0 ? .failed : .queued
    }

    private var isAllPaused: Bool { device.pausedAll?.isOn(at: now) ?? false }

    private var isOffline: Bool {
        switch NetworkSituation(device) {
        case .offline, .local, .captive: true
        case .unknown, .internet: false
        }
    }
}

// What a row shows.
extension GroupContext {
    func presents(_ row: GroupSummary.Row) -> Presentation {
        switch row {
        case .empty: shows(.download, .outline, .nothing, [Part(.groupEmpty)], nil, [], .quiet)
        case .removing:
            shows(
                .delete, .filled, .removing, [parts(totals.removing)], nil, totals.wanted > 0 ? [cancel] : [], .active)
        case .damaged:
            shows(
                .error, .filled, .needsRepair, [parts(totals.damaged)], Offer(.repair), [remove],
                .problem)
        case .unusable:
            shows(.error, .filled, .notAvailable, [parts(unusable)], nil, [remove], .attention)
        case .offlineMode:
            shows(.cloudOff, .filled, .queued, [Part(.offlineModeOn)] + way, Offer(.goOnline), [cancel], .normal)
        case .paused:
            shows(
                .pauseCircle, .filled, .paused, way, Offer(isAllPaused ? .resumeAll : .resumeGroup),
                [cancel], .normal)
        case .downloading: shows(.downloading, .ring, .downloading, way, Offer(.pause), [cancel], .active)
        case .noInternet:
            shows(
                .cloudOff, .filled, .noInternet, [Part(.groupWillStart, .count(starting))] + way, nil, [cancel], .normal
            )
        case .failed:
            shows(.error, .filled, .downloadFailed, [parts(totals.failed)], Offer(.retry), [cancel], .problem)
        case .held: shows(.pauseCircle, .filled, .paused, way, Offer(.resume, .actResumeGroup), [cancel], .normal)
        case .queued: shows(.schedule, .filled, .queued, way, Offer(.pause), [cancel], .normal)
        case .complete:
            shows(
                .offlinePin, .filled, .offline,
                [Part(.storageItems, .count(totals.items), .bytes(max(0, totals.usedBytes)))], nil, [remove], .quiet)
        case .partly:
            shows(
                .download, .filled, .download, [Part(.alreadyHere, .part(parts(totals.installed)))] + size,
                Offer(.download), [remove], .normal)
        case .absent: shows(.download, .filled, .download, size, Offer(.download), [], .normal)
        }
    }

    private var cancel: Offer { Offer(.cancel) }
    private var remove: Offer { Offer(.remove, .actRemoveDownloads) }

    private func shows(
        _ symbol: Icon.Symbol, _ style: Icon.Style, _ label: PhraseKey, _ detail: [Part], _ primary: Offer?,
        _ secondary: [Offer], _ emphasis: Emphasis
    ) -> Presentation {
        let isOnItsWay = [.downloading, .paused, .queued, .noInternet].contains(label)
        return Presentation(
            icon: Icon(symbol, style), label: Part(label), detail: detail, progress: isOnItsWay ? progress : nil,
            primary: primary, secondary: secondary, emphasis: emphasis)
    }

    /// "3 of 12 items".
    private func parts(_ count: Int64) -> Part { Part(.groupParts, .count(totals.items), .count(count)) }

    /// Wanted items that nothing but the network holds up.
    private var starting: Int64 { max(1, totals.wanted - totals.failed - totals.held) }

    private var sound: Int64 { max(0, totals.installed - totals.damaged) }
    private var isSizeKnown: Bool { totals.unknownSizes <= 0 }
    private var received: Int64 {
        let bytes = max(0, totals.usedBytes).clampedSum(max(0, totals.partialBytes))
        return isSizeKnown ? min(bytes, max(0, totals.knownBytes)) : bytes
    }

    /// "3 of 12 items · 48 MB of 1.2 GB".
    private var way: [Part] {
        let whole = Part(.plain, .bytes(max(0, totals.knownBytes)))
        return [
            parts(sound),
            isSizeKnown
                ? Part(.receivedOf, .bytes(received, .down), .part(whole)) : Part(.received, .bytes(received, .down)),
        ]
    }

    private var progress: Int? { isSizeKnown ? basisPoints(received, of: totals.knownBytes) : nil }

    /// What all items take, as far as it is known.
    private var size: [Part] {
        let known = max(0, totals.knownBytes)
        if isSizeKnown { return [Part(.plain, .bytes(known))] }
        return [known > 0 ? Part(.sizeAtLeast, .bytes(known)) : Part(.sizeUnknown)]
    }
}
