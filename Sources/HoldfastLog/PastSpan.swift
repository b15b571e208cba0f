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
    /// Over the images, with their full keys.
    var images = Fingerprint()
    /// Over the rows of all of the caller's tables as the last flush left them: whoever changed them since without
    /// knowing of images shows here.
    var tables = Fingerprint()
    /// Stored names of the caller's tables, which the table numbers of the images count.
    var names: [UInt8]

    init(from start: UInt64, of names: [UInt8]) {
        self.start = start
        end = start
        self.names = names
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
    }

    var key: [UInt8] { [UInt8](number: start) }

    var value: [UInt8] {
        [UInt8](number: end) + [UInt8](number: imageCount) + images.bytes + tables.bytes + names
    }

    mutating func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ sha: borrowing SHA256) {
        imageCount &+= 1
        images.add(Fingerprint.rowHash(Layout.pastTable, key, value, sha))
    }

    static func names(of tables: some Sequence<String>) -> [UInt8] { Array(tables.joined(separator: ",").utf8) }
}
