/// A decoder of foreign bytes, with what must hold whatever the bytes are.
///
/// The fuzzer and the tests call the same function; what it throws is a finding, and so is every trap.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// One record: envelope, payload, JSON, and back to the same bytes.
    case records
    /// A log of several records, folded in memory and over stored tables.
    case fold
    /// Rows of the state tables and of private parts.
    case rows
    /// Rows of the log's own tables: running edge, table state, commands, schema.
    case meta
    /// The image of a log file: headers and pages before LMDB reads them.
    case pages
    /// Response heads of HTTP.
    case heads
    /// Values of HTTP fields: ranges, dates, waits.
    case fields
    /// Addresses of sources and redirects.
    case addresses
    /// File names, content paths, store markers.
    case names
    /// Messages of rtnetlink.
    case netlink
    /// Messages of the control socket.
    case control
    /// Command lines.
    case arguments
    /// Times, sizes and positions as people write them.
    case values
    /// Expressions over the state.
    case expressions

    /// Longest input that is tried: longer ones find nothing new and cost time.
    var byteCountMax: Int {
        switch self {
        case .fold: 4096
        case .pages: 16_384
        case .heads, .netlink, .control: 2048
        default: 512
        }
    }

    func run(_ bytes: UnsafeRawBufferPointer) throws {
        switch self {
        case .records: try fuzzRecord(bytes)
        case .fold: try fuzzFold(bytes)
        case .rows: try fuzzRow(bytes)
        case .meta: try fuzzMeta(bytes)
        case .pages: fuzzPages(bytes)
        case .heads: try fuzzHead(bytes)
        case .fields: try fuzzFields(bytes)
        case .addresses: try fuzzAddress(bytes)
        case .names: try fuzzName(bytes)
        case .netlink: try fuzzNetlink(bytes)
        case .control: try fuzzControl(bytes)
        case .arguments: try fuzzArguments(bytes)
        case .values: try fuzzValue(bytes)
        case .expressions: try fuzzExpression(bytes)
        }
    }
}

/// What must hold did not.
struct FuzzFinding: Error {
    var claim: String
}

func claim(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw FuzzFinding(claim: what()) }
}

/// Takes numbers and pieces off the front of an input.
struct FuzzInput {
    private(set) var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    /// Zero past the end.
    mutating func byte() -> UInt8 {
        guard let first = rest.first else { return 0 }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        return first
    }

    /// At most `count` bytes.
    mutating func piece(_ count: Int) -> UnsafeRawBufferPointer {
        let taken = min(count, rest.count)
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[taken...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<taken])
    }

    /// What is left, as text with repair of what is not UTF-8.
    var text: String { String(decoding: rest, as: UTF8.self) }
}
