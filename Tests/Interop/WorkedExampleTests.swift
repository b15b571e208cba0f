import Foundation
import HoldfastLMDB
import HoldfastLog
import HoldfastTestSupport
import Testing

@testable import HoldfastModel

/// Keeps the worked example of Format.md true: the page's hexadecimal digits are read from the page and held against a store.
@Suite struct WorkedExampleTests {
    @Test func `every row on the page is a row of the store, and every row of the store is on the page`() throws {
        let told = try FormatPage.read().rows
        let found = try ExampleStore().rows
        for (row, value) in found.sorted(by: { $0.key < $1.key }) {
            #expect(told[row] == value, "the store has \(row) \(value)")
        }
        #expect(Set(told.keys) == Set(found.keys))
    }

    @Test func `every hash on the page is what comes of the store`() throws {
        let told = try FormatPage.read().hashes
        let found = try ExampleStore().hashes
        for (name, hash) in found.sorted(by: { $0.key < $1.key }) { #expect(told[name] == hash, "\(name) is \(hash)") }
        #expect(Set(told.keys) == Set(found.keys))
    }
}

/// The blocks of the page's section *Example*.
private struct FormatPage {
    /// `TABLE KEY` to value: a line `TABLE KEY`, under it indented lines of digits, each with a remark behind two spaces.
    var rows: [String: String] = [:]
    /// Name to hash: a line of both, not indented.
    var hashes: [String: String] = [:]

    static func read() throws -> FormatPage {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Holdfast/Holdfast.docc/Format.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "\n## Example\n"))
        let rest = text[start.upperBound...]
        let section = rest.range(of: "\n## ").map { rest[..<$0.lowerBound] } ?? rest
        var page = FormatPage()
        var isCode = false
        var row: String?
        for line in section.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isCode.toggle()
                row = nil
            } else if isCode, line.hasPrefix(" "), let row {
                page.rows[row, default: ""] += digits(line)
            } else if isCode, !line.isEmpty {
                let words = line.split(separator: " ")
                if words.count > 2 || words[words.count - 1].count == 64 {
                    page.hashes[words.dropLast().joined(separator: " ")] = String(words[words.count - 1])
                } else {
                    row = words.joined(separator: " ")
                    page.rows[words.joined(separator: " "), default: ""] += ""
                }
            }
        }
        return page
    }

    private static func digits(_ line: Substring) -> String {
        let text = line.drop { $0 == " " }
        let end = text.range(of: "  ")?.lowerBound ?? text.endIndex
        return text[..<end].filter { $0 != " " }
    }
}

/// The store that the page shows.
private final class ExampleStore {
    var rows: [String: String] = [:]
    var hashes: [String: String] = [:]

    init() throws {
        let directory = try TemporaryDirectory()
        let scribe = try StoreScribe(at: directory.path)
        try Self.fill(scribe)
        let sha = SHA256()
        try scribe.log.read { snapshot throws(LogError) in
            for position in 0..<3 as Range<UInt64> {
                hashes["leaf \(position)"] = try snapshot.leafHash(at: position).description
            }
            hashes["node"] = try snapshot.node(MerkleTree.Node(level: 1, index: 0)).description
            hashes["root"] = try snapshot.root().description
            guard let row = try snapshot.privateRow(at: 1) else { return }
            hashes["digest"] = ([0x02] + Array(row)).withUnsafeBytes { sha.hash($0) }.description
        }
        scribe.close()
        try read(directory.path)
    }

    private static func fill(_ scribe: StoreScribe) throws {
        var created = StoreCreated()
        created.storeID = TextForm.hex([UInt8](0xa0...0xaf))
        created.engineVersion = "1.0"
        try scribe.add(.storeCreated(created), about: "session")
        var part = PrivatePart()
        part.title = "Map"
        try scribe.add(
            .itemRegistered(ItemRegistered()), about: "item:map", by: .user, command: .init(id: "add-1", count: 1),
            privatePart: part)
        var requested = DownloadRequested()
        requested.priority = 5
        try scribe.add(.downloadRequested(requested), about: "item:map", by: .user)
        try scribe.flush()
    }

    /// Every row of every table but the schema, whose names are the page's own tables.
    private func read(_ path: String) throws {
        let environment = try Environment.open(directory: path, EnvironmentOptions(isReadOnly: true))
        defer { environment.close() }
        let state = StateTable.allCases.map(\.storedName)
        let names = Layout.recordTables + Layout.derivedTables + state
        let tables = try environment.openTables(names.map { TableName($0) })
        try environment.read { transaction throws(StorageError) in
            for (name, table) in zip(names, tables) {
                guard let cursor = try transaction.cursor(table) else { continue }
                var row = try cursor.first()
                while let found = row {
                    let key = name == "meta" ? String(decoding: found.key, as: UTF8.self) : TextForm.hex(found.key)
                    if key != "schema" { rows["\(name) \(key)"] = TextForm.hex(found.value) }
                    row = try cursor.next()
                }
            }
        }
    }
}
