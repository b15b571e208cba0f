import Glibc
import HoldfastLMDB
import HoldfastLog
import Synchronization

/// A folder of its own for one test, removed at the end.
final class Folder {
    let path: String

    init() {
        var template = Array("/tmp/holdfast-log-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("No temporary folder could be made.") }
        path = String(cString: made)
    }

    deinit {
        system("rm -rf '\(path)'")
    }

    @discardableResult
    private func system(_ command: String) -> Int32 { Glibc.system(command) }
}

/// Records of these tests: "subject|command|count|payload", where the subject is "+name" or "=number" or empty.
enum Sample {
    static let options = LogOptions(access: .readWrite, schema: Array("schema".utf8), tables: [], keys: Sample.keys)

    static func options(_ tables: [TableDefinition], access: LogOptions.Access = .readWrite) -> LogOptions {
        LogOptions(access: access, schema: Array("schema".utf8), tables: tables, keys: Sample.keys)
    }

    static func record(
        _ payload: String, subject: SubjectKey? = nil, command: CommandKey? = nil, privateRow: [UInt8]? = nil
    ) -> NewRecord {
        var text =
            switch subject {
            case nil: ""
            case .first(let name): "+\(name)"
            case .number(let number): "=\(number)"
            }
        text += "|\(command?.id ?? "")|\(command?.count ?? 0)|\(payload)"
        return NewRecord(
            bytes: Array(text.utf8), keys: RecordKeys(subject: subject, command: command, recordedAt: 0),
            privateRow: privateRow)
    }

    struct Malformed: Error {}

    @Sendable static func keys(_ bytes: UnsafeRawBufferPointer) throws -> RecordKeys {
        let parts = bytes.split(separator: UInt8(ascii: "|"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let count = Int(String(decoding: parts[2], as: UTF8.self)) else { throw Malformed() }
        let subject = String(decoding: parts[0], as: UTF8.self)
        let command = String(decoding: parts[1], as: UTF8.self)
        var keys = RecordKeys(recordedAt: 0)
        if subject.hasPrefix("+") { keys.subject = .first(String(subject.dropFirst())) }
        if subject.hasPrefix("=") {
            guard let number = UInt64(subject.dropFirst()) else { throw Malformed() }
            keys.subject = .number(number)
        }
        if count > 0 { keys.command = CommandKey(id: command, count: count) }
        return keys
    }
}

/// A small generator whose numbers follow from its seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension UnsafeRawBufferPointer {
    var text: String { String(decoding: self, as: UTF8.self) }
}

final class SharedFlag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set(_ isSet: Bool) { value.store(isSet, ordering: .releasing) }
}

final class SharedList: Sendable {
    private let list = Mutex<[UInt64]>([])
    var all: [UInt64] { list.withLock { $0 } }
    func append(_ number: UInt64) { list.withLock { $0.append(number) } }
}

final class SharedCounter: Sendable {
    private let value = Atomic<Int>(0)
    /// 1, 2, 3, …
    func next() -> Int { value.add(1, ordering: .acquiringAndReleasing).newValue }
}
