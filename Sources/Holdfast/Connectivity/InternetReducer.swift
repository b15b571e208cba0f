/// Tells what lies behind the links: the internet, a sign-in page, or nothing; and how good it is.
///
/// Pure: the clock is an argument, and each observation says when it began, so that an old one never overwrites a newer. Bad news of a
/// link is the links' own to tell; this adds what a link cannot know. A default route is believed until something speaks against it
/// where nothing is probed; with a probe the internet is open only once it was proven.
struct InternetReducer: Sendable {
    /// What is known of the way behind the links.
    enum Verdict: Sendable, Equatable { case unknown, validated, captive, lost }

    /// Addresses that are known to answer exist.
    let hasProbe: Bool
    private(set) var links: LinkChange?
    private(set) var verdict = Verdict.unknown
    /// What was last published.
    private(set) var published: NetworkState?
    /// Set while a probe is under way.
    private(set) var probeBegan: Duration?
    private(set) var estimator = QualityEstimator()

    /// When the observation began that the verdict rests on.
    private var verdictBegan = Duration.zero
    /// What began before the path changed says nothing of it.
    private var pathSince = Duration.zero
    /// A transfer proved it after the last probe that failed: probes alone do not take that back.
    private var isProvedByTransfer = false
    /// The path has been looked at; until then its links are not told where there is a probe to wait for.
    private var isJudged = false
    private var failures = 0
    private var schedule = ProbeSchedule()
    private var penalty = FlapPenalty()
    private var isIntermittent = false
    /// Hosts that answered with a sign-in page since the internet last proved itself.
    private var portalHosts: Set<String> = []
    private var source: LinkSource = .system
    private var rawChanges = 0
    private var publishedAt = Duration.zero

    init(hasProbe: Bool) { self.hasProbe = hasProbe }

    /// Something may be asked of a host on the internet.
    var isOpen: Bool {
        guard let links, links.facts.link == .internet else { return false }
        if verdict == .unknown, links.facts.isCaptive == true { return false }
        return verdict == .validated || (verdict == .unknown && (isJudged || !hasProbe))
    }

    /// The newest look at the links has been judged, or will not be soon.
    func isSettled(_ links: LinkFacts?) -> Bool {
        links != nil && self.links?.facts == links && state != nil && state?.isSame(as: published) ?? true
    }

    // MARK: What is observed

    mutating func take(_ change: LinkChange, now: Duration) {
        let before = links?.facts
        links = change
        source = change.facts.source
        rawChanges = change.rawChanges
        if before?.link != change.facts.link || before?.interfaces != change.facts.interfaces {
            changePath(now)
        } else if change.facts.isCaptive == true, before?.isCaptive != true {
            // The system's word is newer than what was proven before.
            if hasProbe { schedule.soon(now) } else { verdict = .unknown }
        }
    }

    /// The device slept, or came to another network: nothing that was seen is sure any more.
    mutating func changePath(_ now: Duration) {
        pathSince = now
        verdict = .unknown
        failures = 0
        (isProvedByTransfer, isJudged) = (false, false)
        portalHosts = []
        estimator.reset()
        schedule.begin(isWanted: hasProbe && links?.facts.link == .internet, now)
    }

    /// - Parameter draw: spreads the probes of many devices.
    mutating func take(_ result: ProbeVerdict, began: Duration, now: Duration, draw: UInt64) {
        probeBegan = nil
        guard links?.facts.link == .internet else { return }
        guard began >= pathSince, began >= verdictBegan else { return schedule.again(now) }
        let wasValidated = verdict == .validated
        switch result {
        case .online:
            judge(.validated, .probe, began)
            failures = 0
        case .captive: judge(.captive, .probe, began)
        case .unreachable:
            failures += 1
            if failures >= Self.failuresToLose, !isProvedByTransfer {
                if wasValidated { penalty.add(FlapPenalty.perLoss, now: now) }
                judge(.lost, .probe, began)
            }
        case .inconclusive: isJudged = true
        }
        schedule.next(verdict, isFirstFailure: failures == 1 && verdict != .lost, now, draw: draw)
    }

