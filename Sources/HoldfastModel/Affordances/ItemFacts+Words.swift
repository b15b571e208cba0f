// Sizes and progress: the S, R and T of the table.
extension ItemFacts {
    /// The whole size as far as it is known: what the server said for the bytes that are here, else the catalogue.
    var size: Int64? {
        let catalogue = item.catalogue
        return (item.staging?.total ?? catalogue.size ?? catalogue.expectedBytes).map { max(0, $0) }
    }

    var isSizeExact: Bool {
        item.staging?.total != nil || (item.catalogue.size == nil ? size != nil : item.catalogue.isSizeExact)
    }

    /// S: "48 MB", "about 48 MB", "Size unknown".
    var sizePart: Part {
        guard let size else { return Part(.sizeUnknown) }
        return Part(isSizeExact ? .plain : .sizeAbout, .bytes(size))
    }

    /// The size of the installed file.
    var installedPart: Part { Part(.plain, .bytes(item.installed?.bytes ?? 0)) }

    /// Never more than the whole.
    var received: Int64 {
        let bytes = max(0, item.staging?.durableBytes ?? 0, isMoving ? context.receivedBytes ?? 0 : 0)
        return exactSize.map { min(bytes, $0) } ?? bytes
    }

    private var exactSize: Int64? { isSizeExact ? size : nil }

    /// Bytes still to come.
    var missingBytes: Int64? { size.map { max(0, $0 - received) } }

    var hasPartial: Bool { (item.staging?.durableBytes ?? 0) > 0 }

    /// R: "12 MB of 48 MB", or only what is here while the size is unknown. Rounded down: the whole is not told before it is here.
    var receivedPart: Part {
        guard let size else { return Part(.received, .bytes(received, .down)) }
        return Part(.receivedOf, .bytes(received, .down), .part(Part(isSizeExact ? .plain : .sizeAbout, .bytes(size))))
    }

    /// 0...10000; only against a size that cannot change any more, or it could fall.
    var progress: Int? {
        exactSize.flatMap { basisPoints(received, of: $0) }
    }

    /// T, while a rate is known.
    var timeLeft: [Part] {
        downloadTime.map { [Part(.timeLeft, .duration($0))] } ?? []
    }

    /// What the missing bytes take at the present rate, in microseconds.
    var downloadTime: Int64? {
        guard let missingBytes, let rate = context.bytesPerSecond, rate > 0 else { return nil }
        let (seconds, rest) = missingBytes.quotientAndRemainder(dividingBy: rate)
        let (time, overflow) = (rest > 0 ? seconds + 1 : seconds).multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : time
    }

    /// What the connection costs the person, where it costs something.
    var costParts: [Part] {
        if isMetered || isRoaming { return [Part(isMobile ? .usesMobileData : .usesMetered)] }
        return isLowData ? [Part(.usesLowData)] : []
    }

    func time(_ time: Int64) -> Argument { .time(time, now: now) }

    func untilParts(_ until: Int64?) -> [Part] { until.map { [Part(.until, time($0))] } ?? [] }
}

// Why it waits.
extension ItemFacts {
    var firstBlocker: Blocker? { isChecking ? nil : blockers.first }

    /// The blockers behind the first that somebody has to do something about: "then needs Wi-Fi and 200 MB free".
    var thenNeeds: [Part] {
        let behind = isChecking ? blockers[...] : blockers.dropFirst()
        let needs = behind.compactMap { BlockerWords($0, self).need }
        return Self.list(needs).map { [Part(.thenNeeds, .part($0))] } ?? []
    }

    /// "A, B and C", each once.
    private static func list(_ parts: [Part]) -> Part? {
        var parts = parts.reduce(into: [Part]()) { if !$0.contains($1) { $0.append($1) } }
        guard let last = parts.popLast() else { return nil }
        guard let first = parts.first else { return last }
        let others = parts.dropFirst().reduce(first) { Part(.listComma, .part($0), .part($1)) }
        return Part(.listAnd, .part(others), .part(last))
    }

    /// The first reason in a few words, for a row that is about something else.
    var reason: Part {
        switch phase {
        case .held: Part(.paused)
        case .failed: failurePart ?? Part(.downloadFailed)
        case .waiting:
            isChecking ? Part(.checking) : firstBlocker.map { BlockerWords($0, self).reason } ?? Part(.queued)
        case .connecting, .receiving: Part(.checking)
        case .finishing: Part(.checkingFile)
        case .idle: Part(.queued)
        }
    }

    /// The connection that was last seen, told as history.
    var lastKnown: [Part] {
        guard let connectivity = context.device.connectivity else { return [] }
        return [Part(.lastKnown, .part(Part(NetworkSituation(connectivity).lastKnownKey)))]
    }

    /// The failure that the item waits after or ended with.
    var failure: Failure? {
        switch item.transfer {
        case .backoff(_, _, let failure, _), .failed(let failure, _): failure
        default: nil
        }
    }

    var failurePart: Part? { failure.map(FailureWords.part) }

    /// What moves an item on that is wanted already but does not run; `nil` where only time or the world can.
    func advance(_ label: PhraseKey) -> Offer? {
        switch phase {
        case .held: return Offer(.resume, label)
        case .failed:
            return switch failedNeed {
            case .space where !hasRoom: Offer(failure?.class == .known(.quota) ? .manageDownloads : .freeSpace)
            case .auth: Offer(.signIn)
            default: Offer(.retry, label)
            }
        case .waiting:
            guard let firstBlocker else { return nil }
            let relabelled: Set<BlockerCode> = [.backoff, .slotsFull, .hostSlotsFull, .notBefore]
            let fix = BlockerWords(firstBlocker, self).fix
            return relabelled.contains(firstBlocker.code) ? fix.map { Offer($0.code, label) } : fix
        case .idle, .connecting, .receiving, .finishing: return nil
        }
    }

    /// What a failed download waits for. A newer program's word means: somebody has to look.
    var failedNeed: Need? {
        if case .failed(_, let needs) = item.transfer { needs.known ?? .user } else { nil }
    }
}

extension ItemFacts {
    /// The offer in words; `nil` for what would be refused. Nothing may act on a log that this program cannot wholly read:
    /// only the host's actions are left. A file that is just being put in its place can be removed when it is there.
    func action(_ offer: Offer?) -> Action? {
        guard let offer else { return nil }
        if context.device.unreadable != nil, offer.code.handling(item: item.id) != .host { return nil }
        if offer.code == .remove, item.transfer.state == .publishing { return nil }
        if offer.code.asksForContent, !isObtainable { return nil }
        if offer.code == .retry, context.isWithdrawn, phase == .failed { return nil }
        return Action(offer.code, label: context.phrases.text(offer.words), asks: offer.asks)
    }
}

extension AffordanceRow {
    /// The rows labelled "Offline": a proven file can be opened.
    public var showsOffline: Bool {
        switch self {
        case .updating, .updateWaiting, .expiresSoon, .stale, .staleOffline, .installed: true
        default: false
        }
    }
}
