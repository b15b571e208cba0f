import Glibc
import HoldfastLMDB
import HoldfastLog
import Testing

@Suite struct DamageTests {
    let folder = Folder()
    static let count = 300

    private func open(_ access: LogOptions.Access = .readWrite) throws(LogError) -> EventLog {
        try EventLog.open(
            directory: folder.path,
            options: Sample.options([TableDefinition(name: "rows", version: 1)], access: access))
    }

    private func makeLog() async throws {
        let log = try open()
        let records = (0..<Self.count).map { number -> NewRecord in
            let subject: SubjectKey = number % 10 == 0 ? .first("s\(number)") : .number(UInt64(number / 10 * 10))
            return Sample.record(
                "payload \(number).", subject: subject, command: CommandKey(id: "c\(number)", count: 1))
        }
        try await log.submit(records, at: 0).durable()
        let rows = (0..<20 as Range<UInt8>).map { TableChange(key: [$0], value: [$0, $0]) }
        try await log.flush(tables: [rows], covering: 200).durable()
        await log.close()
    }

    /// Changes rows past the log.
    private func tamper(
        _ table: String, _ body: (inout WriteTransaction, Table) throws(StorageError) -> Void
    ) throws {
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        defer { environment.close() }
        let opened = try environment.openTables([TableName(table)])[0]
        try environment.createTables { transaction throws(StorageError) in try body(&transaction, opened) }
    }

    /// Flips a bit of the record's bytes in the file.
    private func flip(_ payload: String) throws {
        let path = folder.path + "/log.mdb"
        let descriptor = Glibc.open(path, O_RDWR)
        defer { Glibc.close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: size)
        pread(descriptor, &bytes, size, 0)
        let wanted = Array(payload.utf8)
        var isFound = false
        for offset in 0..<(size - wanted.count)
        where bytes[offset] == wanted[0] && Array(bytes[offset..<(offset + wanted.count)]) == wanted {
            var flipped = wanted[0] ^ 1
            pwrite(descriptor, &flipped, 1, off_t(offset))
            isFound = true
        }
        try #require(isFound)
    }

    @Test func `a sound log verifies, its root computed anew`() async throws {
        try await makeLog()
        let log = try open()
        let report = try log.verify()
        #expect(report.isSound && report.count == 300 && report.firstBadPosition == nil)
        #expect(report.root == (try log.read { snapshot throws(LogError) in try snapshot.root() }))
        await log.close()
    }

    @Test func `a damaged page of the file is named and nothing behind it is read`() async throws {
        try await makeLog()
        let log = try open(.readOnly)
        let descriptor = Glibc.open(folder.path + "/log.mdb", O_RDWR)
        let pageCount = Int(lseek(descriptor, 0, SEEK_END)) / 4096
        for page in 2..<pageCount {
            var lower: UInt16 = 0xFFFF
            pwrite(descriptor, &lower, 2, off_t(page * 4096 + 12))
        }
        close(descriptor)
        let report = try log.verify()
        #expect(report.problems.map(\.kind) == [.file] && report.count == 0 && report.root == nil)
    }