    /// What one transfer over the internet saw.
    mutating func take(_ observation: TransferObservation, began: Duration, now: Duration) {
        guard links?.facts.link == .internet, began >= pathSince else { return }
        switch observation {
        case .arrived:
            guard began >= verdictBegan || verdict == .unknown else { return }
            judge(.validated, .transfer, began)
            isProvedByTransfer = true
            failures = 0
            schedule.rest(hasProbe, now)
        case .broke, .unreached:
            isProvedByTransfer = false
            if observation == .broke { penalty.add(FlapPenalty.perBreak, now: now) }
            if hasProbe { schedule.soon(now) }
        case .signInPage(let host):
            if hasProbe { return schedule.soon(now) }
            // One host that sends people elsewhere is no portal.
            portalHosts.insert(host)
            guard portalHosts.count >= Self.portalHostsMin, began >= verdictBegan else { return }
            judge(.captive, .transfer, began)
            schedule.next(.captive, isFirstFailure: false, now, draw: 0)
        }
    }

    mutating func take(bytes: Int64, over time: Duration, now: Duration) {
        estimator.add(bytes: bytes, over: time, now: now)
    }
    mutating func take(firstByteAfter wait: Duration, now: Duration) {
        estimator.add(firstByteAfter: wait, now: now)
    }

    /// Somebody has reason to believe that things have changed: the app came to the front, a person wants to try again, or has signed in.
    mutating func recheck(_ now: Duration) {
        guard links?.facts.link == .internet else { return }
        if hasProbe { return schedule.begin(isWanted: true, now) }
        guard verdict == .captive else { return }
        portalHosts = []
        judge(.unknown, .manual, now)
        schedule.rest(false, now)
    }

    private mutating func judge(_ new: Verdict, _ source: LinkSource, _ began: Duration) {
        verdictBegan = began
        isJudged = true
        if new == .validated { portalHosts = [] }
        guard verdict != new else { return }
        verdict = new
        self.source = source
        rawChanges += 1
    }

    private static let failuresToLose = 2
    private static let portalHostsMin = 2
    /// Good news so soon after other news waits.
    private static let dwell = Duration.seconds(2)

    // MARK: What follows

    /// Does what is due, and tells what is to be published and whether a probe is to be begun now.
    mutating func advance(now: Duration) -> (publish: NetworkState?, probes: Bool) {
        isIntermittent = penalty.isIntermittent(before: isIntermittent, now: now)
        estimator.evaluate(now: now)
        var probes = false
        if let due = schedule.due, now >= due, probeBegan == nil {
            schedule.due = nil
            if hasProbe {
                probeBegan = now
                probes = true
            } else {
                // Nothing but a transfer can tell whether the page is gone.
                verdict = .unknown
                source = .transfer
                portalHosts = []
            }
        }
        guard let state, !state.isSame(as: published), now >= dwellEnd(of: state) else { return (nil, probes) }
        published = state
        publishedAt = now
        rawChanges = 0
        return (state, probes)
    }

    /// When `advance` next has something to do; `nil` while nothing is pending.
    var deadline: Duration? {
        let dwells = state.flatMap { $0.isSame(as: published) ? nil : dwellEnd(of: $0) }
        let probe = probeBegan == nil ? schedule.due : nil
        return [dwells, probe, isIntermittent ? penalty.calmTime : nil, estimator.due].compactMap { $0 }.min()
    }

    private func dwellEnd(of state: NetworkState) -> Duration {
        guard let published, state.isBetter(than: published) else { return .zero }
        return publishedAt + Self.dwell
    }

    /// `nil` before the links are known, and while a path's first verdict may still come, unless what runs must hear that it costs more.
    private var state: NetworkState? {
        guard let links else { return nil }
        var state = NetworkState(links)
        state.isIntermittent = links.isIntermittent || isIntermittent
        state.source = source
        state.rawChanges = rawChanges
        guard links.facts.link == .internet else { return state }
        if verdict == .unknown, hasProbe, !isJudged, !costsMore(links.facts) { return nil }
        state.quality = estimator.quality
        switch verdict {
        case .unknown: break
        case .validated:
            state.isValidated = true
            state.isCaptive = nil
        case .captive: (state.isValidated, state.isCaptive) = (false, true)
        case .lost: (state.facts.link, state.isValidated) = (.local, false)
        }
        return state
    }

    private func costsMore(_ facts: LinkFacts) -> Bool {
        guard let known = published?.facts else { return false }
        return [
            (facts.isMetered, known.isMetered), (facts.isRoaming, known.isRoaming), (facts.isLowData, known.isLowData),
        ]
        .contains { $0 == true && $1 != true }
    }
}
