import Foundation
import HoldfastTestSupport
import Testing

@Suite struct ReadmeTests {
    @Test func `the example in the README is the one that is compiled here`() throws {
        let example = try text(at: "Tests/HoldfastTests/Readme/EmbedExample.swift")
        #expect(try text(at: "README.md").contains("```swift\n\(example)```"))
    }

    @Test func `the example in the README brings the file`() async throws {
        let directory = try TemporaryDirectory()
        let page = try Origin.shared.get().page(["body": ["random": 200_000, "seed": 3]])
        let file = try await takeAlong(page.url, storeAt: directory.file("store"))
        #expect(FileManager.default.contents(atPath: file)?.count == 200_000)
    }

    private func text(at path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        return try String(contentsOf: root.appendingPathComponent(path).standardized, encoding: .utf8)
    }
}
