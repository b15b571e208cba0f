import Foundation

@testable import Holdfast

/// Flips bits in the header pages of one log, one at a time, and asks the library for its answer.
struct HeaderFlips {
    /// What LMDB reads of its two header pages.
    static let offsets: [Int] = Array(0..<152) + Array(DamagedStores.pageSize..<(DamagedStores.pageSize + 152))

    private let path: String
    private let recordCount: UInt64
    private let log: [UInt8]

    init(path: String, recordCount: UInt64) {
        self.path = path
        self.recordCount = recordCount
        log = FileManager.default.contents(atPath: path + "/log.mdb").map { Array($0) } ?? []
    }

    /// `nil` for a right answer: an error that says what is wrong, all records, or those of the commit before the last.
    func wrongAnswer(_ offset: Int, _ bit: Int) -> String? {
        guard offset < log.count else { return "there is no log" }
        var bytes = log
        bytes[offset] ^= 1 << UInt8(bit)
        guard FileManager.default.createFile(atPath: path + "/log.mdb", contents: Data(bytes)) else {
            return "not written"
        }
        do {
            let store = try OfflineStore.open(at: path)
            defer { store.close() }
            _ = try store.read { try $0.items().count }
            let found = try store.verify()
            if found.isSound, found.recordCount > recordCount || found.recordCount + 2 < recordCount {
                return "\(found.recordCount) records of \(recordCount) are called sound"
            }
            return nil
        } catch {
            return error.code == .internal ? "\(error)" : nil
        }
    }
}
