import Glibc
import HoldfastLMDB
import HoldfastLog
import Testing

@Suite struct FormatTests {
    let folder = Folder()

    private func bytes() -> [UInt8] {
        let descriptor = open(folder.path + "/log.mdb", O_RDONLY)
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: size)
        pread(descriptor, &bytes, size, 0)
        return bytes
    }

    private func writeMeta(_ key: String, _ value: [UInt8], table name: String = "meta") throws {
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        defer { environment.close() }
        let table = try environment.openTables([TableName(name)])[0]
        try environment.createTables { transaction throws(StorageError) in
            try transaction.put(table, Array(key.utf8), value)
        }
    }

    @Test(arguments: [LogOptions.Access.readWrite, .readOnly])
    func `a newer format is refused with its bytes unchanged`(_ access: LogOptions.Access) async throws {
        try await EventLog.open(directory: folder.path, options: Sample.options).close()
        try writeMeta("format", [0, 0, 0, 2])
        let before = bytes()
        #expect(throws: LogError.newerFormat(path: folder.path, found: 2, supported: 1)) {
            try EventLog.open(
                directory: folder.path, options: Sample.options([.init(name: "new", version: 1)], access: access))
        }
        #expect(bytes() == before)
    }

    @Test(arguments: [LogOptions.Access.readWrite, .readOnly])
    func `another program's LMDB file is refused with its bytes unchanged`(_ access: LogOptions.Access) throws {
        try writeMeta("key", [1], table: "theirs")
        let before = bytes()
        #expect {
            try EventLog.open(directory: folder.path, options: Sample.options([], access: access))
        } throws: { error in
            if case .notALog = error as? LogError { true } else { false }
        }
        #expect(bytes() == before)
    }

    @Test func `an interrupted creation is no store yet to a reader and finished by the next writer`() async throws {
        try Environment.open(directory: folder.path, EnvironmentOptions()).close()
        #expect(throws: LogError.storage(.notMadeYet(path: folder.path))) {
            try EventLog.open(directory: folder.path, options: Sample.options([], access: .readOnly))
        }
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        try await log.submit([Sample.record("r")], at: 0).durable()
        await log.close()
    }

    @Test func `a newer schema is taken over and an older one does not replace it`() async throws {
        try await EventLog.open(directory: folder.path, options: Sample.options).close()
        for (schema, isNewer, expected) in [("new", true, "new"), ("old", false, "new")] {
            var options = Sample.options
            options.schema = Array(schema.utf8)
            options.replacesSchema = { _ in isNewer }
            let log = try EventLog.open(directory: folder.path, options: options)
            #expect(try log.read { snapshot throws(LogError) in try snapshot.schema() } == Array(expected.utf8))
            await log.close()
        }
    }

    @Test func `a long tail left by another program is indexed at open`() async throws {
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        _ = try log.submit([Sample.record("r", subject: .first("s"))], at: 0)
        try await log.submit((1..<40_000).map { _ in Sample.record("r", subject: .number(0)) }, at: 1).durable()
        await log.close()
        let again = try EventLog.open(directory: folder.path, options: Sample.options)
        #expect(again.unflushedCount == 0)
        #expect(try again.verify().isSound)
        await again.close()
    }

    @Test func `every message says what to do`() {
        let errors: [LogError] = [
            .stalePosition(expected: 1, given: 2), .unknownSubject(1), .groupSplit(command: "c"),
            .emptySubmission, .tailFull(unflushedCount: 1), .notResynchronised,
            .damaged(positions: 0..<64, detail: "d"),
            .newerFormat(path: "p", found: 2, supported: 1), .storage(.diskFull(path: "p")), .storage(.closed),
            .storage(.writerElsewhere(path: "p", pid: 7)), .storage(.networkFileSystem(path: "p", kind: "nfs")),
        ]
        for error in errors {
            let text = "\(error)"
            #expect(text.hasSuffix(".") && text.count > 20, "\(text)")
        }
        #expect("\(LogError.storage(.writerElsewhere(path: "p", pid: 7)))".contains("process 7"))
    }
}
