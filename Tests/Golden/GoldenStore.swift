import Foundation
import HoldfastTestSupport

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// A store of a released format as it lies in `Stores`, and what it must say for ever.
///
/// - `log.mdb`: the store, compacted.
/// - `log.jsonl`, `state.jsonl`: its records and its state at the head, one object a line.
/// - `expected.txt`: `count`, `root`, and for each table `table NAME@VERSION ROWS FINGERPRINT` as a fold to the head makes it.
struct GoldenStore: Sendable, CustomStringConvertible {
    let name: String
    var description: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")
    var folder: URL { Self.folder.appending(path: name) }

    /// A copy to open.
    func copy() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try FileManager.default.copyItem(
            at: folder.appending(path: "log.mdb"), to: URL(filePath: directory.file("log.mdb")))
        return directory
    }

    func text(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    /// `log.jsonl`: each record with all its fields, and its private part.
    static func logText(_ store: OfflineStore) throws -> String {
        var text = ""
        try store.records { record in
            let stored = try store.record(at: record.position)
            var fields = record.described(subjectName: stored.subject)
            if let part = stored.privatePart { fields.append(DescribedField("private", .group(part.described))) }
            text += line(fields)
            return true
        }
        return text
    }

    /// `state.jsonl`: every row of the state at the head.
    static func stateText(_ store: OfflineStore) throws -> String {
        try store.read { reader in
            let view = reader.view
            var text = line([DescribedField("device", .group(try view.device().described))])
            text += line([DescribedField("totals", .group(try view.totals().described))])
            for key in SettingKey.all {
                guard let value = try view.setting(key.name, for: nil) else { continue }
                text += line([DescribedField("setting", .text(key.name)), DescribedField("value", .text(value))])
            }
            for feature in try view.features() {
                text += line([
                    DescribedField("feature", .text(feature.id)), DescribedField("row", .group(feature.described)),
                ])
            }
            try view.walkItems(after: nil) { item in
                text += line([
                    DescribedField("item", .unsigned(item.number)), DescribedField("row", .group(item.described)),
                ])
                return true
            }
            return text
        }
    }

    private static func line(_ fields: [DescribedField]) -> String {
        var json = JSONText()
        DescribedValue.group(fields).json(into: &json)
        return json.string + "\n"
    }

    /// `expected.txt` for the store in the directory, whose tables are brought up to the head by a fold.
    static func expectation(_ directory: String) throws -> String {
        let log = try EventLog.open(directory: directory, options: .writing)
        defer { log.closeAndWait() }
        try Sequencer(log: log, addresses: { [] }).beginFlush()?.wait()
        return try log.lend { snapshot in
            var text = "count \(snapshot.count)\nroot \(try snapshot.root())\n"
            for table in StateTable.allCases {
                let state = try snapshot.state(ofTable: table.rawValue)
                let sum = TextForm.hex(state.fingerprint.bytes)
                text += "table \(table.storedName) \(state.rowCount) \(sum)\n"
            }
            return text
        }
    }

    /// Removes every row of every derived table, past the log.
    static func emptyDerivedTables(_ directory: String) throws {
        let state = StateTable.allCases.map(\.storedName)
        for name in Layout.derivedTables + state { try RawRows.replace(directory, name, with: []) }
        for name in state { try RawRows.put(directory, "meta", Layout.MetaKey.table(name), TableState().bytes) }
        try RawRows.put(directory, "meta", Layout.MetaKey.covered, [UInt8](number: 0))
    }
}
