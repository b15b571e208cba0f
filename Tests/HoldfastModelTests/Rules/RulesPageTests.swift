import Foundation
import Testing

@testable import HoldfastModel

/// Keeps the tables of Rules.md true.
@Suite struct RulesPageTests {
    private func page() throws -> [Substring] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Sources/Holdfast/Holdfast.docc/Rules.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `the page tells every setting with its default, its values and its scopes`() throws {
        let told = try page().filter { $0.hasPrefix("| `") && $0.contains(".") && $0.split(separator: "|").count == 4 }
        let rows = SettingKey.all.map { key in
            "| `\(key.name)` | `\(key.standard)` | \(key.allowed) | \(key.isPerItem ? "yes" : "no") |"
        }
        for row in rows { #expect(told.contains { $0 == row }, "\(row)") }
        #expect(told.count(where: { rows.contains(String($0)) }) == SettingKey.all.count)
    }

    @Test func `the page tells every reason in the order in which they are told`() throws {
        let codes = try page().filter { $0.hasPrefix("| `") && $0.split(separator: "|").count == 3 }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(codes == BlockerCode.tellingOrder.map { "\($0)" })
    }
}
