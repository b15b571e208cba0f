public import Holdfast

/// Tries whether a transport keeps what the engine counts on, case by case, and tells what it found.
///
/// It asserts nothing, so that any test framework can use it:
///
/// ```swift
/// let report = await TransportConformance().run(over: MyOrigin()) { try MyTransport() }
/// #expect(report.findings == [])
/// ```
///
/// Every wait in it has a limit, after which the transfer is cancelled; a transport that does not even hear that holds up the run.
public struct TransportConformance: Sendable {
    public var cases = ConformanceCase.all
    /// What the transport can do; everything, unless something outside it stands in the way.
    public var abilities = Set(TransportAbility.allCases)
    /// How long a case may take.
    public var limit = Duration.seconds(20)
    /// Silence in the cases that try silence. Shorter is quicker, and on a busy machine too short.
    public var silence = Duration.milliseconds(400)
    /// Waits; a simulation has a time of its own. Returns early when its task is cancelled.
    public var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

    public init() {}

    /// Runs the cases one after another; transfers of one case run at once.
    ///
    /// - Parameters:
    ///   - origin: what `make`'s transports can reach.
    ///   - make: a new transport. One serves all cases but those that shut it down.
    /// - Throws: what `make` throws for the first one.
    public func run(
        over origin: any ConformanceOrigin, with make: @Sendable () throws -> any Transport
    ) async throws -> ConformanceReport {
        var report = ConformanceReport()
        let shared = try make()
        var finished: [CaseRun] = []
        for tried in cases {
            let (abilities, sites) = missing(for: tried, origin)
            guard abilities.isEmpty && sites.isEmpty else {
                report.leftOut.append(
                    LeftOutCase(name: tried.name, missingAbilities: abilities, missingSites: sites))
                continue
            }
            let run = CaseRun(tried, origin, number: finished.count, limits: self)
            do {
                let own = tried.act.isShutdown ? try make() : shared
                try await run.perform(with: own)
                if tried.act.isShutdown { await own.shutdown() }
            } catch {
                run.find("an origin and a transport that work", "\(error)")
            }
            finished.append(run)
        }
        await shared.shutdown()
        // Only now: bytes that come late have had all the time there is.
        for run in finished {
            let findings = run.findings + run.lateFindings
            report.findings += findings
            if findings.isEmpty { report.passed.append(run.tried.name) }
        }
        return report
    }

    private func missing(
        for tried: ConformanceCase, _ origin: any ConformanceOrigin
    ) -> (Set<TransportAbility>, Set<OriginSite>) {
        let sites = tried.sites.union([tried.site]).filter { origin.address(of: "/a", at: $0) == nil }
        return (tried.needs.subtracting(abilities), sites)
    }
}