    @Test(
        arguments: [
            (5, 0..<64), (130, 128..<192), (255, 192..<256), (256, 256..<288), (270, 256..<288), (299, 296..<300),
        ] as [(Int, Range<UInt64>)])
    func `a flipped byte is found by verify, by a read and by a scan, with its place`(
        _ position: Int, _ place: Range<UInt64>
    ) async throws {
        try await makeLog()
        try flip("payload \(position).")
        let log = try open(.readOnly)
        let report = try log.verify()
        #expect(!report.isSound)
        #expect(report.firstBadPosition == place.lowerBound)
        #expect(report.problems.first?.positions == place)
        #expect(report.problems.first?.kind == .record)
        let damage = LogError.damaged(positions: place, detail: "they do not hash to what the tree recorded")
        #expect(throws: damage) {
            try log.read { snapshot throws(LogError) in _ = try snapshot.record(at: UInt64(position)) }
        }
        var seen: UInt64 = 0
        #expect(throws: damage) {
            try log.scan { position, _ in
                seen = position + 1
                return true
            }
        }
        // Nothing of the damaged block was handed out.
        #expect(seen == UInt64(position) / 64 * 64)
        await log.close()
    }

    @Test func `a missing record is found`() async throws {
        try await makeLog()
        try tamper("records") { transaction, table throws(StorageError) in
            try withKey(100) { key throws(StorageError) in _ = try transaction.remove(table, key) }
        }
        let log = try open(.readOnly)
        #expect(try log.verify().firstBadPosition == 100)
        #expect(throws: LogError.self) {
            try log.read { snapshot throws(LogError) in _ = try snapshot.record(at: 101) }
        }
        await log.close()
    }

    @Test func `a changed, missing or surplus node of the tree is found`() async throws {
        for change in 0..<3 {
            try await makeLog()
            try tamper("tree") { transaction, table throws(StorageError) in
                let key = [UInt8(7)] + [UInt8](number: change == 2 ? 9 : 1)
                if change == 1 {
                    _ = try withBytes(of: key) { key throws(StorageError) in try transaction.remove(table, key) }
                } else {
                    try transaction.put(table, key, [UInt8](repeating: 1, count: 32))
                }
            }
            let log = try open(.readOnly)
            #expect(try log.verify().problems.map(\.kind).contains(.tree))
            await log.close()
            unlink(folder.path + "/log.mdb")
        }
    }

    @Test(arguments: ["names@1", "subjects@1", "commands@1", "command-order@1", "rows@1"])
    func `a changed derived row is found`(_ name: String) async throws {
        for isRemoved in [true, false] {
            try await makeLog()
            try tamper(name) { transaction, table throws(StorageError) in
                guard let cursor = try transaction.cursor(table), let row = try cursor.first() else { return }
                let (key, value) = (Array(row.key), Array(row.value))
                if isRemoved {
                    _ = try withBytes(of: key) { key throws(StorageError) in try transaction.remove(table, key) }
                } else {
                    try transaction.put(table, key, value.dropLast() + [value[value.count - 1] ^ 1])
                }
            }
            let log = try open(.readOnly)
            let report = try log.verify()
            #expect(report.problems.map(\.kind) == [.derived], "\(report.problems)")
            await log.close()
            unlink(folder.path + "/log.mdb")
        }
    }

    @Test func `a cut tail is found against the tree`() async throws {
        try await makeLog()
        try tamper("records") { transaction, table throws(StorageError) in
            for position in 290..<300 as Range<UInt64> {
                try withKey(position) { key throws(StorageError) in _ = try transaction.remove(table, key) }
            }
        }
        let log = try open(.readOnly)
        #expect(try log.verify().firstBadPosition == 290)
        await log.close()
    }

    @Test func `proofs of a stored log verify at every size`() async throws {
        try await makeLog()
        let log = try open(.readOnly)
        try log.read { snapshot throws(LogError) in
            let root = try snapshot.root()
            for position in stride(from: 0, to: 300, by: 23) as StrideTo<UInt64> {
                for size in [position + 1, 256, 257, 300] where size > position {
                    #expect(
                        MerkleTree.verifyInclusion(
                            leafHash: try snapshot.leafHash(at: position).bytes, index: position, size: size,
                            proof: try snapshot.inclusionProof(of: position, size: size),
                            root: try snapshot.root(at: size)))
                }
                #expect(
                    MerkleTree.verifyConsistency(
                        oldSize: position, oldRoot: try snapshot.root(at: position), newSize: 300, newRoot: root,
                        proof: try snapshot.consistencyProof(from: position, to: 300)))
            }
            #expect(throws: LogError.self) { try snapshot.root(at: 301) }
            #expect(throws: LogError.self) { try snapshot.inclusionProof(of: 5, size: 5) }
            #expect(throws: LogError.self) { try snapshot.consistencyProof(from: 5, to: 4) }
        }
        await log.close()
    }
}
