import Foundation
import HoldfastConformance
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransportArticleTests {
    @Test func `the transport in the article is the one that is compiled here`() throws {
        let example = try text(at: "Tests/HoldfastTests/Readme/ShelfTransport.swift")
        #expect(try text(at: "Sources/Holdfast/Holdfast.docc/Transports.md").contains("```swift\n\(example)```"))
    }

    @Test func `the transport in the article passes the suite as far as it has a network`() async throws {
        let shelf = Shelf()
        var suite = TransportConformance()
        suite.abilities = []
        let report = try await suite.run(over: shelf) { ShelfTransport(shelf) }
        #expect(report.findings == [])
        #expect(report.passed.count > 50)
    }

    private func text(at path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        return try String(contentsOf: root.appendingPathComponent(path).standardized, encoding: .utf8)
    }
}
