import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// Every class of failure is named: by its record, and in words.
@Suite(.timeLimit(.minutes(10))) struct FailureWhyTests {
    private static let words: [FailureClass: String] = [
        .transient: "The connection broke", .offline: "The connection was lost",
        .captive: "The network asks to sign in",
        .server: "The server has a problem", .auth: "Sign in", .forbidden: "The server refused access",
        .notFound: "No longer available", .changed: "The file changed on the server", .space: "Not enough space",
        .quota: "The download limit was reached", .file: "The file could not be written",
        .integrity: "The file arrived damaged", .tls: "The connection is not secure",
        .policy: "The download is not allowed", .internal: "Something went wrong",
    ]

    @Test(arguments: FailureClass.allCases)
    func `why names the failure, its record and its words`(_ kind: FailureClass) throws {
        let scene = try WhyScene()
        try scene.want()
        let attempt = try scene.start()
        let positions = try scene.fail(kind)
        try scene.connect { $0.quality = .known(.good) }
        for point in [LogPoint.head, .position(positions.upperBound - 1)] {
            let explanation = try scene.explain(at: point)
            let reason = try #require(explanation.reasons.first)
            #expect(reason.position == positions.upperBound - 1)
            let failed = explanation.events.compactMap { event -> UInt64? in
                guard case .transferFailed(let failure) = event.record.event else { return nil }
                return failure.failure.class == .known(kind) ? event.record.position : nil
            }
            #expect(failed == [positions.lowerBound])
            #expect(explanation.events.contains { $0.record.position == attempt })
            let shown = explanation.report.affordance
            let words = try #require(Self.words[kind])
            #expect("\(shown.label) · \(shown.detail ?? "")".contains(words), "\(shown.label) · \(shown.detail ?? "")")
            if kind.isRetryable {
                #expect(explanation.report.blockers.first?.code == .backoff)
                #expect(explanation.report.blockers.first?.until != nil)
            } else {
                #expect(explanation.report.item.transfer.state == .failed && reason.blocker == nil)
            }
        }
        let before = try scene.explain(at: .position(positions.lowerBound - 1))
        #expect(before.report.blockers.isEmpty && before.reasons.map(\.position) == [attempt])
    }

    // C58
    @Test func `the reason is that of the latest try, never a left-over`() throws {
        let scene = try WhyScene()
        try scene.want()
        try scene.start()
        let first = try scene.fail(.transient)
        try scene.run(.retry(item: "a"))
        let ready = try scene.explain()
        #expect(ready.report.blockers.isEmpty && ready.report.affordance.row == .queued)
        #expect(!(ready.report.affordance.detail ?? "").contains("broke"))
        try scene.start()
        #expect(try scene.explain().reasons.map(\.position) == [scene.head])
        let second = try scene.fail(.server)
        let explanation = try scene.explain()
        #expect(explanation.reasons.map(\.position) == [second.upperBound - 1])
        #expect(explanation.report.affordance.detail?.contains("The server has a problem") == true)
        #expect(try scene.explain(at: .position(first.upperBound - 1)).reasons.first?.position == first.upperBound - 1)
    }
}
