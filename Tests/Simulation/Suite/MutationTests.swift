import Foundation
import Testing

/// `Tools/mutate` takes a long time; whether its list still fits the sources shows at once.
@Suite struct MutationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private struct Edit {
        var mutation: String
        var file = ""
        var find = ""
        var replace = ""
    }

    /// The part of TOML that the list is written in: names and texts in one or three quotes.
    private static func edits() throws -> [Edit] {
        let text = try String(contentsOf: root.appending(path: "Tests/Simulation/Mutations.toml"), encoding: .utf8)
        var edits: [Edit] = []
        for part in text.components(separatedBy: "[[mutation]]").dropFirst() {
            let pieces = part.components(separatedBy: "[[mutation.edit]]")
            let name = try #require(value("name", in: pieces[0]))
            for piece in pieces.dropFirst() {
                edits.append(
                    Edit(
                        mutation: name, file: try #require(value("file", in: piece)),
                        find: try #require(value("find", in: piece)),
                        replace: try #require(value("replace", in: piece))))
            }
        }
        return edits
    }

    private static func value(_ key: String, in part: String) -> String? {
        for (opening, closing) in [("'''\n", "'''"), ("\"", "\"")] {
            guard let start = part.range(of: "\n\(key) = \(opening)") else { continue }
            guard let end = part.range(of: closing, range: start.upperBound..<part.endIndex) else { return nil }
            return String(part[start.upperBound..<end.lowerBound])
        }
        return nil
    }

    @Test func `every text that a planted bug replaces stands exactly once in its file`() throws {
        let edits = try Self.edits()
        #expect(Set(edits.map(\.mutation)).count >= 12)
        for edit in edits {
            let source = try String(contentsOf: Self.root.appending(path: edit.file), encoding: .utf8)
            let count = source.components(separatedBy: edit.find).count - 1
            #expect(count == 1, "\(edit.mutation), in \(edit.file): \(edit.find)")
            #expect(edit.find != edit.replace, "\(edit.mutation)")
            #expect(edit.file.hasPrefix("Sources/"), "\(edit.mutation)")
        }
    }
}
