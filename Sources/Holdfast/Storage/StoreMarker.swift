internal import Glibc

/// Says that a folder belongs to a store, and to which: the file `store.id`, one line `holdfast store <storeID>` in the
/// store's own folder, `holdfast content <storeID> <volume>` where its content stands on another volume.
package struct StoreMarker: Sendable, Equatable {
    /// Lower-case hex digits and dashes, 1...64.
    package var storeID: String
    /// Number of the volume: two volumes of one store must not be taken for each other. 0 is the store's own folder.
    package var volume: UInt64

    package static let fileName = "store.id"
    private static let byteCountMax = 128

    package init(storeID: String, volume: UInt64) {
        self.storeID = storeID
        self.volume = volume
    }

    var line: String { volume == 0 ? "holdfast store \(storeID)\n" : "holdfast content \(storeID) \(volume)\n" }

    init?(parsing line: String) {
        let words = line.dropLast().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count >= 3 else { return nil }
        self.init(storeID: words[2], volume: words.count == 4 ? UInt64(words[3]) ?? 0 : 0)
        guard isWellFormed, self.line == line else { return nil }
    }

    private var isWellFormed: Bool {
        (1...64).contains(storeID.utf8.count) && storeID.utf8.allSatisfy { Self.idBytes.contains($0) }
    }

    private static let idBytes = Set("0123456789abcdef-".utf8)

    /// `nil` where the folder carries no marker or a damaged one.
    static func read(in root: OpenFile) throws(StorageFailure) -> StoreMarker? {
        let file: OpenFile
        do throws(StorageFailure) {
            file = try OpenFile.open(fileName, in: root, O_RDONLY, "read", path: fileName)
        } catch {
            if error.kind == .missing { return nil }
            throw error
        }
        var bytes = [UInt8](repeating: 0, count: byteCountMax)
        let count = pread(file.descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .last("read", fileName) }
        return StoreMarker(parsing: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Written aside and renamed, so that a crash leaves a whole marker or none.
    func write(in root: OpenFile) throws(StorageFailure) {
        guard isWellFormed else { throw StorageFailure(.system, "write", Self.fileName, osCode: EINVAL) }
        let draft = Self.fileName + ".new"
        let file = try OpenFile.open(draft, in: root, O_WRONLY | O_CREAT | O_TRUNC, "write", path: draft)
        let bytes = Array(line.utf8)
        guard Glibc.write(file.descriptor, bytes, bytes.count) == bytes.count else { throw .last("write", draft) }
        try file.sync("write", draft)
        guard renameat(root.descriptor, draft, root.descriptor, Self.fileName) == 0 else {
            throw .last("write", Self.fileName)
        }
        try root.sync("write", Self.fileName)
    }
}
