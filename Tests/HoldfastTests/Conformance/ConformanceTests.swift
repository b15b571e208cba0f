import HoldfastConformance
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// The default transport against the real origin, and transports with one fault each, which the suite must find.
@Suite(.timeLimit(.minutes(10)), .serialized) struct ConformanceTests {
    private static func curl() throws -> CurlTransport {
        let certificate = try OriginCertificate.shared.get().certificateFile
        return try CurlTransport(options: CurlTransport.Options(certificateFile: certificate))
    }

    @Test func `the default transport keeps everything that the engine counts on`() async throws {
        let origin = try ScriptedOrigin.shared.get()
        let report = try await TransportConformance().run(over: origin) { try Self.curl() }
        #expect(report.findings == [])
        #expect(report.leftOut == [])
        #expect(Set(report.passed).count == ConformanceCase.all.count)
    }

    @Test(arguments: FaultyTransport.Fault.allCases)
    func `a transport with a fault is found by its case`(_ fault: FaultyTransport.Fault) async throws {
        let origin = try ScriptedOrigin.shared.get()
        var suite = TransportConformance()
        suite.cases = ConformanceCase.all.filter { $0.name == fault.rawValue }
        suite.limit = .seconds(2)
        #expect(suite.cases.count == 1)
        let report = try await suite.run(over: origin) { try FaultyTransport(Self.curl(), fault) }
        #expect(report.findings.map(\.caseName).contains(fault.rawValue), "\(report)")
        if fault == .goesOnAfterCancel {
            #expect(report.findings.map(\.came).contains("write() after the transfer returned"))
        }
    }

    @Test func `a client that reads everything first and follows with credentials is found in many ways`()
        async throws
    {
        let origin = try ScriptedOrigin.shared.get()
        var suite = TransportConformance()
        suite.abilities = [.redirects, .headerFields, .backpressure, .bandwidth]
        suite.limit = .seconds(2)
        suite.silence = .milliseconds(200)
        // It cannot be stopped, so that what is held back for good would hold it up for ever.
        suite.cases = ConformanceCase.all.filter { tried in
            !["silence", "cancelled", "shutdown"].contains { tried.name.contains($0) }
        }
        let report = try await suite.run(over: origin) { CarelessTransport() }
        let found = Set(report.findings.map(\.caseName))
        for name in [
            "credentials never cross origins, and what says nothing secret does",
            "credentials that were dropped do not come back", "one redirect more than is allowed is refused",
            "a body shorter than its length is truncated", "a busy sink holds the origin back",
            "a range and its condition are sent as asked",
            "a coded body is refused even where the sink would take it",
            #"a field "X-Note" of "a\r\nX-Forged: b" is not sent"#,
        ] {
            #expect(found.contains(name), "\(name)")
        }
        #expect(report.passed.contains("a body with a length arrives byte for byte, with its head"))
        #expect(Set(report.leftOut.flatMap(\.missingAbilities)) == [.tls])
    }
}
