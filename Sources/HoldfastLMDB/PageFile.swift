/// Walks LMDB's pages with plain reads, so that a damaged file gives an error where a mapped read would end the process.
///
/// LMDB follows every number that it finds in a page. Everything that it would follow is checked here first.
struct PageFile {
    let path: String
    let pageSize: Int
    /// Whole pages in the file.
    let pageCount: UInt64
    let bytes: (_ offset: Int, _ count: Int) -> [UInt8]
    /// Pages that were walked, by number. Damaged pages may point anywhere, also at each other: each is walked once.
    private var isUsed: [Bool]

    private enum PageFlag {
        static let branch: UInt16 = 0x01
        static let leaf: UInt16 = 0x02
        static let overflow: UInt16 = 0x04
    }
    private static let headerSize = 16
    private static let nodeHeaderSize = 8
    /// LMDB's own cursors go no deeper.
    private static let depthMax = 32

    /// A row of a leaf page: its flags, and its value's bytes, or for a long value the page where they begin.
    struct Row {
        static let isLong: UInt16 = 0x01
        static let isTable: UInt16 = 0x02

        let flags: UInt16
        let content: [UInt8]
        let sizeInBytes: Int
    }

    init(
        path: String, pageSize: Int, pageCount: UInt64, bytes: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
    ) {
        self.path = path
        self.pageSize = pageSize
        self.pageCount = pageCount
        self.bytes = bytes
        isUsed = Array(repeating: false, count: Int(clamping: pageCount))
    }

    /// Whether the walks so far came across the page.
    func isUsed(_ page: UInt64) -> Bool { page < pageCount && isUsed[Int(page)] }

    /// Calls `body` with every row of the tree below `root`, in order.
    mutating func walk(
        _ root: UInt64, depth: Int = 0, _ body: (Row, inout PageFile) throws(StorageError) -> Void
    ) throws(StorageError) {
        try use(root, count: 1)
        guard depth < Self.depthMax else { throw damaged(root, "lies too deep") }
        let page = bytes(Int(root) * pageSize, pageSize)
        let flags = number16(page, 10)
        let lower = Int(number16(page, 12))
        let upper = Int(number16(page, 14))
        guard number64(page, 0) == root, flags == PageFlag.branch || flags == PageFlag.leaf else {
            throw damaged(root, "is not a page of a table")
        }
        guard lower > Self.headerSize, lower <= upper, upper <= pageSize else {
            throw damaged(root, "has no order")
        }
        for index in 0..<((lower - Self.headerSize) / 2) {
            let node = Int(number16(page, Self.headerSize + 2 * index))
            let keyEnd = node + Self.nodeHeaderSize + Int(number16(page, node + 6))
            guard node >= upper, keyEnd <= pageSize else { throw damaged(root, "has a row that leaves it") }
            if flags == PageFlag.branch {
                let child =
                    UInt64(number16(page, node)) | UInt64(number16(page, node + 2)) << 16
                    | UInt64(number16(page, node + 4)) << 32
                try walk(child, depth: depth + 1, body)
            } else {
                try body(try row(page, node, keyEnd, root), &self)
            }
        }
    }

    private mutating func row(
        _ page: [UInt8], _ node: Int, _ start: Int, _ number: UInt64
    ) throws(StorageError) -> Row {
        let flags = number16(page, node + 4)
        let size = Int(number16(page, node)) | Int(number16(page, node + 2)) << 16
        // Rows of tables with several values a key have other flags, which LMDB would follow to where there is nothing.
        guard [0, Row.isLong, Row.isTable].contains(flags) else { throw damaged(number, "has a row of a foreign kind") }
        let length = flags & Row.isLong == 0 ? size : 8
        guard start + length <= pageSize else { throw damaged(number, "has a row that leaves it") }
        let row = Row(flags: flags, content: Array(page[start..<(start + length)]), sizeInBytes: size)
        if flags & Row.isLong != 0 { try checkLong(row) }
        return row
    }

    /// The pages of a long value follow each other; the first begins with a header that counts them.
    private mutating func checkLong(_ row: Row) throws(StorageError) {
        let first = number64(row.content, 0)
        guard first < pageCount else { throw damaged(first, "is past its end") }
        let header = bytes(Int(first) * pageSize, Self.headerSize)
        let count = UInt64(number32(header, 12))
        guard number64(header, 0) == first, number16(header, 10) == PageFlag.overflow,
            (Self.headerSize + row.sizeInBytes + pageSize - 1) / pageSize <= Int(count)
        else { throw damaged(first, "is not where a long value begins") }
        try use(first, count: count)
    }

    /// The value's bytes, wherever they stand.
    func value(of row: Row) -> [UInt8] {
        if row.flags & Row.isLong == 0 { return row.content }
        return bytes(Int(number64(row.content, 0)) * pageSize + Self.headerSize, row.sizeInBytes)
    }

    private mutating func use(_ first: UInt64, count: UInt64) throws(StorageError) {
        guard first >= 2, first < pageCount, count <= pageCount - first else {
            throw damaged(first, first < 2 ? "is a header" : "is past its end, after \(pageCount) pages")
        }
        for page in first..<(first + count) {
            guard !isUsed[Int(page)] else { throw damaged(page, "is used twice") }
            isUsed[Int(page)] = true
        }
    }

    func damaged(_ page: UInt64, _ what: String) -> StorageError {
        .damaged(path: path, detail: "page \(page) \(what)")
    }
}
