/// Keys with a small value each, in order, in chunks: inserting moves a few hundred entries at most, whatever the count.
struct SortedEntries<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    typealias Entry = (key: Key, value: Value)

    /// Never empty ones; their keys ascend from chunk to chunk.
    private var chunks: [[Entry]] = []
    private(set) var count = 0

    static var chunkCountMax: Int { 128 }

    var isEmpty: Bool { count == 0 }

    subscript(_ key: Key) -> Value? {
        guard let chunk = chunkIndex(for: key) else { return nil }
        let place = Self.place(of: key, in: chunks[chunk])
        guard place < chunks[chunk].count, chunks[chunk][place].key == key else { return nil }
        return chunks[chunk][place].value
    }

    /// - Parameter cancelling: whether the value that stands there and the new one cancel each other: then neither is left.
    @inline(__always)
    mutating func set(_ key: Key, to value: Value, cancelling: (Value) -> Bool = { _ in false }) {
        guard let chunk = chunkIndex(for: key) else {
            chunks.append([(key, value)])
            count += 1
            return
        }
        let place = Self.place(of: key, in: chunks[chunk])
        guard place < chunks[chunk].count, chunks[chunk][place].key == key else {
            return insert((key, value), chunk, place)
        }
        if cancelling(chunks[chunk][place].value) { remove(chunk, place) } else { chunks[chunk][place].value = value }
    }

    private mutating func insert(_ entry: Entry, _ chunk: Int, _ place: Int) {
        chunks[chunk].insert(entry, at: place)
        count += 1
        if chunks[chunk].count > Self.chunkCountMax { split(chunk, isLast: place == chunks[chunk].count - 1) }
    }

    mutating func remove(_ key: Key) {
        guard let chunk = chunkIndex(for: key) else { return }
        let place = Self.place(of: key, in: chunks[chunk])
        guard place < chunks[chunk].count, chunks[chunk][place].key == key else { return }
        remove(chunk, place)
    }

    private mutating func remove(_ chunk: Int, _ place: Int) {
        chunks[chunk].remove(at: place)
        count -= 1
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    }

    /// Walks all entries in order until `body` returns false.
    func walk(_ body: (Key, Value) throws -> Bool) rethrows {
        for chunk in chunks {
            for entry in chunk where try !body(entry.key, entry.value) { return }
        }
    }

    /// A place in the order, for walking beside another source.
    struct Cursor {
        fileprivate var chunk = 0
        fileprivate var place = 0
    }

    /// The place of the first key after `key`.
    func cursor(after key: Key) -> Cursor {
        var cursor = cursor(from: key)
        if entry(at: cursor)?.key == key { advance(&cursor) }
        return cursor
    }

    /// The place of the first key that is not before `key`.
    func cursor(from key: Key) -> Cursor {
        guard let chunk = chunkIndex(for: key) else { return Cursor() }
        let place = Self.place(of: key, in: chunks[chunk])
        return place == chunks[chunk].count ? Cursor(chunk: chunk + 1, place: 0) : Cursor(chunk: chunk, place: place)
    }

    func entry(at cursor: Cursor) -> Entry? {
        cursor.chunk < chunks.count ? chunks[cursor.chunk][cursor.place] : nil
    }

    func advance(_ cursor: inout Cursor) {
        cursor.place += 1
        if cursor.chunk < chunks.count, cursor.place == chunks[cursor.chunk].count {
            cursor.chunk += 1
            cursor.place = 0
        }
    }

    /// The chunk that holds the key or would take it; `nil` only without any chunk.
    private func chunkIndex(for key: Key) -> Int? {
        guard !chunks.isEmpty else { return nil }
        var low = 0
        var high = chunks.count
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle][0].key <= key { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    private static func place(of key: Key, in chunk: [Entry]) -> Int {
        var low = 0
        var high = chunk.count
        while low < high {
            let middle = (low + high) / 2
            if chunk[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Ascending inserts leave full chunks behind: then only the last entry moves on.
    private mutating func split(_ chunk: Int, isLast: Bool) {
        let keep = isLast && chunk == chunks.count - 1 ? chunks[chunk].count - 1 : chunks[chunk].count / 2
        let tail = Array(chunks[chunk][keep...])
        chunks[chunk].removeSubrange(keep...)
        chunks.insert(tail, at: chunk + 1)
    }
}
