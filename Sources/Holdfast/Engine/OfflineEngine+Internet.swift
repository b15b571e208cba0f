/// Follows the links and what lies behind them; each change that counts becomes one event.
extension OfflineEngine {
    func take(_ update: LinkUpdate) async {
        switch update {
        case .gate: stopUnreachable()
        case .settled(let change): internet.take(change, now: monotonic)
        }
        advanceInternet()
        scheduleTurn()
    }

    /// Asks at once whether the internet is there: for an app that has come to the front, a person who wants to try again, or one who has
    /// just signed in to the network. Without ``EngineOptions/probes`` it only ends the wait after a sign-in page.
    public func recheckConnectivity() {
        internet.recheck(monotonic)
        advanceInternet()
    }

    /// Does what is due by the clock, and arms the timer for the rest.
    func advanceInternet() {
        guard !isClosing else { return }
        let (state, probes) = internet.advance(now: monotonic)
        if probes { probe() }
        if let state {
            unobserved = ConnectivityChanged(state)
            stopUnreachable()
            // What follows on it is written down after it; what the disk does not take now, a turn does.
            if isActing { try? observeLinks() }
            scheduleTurn()
        }
        internetTimer?.cancel()
        internetTimer = internet.deadline.map { deadline in
            Task { [clock = options.clock] in
                let moment = max(deadline.wholeMicroseconds, clock.now().monotonic + 1_000)
                guard (try? await clock.sleep(untilMonotonic: moment)) != nil else { return }
                self.advanceInternet()
            }
        }
    }

    private func probe() {
        guard let began = internet.probeBegan else { return }
        let prober = Prober(endpoints: options.probes, transport: transport, clock: options.clock)
        probeTask = Task {
            let verdict = await prober.probe()
            self.probed(verdict, began)
        }
    }

    private func probed(_ verdict: ProbeVerdict, _ began: Duration) {
        guard !isClosing else { return }
        // Bytes that come in while a probe fails say more than the probe.
        sampleTraffic()
        internet.take(verdict, began: began, now: monotonic, draw: options.surroundings.draw())
        advanceInternet()
    }

    private func stopUnreachable() {
        for running in attempts.values where monitor.gate < running.reach.requiredLevel || isLost(for: running.reach) {
            running.stop(.connectivityLost)
        }
    }

    private func isLost(for reach: SourceFacts.Reach) -> Bool { reach == .internet && internet.verdict == .lost }

    /// Whether something may be asked of the source this moment: by the links, undamped, and by what is known to lie behind them.
    func isReachable(_ reach: SourceFacts.Reach) -> Bool {
        monitor.gate >= reach.requiredLevel && (reach != .internet || internet.isOpen)
    }

    /// Writes the newest state down; again at a later turn when the disk did not take it.
    func observeLinks() throws {
        guard let state = unobserved else { return }
        let appended = try queue(.observe(state), by: .system)
        unobserved = nil
        guard appended.submission != nil else { return }
        Task {
            do {
                try await self.settle(appended)
            } catch {
                if self.unobserved == nil { self.unobserved = state }
            }
        }
    }

    // MARK: What transfers see

    /// - Parameter began: when the attempt began, in microseconds of the monotonic clock.
    func observe(_ observation: TransferObservation, by running: RunningAttempt, began: Int64) {
        guard running.reach == .internet else { return }
        internet.take(observation, began: .microseconds(began), now: monotonic)
        advanceInternet()
    }

    func observe(_ failure: TransferFailure, by running: RunningAttempt, began: Int64) {
        switch failure {
        case .stalled, .truncated, .reset: observe(.broke, by: running, began: began)
        case .dns, .connect, .timeout: observe(.unreached, by: running, began: began)
        case .captivePortal:
            guard let item = try? sequencer.state.item(running.item),
                let host = try? sequencer.state.source(of: item)?.host
            else { return }
            observe(.signInPage(host: host), by: running, began: began)
        default: break
        }
    }

    func observeFirstByte(of running: RunningAttempt, began: Int64) {
        guard running.reach == .internet else { return }
        internet.take(firstByteAfter: monotonic - .microseconds(began), now: monotonic)
        advanceInternet()
    }

    /// Measures while anything comes over the internet, and not otherwise.
    func watchTraffic() {
        guard trafficWatch == nil else { return }
        trafficMark = monotonic
        trafficWatch = Task { [clock = options.clock] in
            while (try? await clock.sleep(untilMonotonic: clock.now().monotonic + Self.sampleInterval)) != nil {
                self.sampleTraffic()
            }
        }
    }

    /// Takes what all transfers together have received since the last look.
    func sampleTraffic() {
        guard trafficWatch != nil else { return }
        let now = monotonic
        let running = attempts.values.filter { $0.reach == .internet }
        let bytes = running.reduce(0) { $0 + $1.takeSample() }
        // A limit of ours says nothing of the network.
        if bandwidth.bytesPerSecond == nil { internet.take(bytes: bytes, over: now - trafficMark, now: now) }
        if bytes > 0 { internet.take(.arrived, began: now, now: now) }
        trafficMark = now
        if running.isEmpty {
            trafficWatch?.cancel()
            trafficWatch = nil
        }
        advanceInternet()
    }

    private static let sampleInterval: Int64 = 2_000_000

    private var monotonic: Duration { .microseconds(options.clock.now().monotonic) }
}
