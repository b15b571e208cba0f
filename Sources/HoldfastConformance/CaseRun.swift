internal import Holdfast
internal import Synchronization

/// One case as it is tried.
final class CaseRun: Sendable {
    let tried: ConformanceCase
    private let origin: any ConformanceOrigin
    private let folder: String
    private let limits: TransportConformance
    private let found = Mutex<[ConformanceFinding]>([])
    private let sinks = Mutex<[CheckingSink]>([])

    init(_ tried: ConformanceCase, _ origin: any ConformanceOrigin, number: Int, limits: TransportConformance) {
        self.tried = tried
        self.origin = origin
        self.limits = limits
        // Pages of another run on the same origin are others.
        folder = "/\(UInt64.random(in: 0 ..< .max))-\(number)"
    }

    var findings: [ConformanceFinding] { found.withLock { $0 } }

    /// What was done to sinks after their transfers had returned, by now.
    var lateFindings: [ConformanceFinding] {
        sinks.withLock { $0 }.flatMap(\.seen.misuses).map {
            ConformanceFinding(caseName: tried.name, expected: "no such call", came: $0)
        }
    }

    func find(_ expected: String, _ came: String) {
        found.withLock { $0.append(ConformanceFinding(caseName: tried.name, expected: expected, came: came)) }
    }

    func perform(with transport: any Transport) async throws {
        let pages = tried.pages { [self] page, site in origin.address(of: path(page), at: site) ?? "" }
        for (page, replies) in pages { try await origin.serve(replies, at: path(page)) }
        for _ in 0..<(tried.isRepeated ? 2 : 1) { await attempt(transport) }
        for fact in tried.expected.requests { await check(fact) }
        for page in pages.keys { try await origin.release(path(page)) }
        if tried.act.isCancel { try await checkUse(of: transport) }
    }

    private func path(_ page: String) -> String { "\(folder)/\(page)" }

    // MARK: Transfers

