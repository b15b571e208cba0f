import HoldfastLog
import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// C55: a hundred events, and somebody with a hand on the file. Rows are changed through LMDB, so its pages stay sound.
@Suite(.timeLimit(.minutes(10))) struct TamperTests {
    let directory: TemporaryDirectory
    private var path: String { directory.path }

    /// Written once; each test tampers with a copy.
    private static let written = Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let scribe = try StoreScribe(at: directory.path)
        defer { scribe.close() }
        try fill(scribe, upTo: 100)
        try scribe.flush()
        return directory
    }

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(#require(Self.written.get().read("log.mdb")), to: "log.mdb")
    }

    private static func fill(_ scribe: StoreScribe, upTo count: UInt64) throws {
        while scribe.count < count {
            let number = scribe.count
            let command = Record.CommandGroup(id: "c\(number)", count: 1)
            if number % 5 == 0 {
                var part = PrivatePart()
                part.title = "Title \(number)"
                try scribe.add(
                    .itemRegistered(ItemRegistered()), about: "item:\(number)", command: command, privatePart: part)
            } else {
                var requested = DownloadRequested()
                requested.priority = Int64(number)
                try scribe.add(.downloadRequested(requested), about: "item:\(number / 5 * 5)", command: command)
            }
        }
    }

    private func verify() throws -> StoreVerification {
        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        return try store.verify()
    }

    private func record(_ position: UInt64) throws -> RawRows.Row {
        try RawRows.all(path, "records")[Int(position)]
    }

    /// The block that a wrong record is named by: 64 + 32 + 4 records have one hash each.
    private static func block(_ position: UInt64) -> Range<UInt64> {
        switch position {
        case ..<64: 0..<64
        case ..<96: 64..<96
        default: 96..<100
        }
    }

    @Test func `the untouched log is sound`() throws {
        let found = try verify()
        #expect(found.problems == [] && found.recordCount == 100 && found.privatePartsIntact == 20)
    }

    @Test(arguments: [0, 1, 50, 63, 64, 95, 98, 99] as [UInt64])
    func `a changed byte of a record is found in whatever place, and its block is named`(_ position: UInt64) throws {
        let (key, value) = try record(position)
        for offset in [0, 1, value.count / 2, value.count - 2, value.count - 1] {
            var changed = value
            changed[offset] ^= 0x01
            try RawRows.put(path, "records", key, changed)
            let found = try verify()
            let block = Self.block(position)
            #expect(found.firstBadPosition.map { block.lowerBound <= $0 && $0 <= position } == true, "\(offset)")
            // A record that cannot be read any more is named itself.
            let isNamed = found.problems.contains {
                $0.kind == .record && ($0.positions == block || $0.positions == position..<(position + 1))
            }
            #expect(isNamed, "\(offset) \(found.problems)")
        }
        try RawRows.put(path, "records", key, value)
        #expect(try verify().isSound)
    }

    @Test(arguments: [0, 50, 98, 99] as [UInt64], [0, 3, 7])
    func `a changed byte of a key is found at the very position`(_ position: UInt64, _ offset: Int) throws {
        let (key, value) = try record(position)
        var changed = key
        changed[offset] ^= 0x80
        try RawRows.put(path, "records", key, nil)
        try RawRows.put(path, "records", changed, value)
        #expect(try verify().firstBadPosition == position)
    }

    @Test func `a changed byte of whatever stands in meta is found, or the log is not taken for one`() throws {
        for (key, value) in try RawRows.all(path, "meta") {
            let name = String(decoding: key, as: UTF8.self)
            // It is repeated in the folder's store.id and proves nothing about records.
            if name == "store" { continue }
            for offset in Set([0, value.count / 2, value.count - 1]) {
                var changed = value
                changed[offset] ^= 0x01
                try RawRows.put(path, "meta", key, changed)
                let isFound: Bool
                do { isFound = try !verify().isSound } catch let error as HoldfastError {
                    isFound = [.damaged, .newerStore].contains(error.code)
                    if !isFound { Issue.record("\(error)") }
                }
                #expect(isFound, "\(name), byte \(offset)")
                try RawRows.put(path, "meta", key, value)
            }
        }
        #expect(try verify().isSound)
    }

    @Test(arguments: [
        "tree", "private", "names@1", "subjects@1", "commands@1", "command-order@1", "items@1", "settings@1",
        "device@1",
    ])
    func `a changed byte of any other row is found`(_ table: String) throws {
        if table == "settings@1" { try RawRows.put(path, table, [0, 1], [2]) }
        let rows = try RawRows.all(path, table)
        for index in Set([0, rows.count / 2, rows.count - 1]) {
            let (key, value) = rows[index]
            for offset in Set([0, value.count / 2, value.count - 1]) {
                var changed = value
                changed[offset] ^= 0x01
                try RawRows.put(path, table, key, changed)
                let found = try verify()
                #expect(!found.isSound, "row \(index), byte \(offset)")
                if table == "private" {
                    #expect(found.problems.map(\.kind) == [.privatePart])
                    #expect(found.firstBadPosition == UInt64(index) * 5)
                }
            }
            var moved = key
            moved[key.count - 1] ^= 0x01
            try RawRows.put(path, table, key, nil)
            try RawRows.put(path, table, moved, value)
            #expect(try !verify().isSound, "row \(index), key")
            try RawRows.replace(path, table, with: rows)
        }
    }

    @Test func `a changed entry of an index is found`() throws {
        let rows = try RawRows.all(path, "index@1")
        for index in [0, rows.count / 2, rows.count - 1] {
            for offset in [0, 1, 8, 9, 24] {
                var changed = rows
                changed[index].key[offset] ^= 0x01
                try RawRows.replace(path, "index@1", with: changed)
                #expect(try verify().problems.contains { $0.kind == .state }, "entry \(index), byte \(offset)")
            }
        }
    }

    @Test func `a changed private part is shown to nobody`() throws {
        let rows = try RawRows.all(path, "private")
        var changed = try #require(rows.first)
        changed.value[changed.value.count - 1] ^= 0x01
        try RawRows.put(path, "private", changed.key, changed.value)
        let position = changed.key.reduce(0) { $0 << 8 | UInt64($1) }
        let record = try record(position).value.withUnsafeBytes { try Record(decoding: $0, at: position) }
        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        #expect(throws: HoldfastError.self) { try store.privatePart(of: record) }
        #expect(throws: HoldfastError.self) { try store.record(at: position) }
    }

    @Test func `a deleted event is found at its position, and two that changed places by their block`() throws {
        let (before, after) = (try record(50), try record(51))
        try RawRows.put(path, "records", before.key, nil)
        #expect(try verify().firstBadPosition == 50)
        // 50 names what 51 is about.
        try RawRows.put(path, "records", before.key, after.value)
        try RawRows.put(path, "records", after.key, before.value)
        #expect(try verify().firstBadPosition == 50)
        try RawRows.put(path, "records", before.key, before.value)
        try RawRows.put(path, "records", after.key, after.value)
        let (left, right) = (try record(51), try record(52))
        try RawRows.put(path, "records", left.key, right.value)
        try RawRows.put(path, "records", right.key, left.value)
        let found = try verify()
        #expect(found.problems.first?.kind == .record && found.problems.first?.positions == 0..<64)
    }

    @Test func `renumbering what follows a deletion is found`() throws {
        var rows = try RawRows.all(path, "records")
        rows.remove(at: 50)
        try RawRows.replace(
            path, "records", with: rows.enumerated().map { ([UInt8](number: UInt64($0.offset)), $0.element.value) })
        let found = try verify()
        #expect(found.firstBadPosition == 50 && found.problems.contains { $0.positions == 99..<100 })
    }

    @Test func `a cut end is found against the head, also when nothing is left`() throws {
        let rows = try RawRows.all(path, "records")
        try RawRows.replace(path, "records", with: Array(rows.prefix(98)))
        #expect(try verify().firstBadPosition == 98)
        try RawRows.replace(path, "records", with: [])
        #expect(try verify().firstBadPosition == 0)
    }

    @Test func `a cut end with a head made to fit is given away by the tables, and by nothing once these fit too`()
        throws
    {
        let rows = try RawRows.all(path, "records")
        try RawRows.replace(path, "records", with: Array(rows.prefix(98)))
        try writeHead(over: rows.prefix(98).map(\.value))
        let found = try verify()
        #expect(found.problems.contains { $0.detail.contains("cover 100 records of 98") }, "\(found.problems)")
        // All of it written anew by the rules: the store is sound, and another one. Only a root kept elsewhere tells.
        let other = try TemporaryDirectory()
        let scribe = try StoreScribe(at: other.path)
        try Self.fill(scribe, upTo: 98)
        try scribe.flush()
        scribe.close()
        let store = try OfflineStore.open(at: other.path)
        defer { store.close() }
        #expect(try store.verify().isSound)
        #expect(try store.root().count == 98 && store.root().root == found.root)
    }

    @Test
    func
        `a forged event behind the head is found at its position, and is a record like any other with a head made to fit`()
        throws
    {
        let values = try RawRows.all(path, "records").map(\.value)
        let forged = Record(
            position: 100, subject: .number(0), recordedAt: StoreScribe.start + 1_000_000_000, actor: .user,
            event: .downloadCancelled(DownloadCancelled())
        ).encode()
        try RawRows.put(path, "records", [UInt8](number: 100), forged)
        let found = try verify()
        #expect(found.problems.map(\.kind) == [.position] && found.firstBadPosition == 100)
        try writeHead(over: values + [forged])
        #expect(try verify().isSound)
    }

    @Test func `a private part without a record is found, and a deleted one is told as erased`() throws {
        try RawRows.put(path, "private", [UInt8](number: 500), [UInt8](repeating: 7, count: 20))
        #expect(try verify().firstBadPosition == 500)
        try RawRows.put(path, "private", [UInt8](number: 500), nil)
        try RawRows.put(path, "private", [UInt8](number: 3), [UInt8](repeating: 7, count: 20))
        #expect(try verify().firstBadPosition == 3)
        try RawRows.put(path, "private", [UInt8](number: 3), nil)
        try RawRows.put(path, "private", [UInt8](number: 5), nil)
        let found = try verify()
        #expect(found.isSound && found.privatePartsErased == 1 && found.privatePartsIntact == 19)
    }

    /// Writes the stack that belongs to these records; with fewer than 128 the tree's one node stays right.
    private func writeHead(over records: [[UInt8]]) throws {
        let other = try TemporaryDirectory()
        let log = try EventLog.open(
            directory: other.path,
            options: LogOptions(access: .readWrite, keys: { _ in RecordKeys(recordedAt: 0) }))
        let made = records.map { NewRecord(bytes: $0, keys: RecordKeys(recordedAt: 0)) }
        try log.submit(made, at: 0).wait()
        log.closeAndWait()
        let stack = try #require(try RawRows.all(other.path, "meta").first { $0.key == Array("stack".utf8) })
        try RawRows.put(path, "meta", stack.key, stack.value)
    }
}
