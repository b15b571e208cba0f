import Foundation
import HoldfastConformance
import HoldfastSimulation
import Testing

/// The simulation's transport keeps the same promises as the real one; else what the simulation proves would say nothing about it.
@Suite(.timeLimit(.minutes(5))) struct TransportConformanceTests {
    @Test func `the simulated transport keeps what the engine counts on, as far as a simulation has it`() async throws {
        let report = try await Simulated.run { loop in
            let origin = RecordedAnswers()
            var suite = TransportConformance()
            // Below HTTP there is nothing: no wire, no second origin, no connection to leave unread.
            suite.abilities = []
            suite.limit = .seconds(3_600)
            suite.sleep = { _ = await loop.sleep(microseconds: $0.components.seconds * 1_000_000 + 1_000) }
            return try await suite.run(over: origin) {
                let network = SimulatedNetwork(loop, seed: 1)
                network.makeGood()
                return SimulatedTransport(loop, network, origin, Chance(seed: 1, part: 1))
            }
        }
        #expect(report.findings == [])
        #expect(report.leftOut.map(\.name) == Self.leftOut)
        #expect(report.passed.count + report.leftOut.count == ConformanceCase.all.count)
    }

    private static let leftOut: [String] = [
        "a redirect of status 301 is followed and counted",
        "a redirect of status 302 is followed and counted",
        "a redirect of status 303 is followed and counted",
        "a redirect of status 307 is followed and counted",
        "a redirect of status 308 is followed and counted",
        "a relative redirect counts from the folder of the address",
        "a redirect may name a path alone",
        "as many redirects as are allowed are followed",
        "one redirect more than is allowed is refused",
        "a redirect to another scheme is refused",
        "a redirect from https to http is refused",
        "a redirect from http to https is followed",
        "another host at the end is told",
        "the next transfer begins at its own address, however lasting the redirect was",
        "credentials are kept within the origin",
        "credentials never cross origins, and what says nothing secret does",
        "credentials that were dropped do not come back",
        "a range travels along with a redirect",
        "a busy sink holds the origin back",
        "bytes are counted against the limit for all transfers",
        #"a field "X-Note" of "a\r\nX-Forged: b" is not sent"#,
        #"a field "X-Note" of "a\nb" is not sent"#,
        #"a field "X-Note" of "a\0b" is not sent"#,
        #"a field "X Note" of "a" is not sent"#,
        #"a field "" of "a" is not sent"#,
        #"a field "X-Note: a\r\nX-Forged" of "b" is not sent"#,
        #"a field "Range" of "bytes=0-1" is not sent"#,
        #"a field "Accept-Encoding" of "gzip" is not sent"#,
        #"a field "Host" of "other.test" is not sent"#,
        "a condition that forges a field is not sent",
        "fields are sent as given, and no coding is asked for",
    ]
}
