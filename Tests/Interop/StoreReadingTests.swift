import Foundation
import Glibc
import HoldfastLog
import Testing

@testable import HoldfastModel

/// A program that knows Format.md alone reads what this one writes.
@Suite(.enabled(if: Reader.isUsable, "needs Debian's python3-lmdb and python3-cbor2"))
struct StoreReadingTests {
    @Test func `another program names every record and finds the same root`() async throws {
        let store = try await SampleStore(count: 1_000)
        let result = try Reader.run(store.path)
        #expect(result.status == 0, "\(result.errors)")
        try #require(result.lines.count == 1_001)
        for (line, record) in zip(result.lines, store.records) {
            #expect(line["position"] == "\(record.position)")
            #expect(line["type"] == record.event.typeName)
            #expect(line["recordedAt"] == TimeText.string(record.recordedAt))
            #expect(line["leaf"] == store.leaves[Int(record.position)])
        }
        #expect(result.lines.last?["count"] == "1000")
        #expect(result.lines.last?["root"] == store.root)
    }

    @Test func `another program reads a log without records`() async throws {
        let store = try await SampleStore(count: 0)
        let result = try Reader.run(store.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.last?["root"] == store.root)
    }

    @Test func `another program finds a changed byte and names its block`() async throws {
        let store = try await SampleStore(count: 300)
        try store.replace(Array("marker-123".utf8), with: Array("marker-124".utf8))
        let result = try Reader.run(store.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("positions 64 to 127"), "\(result.errors)")
    }

    @Test func `another program finds a changed byte behind the last full block`() async throws {
        let store = try await SampleStore(count: 130)
        try store.replace(Array("marker-129".utf8), with: Array("marker-128".utf8))
        let result = try Reader.run(store.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("stack"), "\(result.errors)")
    }
}

/// A store with some of everything.
private final class SampleStore {
    let path: String
    private(set) var records: [Record] = []
    private(set) var leaves: [String] = []
    private(set) var root = ""

    init(count: Int) async throws {
        var template = Array("/tmp/holdfast-interop-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
        let options = LogOptions(access: .readWrite, schema: Schema.current.encode(), keys: Self.keys)
        let log = try EventLog.open(directory: path, options: options)
        for position in 0..<UInt64(count) { try await append(to: log, at: position) }
        root = try log.read { snapshot throws(LogError) in try snapshot.root() }.description
        await log.close()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Changes the file in place.
    func replace(_ old: [UInt8], with new: [UInt8]) throws {
        let file = URL(fileURLWithPath: path + "/log.mdb")
        var data = try Data(contentsOf: file)
        let range = try #require(data.range(of: Data(old)))
        data.replaceSubrange(range, with: new)
        try data.write(to: file)
    }

    private func append(to log: EventLog, at position: UInt64) async throws {
        let sha = SHA256()
        var record = Record(
            position: position, subject: position == 0 ? .first("session") : .number(0),
            recordedAt: 1_796_023_896_000_000 + Int64(position) * 1_500_000, actor: .app,
            event: Self.event(position))
        var row: [UInt8]?
        if position % 5 == 0 {
            var part = PrivatePart()
            part.title = "Title \(position)"
            part.sources = ["https://example.org/\(position)"]
            let bytes = part.row(salt: [UInt8](repeating: UInt8(truncatingIfNeeded: position), count: 16))
            record.privateDigest = Digest(sha256: ([0x02] + bytes).withUnsafeBytes { sha.hash($0) }.bytes)
            row = bytes
        }
        if position % 7 == 0 { record.command = .init(id: "command-\(position)", count: 1) }
        if position % 11 == 0 { record.unknownFields.fields = [.init(key: 77, bytes: [0x61, 0x61])] }
        let bytes = record.encode()
        let keys = try bytes.withUnsafeBytes { try Self.keys($0) }
        try await log.submit([NewRecord(bytes: bytes, keys: keys, privateRow: row)], at: position).durable()
        records.append(record)
        leaves.append(([0x00] + bytes).withUnsafeBytes { sha.hash($0) }.description)
    }

    @Sendable private static func keys(_ bytes: UnsafeRawBufferPointer) throws -> RecordKeys {
        let envelope = try RecordEnvelope(decoding: bytes)
        let subject: SubjectKey =
            switch envelope.subject {
            case .first(let text): .first(text)
            case .number(let number): .number(number)
            }
        let command = envelope.command.map { CommandKey(id: $0.id, count: Int(clamping: $0.count)) }
        return RecordKeys(subject: subject, command: command, recordedAt: envelope.recordedAt)
    }

    private static func event(_ position: UInt64) -> Event {
        switch position % 6 {
        case 0:
            var created = StoreCreated()
            created.storeID = "marker-\(position)"
            return .storeCreated(created)
        case 1:
            var changed = ConnectivityChanged()
            changed.interfaces = [Interface(.wifi), Interface(.other, name: "tun0")]
            changed.isMetered = true
            return .connectivityChanged(changed)
        case 2:
            var failed = TransferFailed()
            failed.failure = Failure(.tls, "expired", osCode: -1)
            return .transferFailed(failed)
        case 3:
            var verified = SettingChanged()
            verified.key = "marker-\(position)"
            return .settingChanged(verified)
        case 4: return .unknown(UnknownEvent(type: 250, schemaVersion: 3, payload: [0xa1, 0x01, 0xf6]))
        default:
            var interrupted = TransferInterrupted()
            interrupted.blocker = Open(rawValue: 200)
            return .transferInterrupted(interrupted)
        }
    }
}
