import HoldfastLMDB

/// The bytes of a log on disk, format 1. Every number is big-endian; keys are ordered by their bytes.
///
/// A log is one LMDB 0.9 file (`log.mdb`, opened with MDB_NOSUBDIR) with these named tables, all with plain keys
/// (flags 0). What is *derived* can be deleted and is rebuilt from `records` alone.
///
/// | table | key | value |
/// |---|---|---|
/// | `records` | position, 8 bytes, from 0 without gaps | the record: exactly the bytes that are hashed |
/// | `private` | position, 8 bytes | the record's private part; absent where there is none or it was erased |
/// | `tree` | level, 1 byte, 6 and above; index, 8 bytes | 32 bytes: root of the 2^level leaves from index × 2^level on |
/// | `meta` | short ASCII text | see `MetaKey` |
/// | `names@1`, derived | a subject's text, 1 to 320 bytes of UTF-8 | its number, 8 bytes: the position that named it |
/// | `subjects@1`, derived | subject number, 8 bytes; chunk = position >> 16, 8 bytes | low 16 bits of each position of the subject in the chunk, 2 bytes each, ascending |
/// | `commands@1`, derived | first 8 bytes of SHA-256(command id) | first position, 8 bytes; record count, 4 bytes |
/// | `command-order@1`, derived | first position of a command, 8 bytes | its key in `commands@1`, 8 bytes |
/// | `segments@1`, derived | position of a record with which times begin anew, 8 bytes | empty |
/// | `past@1`, derived | start of a span, 8 bytes | end, 8 bytes; images, 8 bytes; their fingerprint, 32 bytes; sum of the fingerprints of the caller's tables at the end, 32 bytes; names of those tables, joined by commas |
/// | the same | start of its span, 8 bytes; number of the caller's table, 1 byte; key of a row | 0 where there was no such row at the start, else 1 and the row |
/// | `NAME@VERSION`, derived | the caller's | the caller's |
///
/// `names`, `subjects` and `commands` are functions of the records before the `covered` position, whatever flushes
/// brought them there; `commands` and `command-order` keep the last 65,536 commands.
package enum Layout {
    package static let formatVersion: UInt32 = 1
    /// Perfect subtrees below this level are recomputed from the records when they are needed.
    package static let storedLevelMin = 6
    /// Records of one stored node of the lowest level.
    package static let blockSize: UInt64 = 64
    package static let chunkBits: UInt64 = 16
    package static let commandsKeptMax = 65_536
    package static let subjectSizeMax = 320
    package static let recordSizeMax = 1 << 20
    /// Far more than any disk holds; a greater number in a file is damage.
    package static let recordCountMax: UInt64 = 1 << 48

    package static let recordTables = ["records", "private", "tree", "meta"]
    package static let derivedTables = ["names@1", "subjects@1", "commands@1", "command-order@1", "segments@1"]
    /// Old rows of the caller's tables. Unlike other derived tables it is not built again: it begins anew.
    package static let pastTable = "past@1"

    /// Keys of the `meta` table.
    enum MetaKey {
        /// Format version, 4 bytes.
        static let format = Array("format".utf8)
        /// 16 random bytes drawn when the log was made.
        static let store = Array("store".utf8)
        /// Names of the record types and fields, for readers without this program; opaque here.
        static let schema = Array("schema".utf8)
        /// Number of records, 8 bytes, then one root of 32 bytes a set bit of it, the largest subtree first.
        static let stack = Array("stack".utf8)
        /// Number of records that the log's own derived tables cover, 8 bytes.
        static let covered = Array("covered".utf8)
        /// `table/NAME@VERSION`: records covered, 8 bytes; rows, 8 bytes; fingerprint, 32 bytes.
        static func table(_ name: String) -> [UInt8] { Array("table/\(name)".utf8) }
    }

    /// Key of a node in `tree`.
    static func key(of node: MerkleTree.Node) -> [UInt8] {
        [UInt8(truncatingIfNeeded: node.level)] + [UInt8](number: node.index)
    }

    /// Key of a row of `subjects`.
    static func key(subject: UInt64, chunk: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        append(subject: subject, chunk: chunk, to: &key)
        return key
    }

    static func append(subject: UInt64, chunk: UInt64, to key: inout [UInt8]) {
        key.append(number: subject)
        key.append(number: chunk)
    }
}

/// Handles of the tables of an open log, in the order in which the environment was asked for them.
struct LogTables: Sendable {
    let records, privateRows, tree, meta: Table
    let names, subjects, commands, commandOrder, segments, past: Table
    /// The caller's, in the order of its definitions.
    let projections: [Table]

    /// The log's own derived tables.
    var own: [Table] { [names, subjects, commands, commandOrder, segments] }

    /// - Parameter all: one table for each name of `Layout.recordTables`, `Layout.derivedTables`, the past and the caller.
    init(_ all: [Table]) {
        records = all[0]
        privateRows = all[1]
        tree = all[2]
        meta = all[3]
        names = all[4]
        subjects = all[5]
        commands = all[6]
        commandOrder = all[7]
        segments = all[8]
        past = all[9]
        projections = Array(all[10...])
    }
}
