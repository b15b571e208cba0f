import HoldfastLMDB

/// What heads the images of one span in `past@1`.
///
/// A span is a run of flushes. Its images are the rows that these flushes changed, as they were before the first of
/// them: the tables of today with the images of this span and all later ones laid over, the earliest image of a row
/// winning, are the tables as they were at `start`.
struct PastSpan: Sendable, Equatable {
    /// Records that the caller's tables covered before the span's first flush, and after its last.
    var start: UInt64
    var end: UInt64
    var imageCount: UInt64 = 0
    /// The sum of the images' hashes as rows of their tables, less that of an empty row for each row that was not there.
    /// These are the hashes by which the tables' own fingerprints change, so that most cost nothing more.
    var images = Fingerprint()
    /// Over the rows of all of the caller's tables as the last flush left them: whoever changed them since without
    /// knowing of images shows here.
    var tables = Fingerprint()
    /// Stored names of the caller's tables, which the table numbers of the images count.
    let names: [UInt8]
    private let tableNames: [String]

    init(from start: UInt64, of names: [UInt8]) {
        self.start = start
        end = start
        self.names = names
        tableNames = Self.tableNames(names)
    }

    /// - Returns: nil when these are not the key and the value of such a row.
    init?(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard key.count == 8, let start = key.number(at: 0), value.count >= 80,
            let end = value.number(at: 0), let imageCount = value.number(at: 8), start <= end,
            let images = Hash(UnsafeRawBufferPointer(rebasing: value[16..<48])),
            let tables = Hash(UnsafeRawBufferPointer(rebasing: value[48..<80]))
        else { return nil }
        self.start = start
        self.end = end
        self.imageCount = imageCount
        self.images = Fingerprint(images)
        self.tables = Fingerprint(tables)
        names = Array(value[80...])
        tableNames = Self.tableNames(names)
    }

    var key: [UInt8] { [UInt8](number: start) }

    var value: [UInt8] {
        [UInt8](number: end) + [UInt8](number: imageCount) + images.bytes + tables.bytes + names
    }

    /// Adds a stored image. One that is none, or of no table of the span, counts and adds nothing.
    mutating func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ sha: borrowing SHA256) {
        guard let image = PastImage(key, value), image.table < tableNames.count else {
            imageCount &+= 1
            return
        }
        let row = image.value ?? UnsafeRawBufferPointer(start: nil, count: 0)
        let hash = Fingerprint.rowHash(tableNames[image.table], image.key, row, sha)
        add(hash, isRow: image.value != nil)
    }

    /// - Parameters:
    ///   - hash: of the row in its own table.
    ///   - isRow: false when there was no such row; the hash is then that of a row without bytes.
    mutating func add(_ hash: Hash, isRow: Bool) {
        imageCount &+= 1
        if isRow { images.add(hash) } else { images.subtract(hash) }
    }

    private static func tableNames(_ names: [UInt8]) -> [String] {
        names.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }

    static func names(of tables: some Sequence<String>) -> [UInt8] { Array(tables.joined(separator: ",").utf8) }
}
