import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// Stores of format 1 as released programs wrote them: whatever comes later must open them, find nothing wrong and read the same in them.
///
/// A new fixture is a name in `GoldenMaker.all` and what writes it; `UPDATE_GOLDEN=1 swift test --filter GoldenTests` makes those that
/// are not there yet, and adds the fingerprints of tables of a new version. It never writes over a store or a line that exists: a
/// released store that reads differently is a defect of the program. Before a release, a fixture that is wrong is deleted by hand.
@Suite(.timeLimit(.minutes(10)), .serialized) struct GoldenTests {
    private static let makesMissing = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
    static let stores = GoldenMaker.all.map { GoldenStore(name: $0.name) }

    @Test func `every fixture has its store, and every store is known`() async throws {
        if Self.makesMissing { try await GoldenMaker.makeMissing() }
        let found = try FileManager.default.contentsOfDirectory(atPath: GoldenStore.folder.path())
        #expect(found.sorted() == Self.stores.map(\.name).sorted())
        for store in Self.stores {
            let size = try Data(contentsOf: store.folder.appending(path: "log.mdb")).count
            #expect(size <= 200_000, "\(store.name)")
        }
    }

    @Test(arguments: stores)
    func `an old store is sound and reads as it always did`(_ golden: GoldenStore) throws {
        let directory = try golden.copy()
        let store = try OfflineStore.open(at: directory.path)
        defer { store.close() }
        let found = try store.verify()
        #expect(found.problems == [])
        let (root, count) = try store.root()
        #expect(try golden.text("expected.txt").hasPrefix("count \(count)\nroot \(TextForm.hex(root))\n"))
        #expect(found.root == root && found.recordCount == count)
        #expect(try GoldenStore.logText(store) == golden.text("log.jsonl"))
        #expect(try GoldenStore.stateText(store) == golden.text("state.jsonl"))
    }

    @Test(arguments: stores, [false, true])
    func `an old store folds to the same tables, from its own and from none`(
        _ golden: GoldenStore, isEmptied: Bool
    ) throws {
        let directory = try golden.copy()
        if isEmptied { try GoldenStore.emptyDerivedTables(directory.path) }
        let expected = try golden.text("expected.txt").split(separator: "\n")
        for line in try GoldenStore.expectation(directory.path).split(separator: "\n") {
            // A table that came later is none of an old store's; a new version of one that it has must be told.
            let subject = line.prefix { $0 != "@" }
            guard expected.contains(where: { $0.prefix { $0 != "@" } == subject }) || !line.hasPrefix("table ") else {
                continue
            }
            #expect(expected.contains(line), "a new version of a table is added with UPDATE_GOLDEN=1")
        }
        let store = try OfflineStore.open(at: directory.path)
        defer { store.close() }
        #expect(try store.verify().problems == [])
        #expect(try GoldenStore.stateText(store) == golden.text("state.jsonl"))
    }

    @Test func `the fixtures hold every type of event, and of each one every field and none of the optional ones`()
        throws
    {
        var names: Set<String> = []
        for line in try GoldenStore(name: "every-event").text("log.jsonl").split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let type = try #require(object["type"] as? String)
            let fields = try #require(object["payload"] as? [String: Any])
            names.insert("\(type) \(fields.keys.sorted())")
        }
        for type in EventType.allCases {
            let all = type.payloadFields.map(\.name).sorted()
            let needed = type.payloadFields.filter { !$0.isOptional }.map(\.name).sorted()
            #expect(names.contains("\(type.name) \(all)"), "\(type.name): make a fixture with the new type or field")
            #expect(names.contains("\(type.name) \(needed)"), "\(type.name)")
        }
    }
}
