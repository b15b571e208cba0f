import CHoldfastLMDB

/// A row of LMDB's reader table.
struct ReaderSlot: Equatable {
    let pid: Int32
    /// Number of the commit that its snapshot shows; nil while it is being taken.
    let transaction: UInt64?

    /// The rows in use, of every process that shares the lock file; those of killed processes too until they are freed.
    static func all(of environment: OpaquePointer) -> [ReaderSlot] {
        var slots: [ReaderSlot] = []
        withUnsafeMutablePointer(to: &slots) { slots in
            _ = mdb_reader_list(
                environment,
                { line, context in
                    guard let line, let slots = context?.assumingMemoryBound(to: [ReaderSlot].self) else { return -1 }
                    if let slot = ReaderSlot(line: String(cString: line)) { slots.pointee.append(slot) }
                    return 0
                }, slots)
        }
        return slots
    }

    /// LMDB tells a row as a line: process, thread, and the commit or a dash. It has a heading and a line for "none".
    init?(line: String) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\n" })
        guard words.count == 3, let pid = Int32(words[0]) else { return nil }
        self.pid = pid
        transaction = UInt64(words[2])
    }
}

/// How much the snapshots that are open hold back.
package struct ReaderUse: Sendable, Equatable {
    /// Open snapshots, of all processes.
    package let snapshotCount: Int
    /// Commits since the oldest of them was taken: pages freed since then cannot be used again, so the file grows.
    package let oldestLag: UInt64

    package static let none = ReaderUse([], lastTransaction: 0)

    init(_ slots: [ReaderSlot], lastTransaction: UInt64) {
        snapshotCount = slots.count
        let oldest = slots.compactMap(\.transaction).min() ?? lastTransaction
        oldestLag = lastTransaction > oldest ? lastTransaction - oldest : 0
    }
}