    private func attempt(_ transport: any Transport) async {
        var request = tried.request
        request.url = origin.address(of: path("a"), at: tried.site) ?? ""
        if tried.isImpatient { request.idleTimeout = limits.silence }
        if let rate = tried.bytesPerSecond {
            request.bandwidth = BandwidthLimit()
            request.bandwidth?.set(bytesPerSecond: rate)
        }
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        let gate = tried.act == .blockSink ? Gate() : nil
        let attempts = (0..<tried.count).map { _ in
            let sink = CheckingSink(
                tried.sink, body: servedBody, signalAfter: signalAfter, gate: gate, signal: { signal.yield() })
            return Attempt(sink: sink, request: request)
        }
        sinks.withLock { $0 += attempts.map(\.sink) }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { [self] in
                await transferAll(attempts, transport, signals, gate)
                return true
            }
            group.addTask { [limits] in
                await limits.sleep(limits.limit)
                return false
            }
            if await group.next() == false { find("an end within \(limits.limit)", "none") }
            group.cancelAll()
        }
        if request.bandwidth?.wait() == .zero { find("bytes that are counted against the limit", "none") }
        for attempt in attempts { check(attempt) }
    }

    private var servedBody: OriginBody {
        switch tried.expected.body {
        case .whole(let body), .beginning(let body), .first(_, let body): body
        }
    }

    private var signalAfter: Int {
        switch tried.act {
        case .cancelAfterBytes(let count), .shutDownAfterBytes(let count): count
        default: .max
        }
    }

    private func transferAll(
        _ attempts: [Attempt], _ transport: any Transport, _ signals: AsyncStream<Void>, _ gate: Gate?
    ) async {
        await withTaskGroup(of: Void.self) { group in
            if tried.act == .cancelBeforeStart { group.cancelAll() }
            let remaining = Counter(attempts.count)
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            for attempt in attempts {
                group.addTask {
                    await attempt.transfer(over: transport)
                    if remaining.countDown() { end.finish() }
                }
            }
            if let startedAt = await act(transport, signals, ends, gate) {
                for attempt in attempts { attempt.stoppedAt(startedAt) }
                if tried.act.isCancel { group.cancelAll() } else { await transport.shutdown() }
            }
            await group.waitForAll()
        }
    }

    /// Waits for the moment to stop. `nil` when nothing is to be stopped, or everything has ended before.
    private func act(
        _ transport: any Transport, _ signals: AsyncStream<Void>, _ ends: AsyncStream<Void>, _ gate: Gate?
    ) async -> ContinuousClock.Instant? {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in ends {}
                return false
            }
            group.addTask { [self] in await moment(signals, gate) }
            let isTime = await group.next() ?? false
            group.cancelAll()
            gate?.open()
            return isTime ? .now : nil
        }
    }

    private func moment(_ signals: AsyncStream<Void>, _ gate: Gate?) async -> Bool {
        switch tried.act {
        case .none, .cancelBeforeStart:
            return false
        case .cancelWhenRequested, .shutDownWhenRequested:
            return await untilRequested(tried.count)
        case .cancelAfterBytes, .shutDownAfterBytes:
            var count = 0
            for await _ in signals {
                count += 1
                if count == tried.count { return true }
            }
            return false
        case .blockSink:
            await holdBack()
            gate?.open()
            return false
        }
    }

    private func untilRequested(_ count: Int) async -> Bool {
        while !Task.isCancelled {
            if let requests = try? await origin.requests(for: path("a")), requests.count >= count { return true }
            await limits.sleep(.milliseconds(5))
        }
        return false
    }

    /// A transport that reads on while the sink is busy lets the origin send everything.
    private func holdBack() async {
        _ = await untilRequested(1)
        for _ in 0..<40 {
            await limits.sleep(limits.silence / 40)
            if let request = try? await origin.requests(for: path("a")).last, request.hasEnded {
                return find("a body that is not read while the sink is busy", "all of it was sent")
            }
        }
    }

    // MARK: What came

    private func check(_ attempt: Attempt) {
        let (sink, seen) = (attempt.sink, attempt.sink.seen)
        let expected = tried.expected
        checkOutcome(attempt)
        if !expected.beginCounts.contains(seen.heads.count) {
            find("\(expected.beginCounts) calls of begin()", "\(seen.heads.count)")
        }
        for fact in expected.head {
            if let came = seen.heads.last.map(fact.read), came != fact.wanted {
                find("\(fact.name) \(fact.wanted)", came)
            }
        }
        if let place = sink.firstWrongByte { find("the bytes that were sent", "others from byte \(place) on") }
        checkCount(seen.byteCount)
        if let summary = attempt.summary, summary.bodyBytes != Int64(seen.byteCount) {
            find("a summary of \(seen.byteCount) bytes", "\(summary.bodyBytes)")
        }
        if let delay = attempt.stopDelay, delay > .seconds(2) { find("an end within 2 seconds", "one after \(delay)") }
    }

    private func checkCount(_ count: Int) {
        switch tried.expected.body {
        case .whole(let body) where count != body.count: find("\(body.count) bytes", "\(count)")
        case .first(let wanted, _) where count != wanted: find("\(wanted) bytes", "\(count)")
        case .beginning(let body) where count > body.count: find("at most \(body.count) bytes", "\(count)")
        default: break
        }
    }

    private func checkOutcome(_ attempt: Attempt) {
        let came = attempt.failure.map { "\($0.code): \($0)" } ?? "success"
        switch tried.expected.outcome {
        case .finishes: if attempt.failure != nil { find("success", came) }
        case .fails(let failures):
            guard let failure = attempt.failure, failures.contains(failure) else {
                return find(failures.map { "\($0.code): \($0)" }.joined(separator: ", or "), came)
            }
        case .failsAs(let codes):
            guard let failure = attempt.failure, codes.contains(failure.code) else {
                return find(codes.joined(separator: ", or "), came)
            }
        }
    }

    private func check(_ fact: RequestFact) async {
        guard let requests = try? await origin.requests(for: path(fact.page)) else { return }
        if requests.count != fact.count {
            find("\(fact.count) requests for page \(fact.page)", "\(requests.count)")
        }
        guard let fields = requests.last?.fields else { return }
        for (name, wanted) in fact.fields.sorted(by: { $0.key < $1.key }) where fields[name] != wanted {
            find("\(name): \(wanted ?? "(none)") for page \(fact.page)", fields[name] ?? "(none)")
        }
    }

    /// One that was cancelled harms no other.
    private func checkUse(of transport: any Transport) async throws {
        let body = OriginBody("still there")
        try await origin.serve([OriginReply(body: body)], at: path("after"))
        let request = TransferRequest(url: origin.address(of: path("after"), at: .plain) ?? "")
        let attempt = Attempt(sink: CheckingSink(SinkScript(), body: body), request: request)
        await attempt.transfer(over: transport)
        if let failure = attempt.failure { find("a transport that goes on after a cancel", "\(failure)") }
    }
}
