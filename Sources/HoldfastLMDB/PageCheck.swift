/// Checks of a log file's pages that need no map: one for every open, one for whoever wants to know.
struct PageCheck {
    private let path: String
    private let pageSize: Int
    private let pageCount: UInt64
    /// The header of the commit that is checked.
    private let header: [UInt8]
    private let bytes: (_ offset: Int, _ count: Int) -> [UInt8]

    private static let noPage = UInt64.max
    /// Of a table's description, in a header and in the row of a named table.
    private static let tableSize = 48
    private static let rootOffset = 40

    init(
        path: String, pageSize: Int, pageCount: UInt64, header: [UInt8],
        bytes: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
    ) {
        self.path = path
        self.pageSize = pageSize
        self.pageCount = pageCount
        self.header = header
        self.bytes = bytes
    }

    private var freeRoot: UInt64 { number64(header, 80) }
    private var mainRoot: UInt64 { number64(header, 128) }
    private var lastPage: UInt64 { number64(header, 136) }

    /// LMDB may leave pages at the end of a file unwritten when nobody uses them. A file that is shorter than its header
    /// says is therefore whole only if every missing page is in the free list.
    func checkMissingPagesAreFree() throws(StorageError) {
        guard lastPage >= pageCount else { return }
        var pages = pageFile()
        try checkMissing(try freePages(&pages))
    }

    /// Walks the pages that list the tables, which LMDB follows when it opens them; a store has few tables, so it is one
    /// page.
    func checkTables() throws(StorageError) {
        guard mainRoot != Self.noPage else { return }
        var pages = pageFile()
        try pages.walk(mainRoot) { row, pages throws(StorageError) in
            if row.flags == PageFile.Row.isTable { _ = try root(of: row, pages) }
        }
    }

    /// Where the table that a row describes begins; nil when it has no rows.
    private func root(of row: PageFile.Row, _ pages: PageFile) throws(StorageError) -> UInt64? {
        guard row.content.count == Self.tableSize else { throw pages.damaged(mainRoot, "describes no table") }
        let root = number64(row.content, Self.rootOffset)
        if root == Self.noPage { return nil }
        guard root >= 2, root < pageCount else { throw pages.damaged(root, "is no place for a table") }
        return root
    }

    /// Walks every page that the commit uses: all tables, long values and the free list.
    func checkEverything() throws(StorageError) {
        var pages = pageFile()
        let free = try freePages(&pages)
        try checkMissing(free)
        if mainRoot != Self.noPage {
            try pages.walk(mainRoot) { row, pages throws(StorageError) in
                guard row.flags == PageFile.Row.isTable else { return }
                if let root = try root(of: row, pages) { try pages.walk(root) { _, _ throws(StorageError) in } }
            }
        }
        for page in free where page < 2 || page > lastPage || pages.isUsed(page) {
            throw pages.damaged(page, "is in the free list, where it cannot be")
        }
    }

    private func pageFile() -> PageFile {
        PageFile(path: path, pageSize: pageSize, pageCount: pageCount, bytes: bytes)
    }

    private func checkMissing(_ free: [UInt64]) throws(StorageError) {
        guard lastPage >= pageCount else { return }
        let page: UInt64?
        if lastPage - pageCount < 1 << 20 {
            page = Set(pageCount...lastPage).subtracting(free).min()
        } else {
            page = pageCount
        }
        if let page {
            throw .damaged(path: path, detail: "it is cut: page \(page) is past its end, after \(pageCount) pages")
        }
    }

    /// Rows of the free list are a count followed by that many page numbers.
    private func freePages(_ pages: inout PageFile) throws(StorageError) -> [UInt64] {
        guard freeRoot != Self.noPage else { return [] }
        var free: [UInt64] = []
        try pages.walk(freeRoot) { row, pages throws(StorageError) in
            let list = pages.value(of: row)
            let count = number64(list, 0)
            guard list.count >= 8, count <= UInt64(list.count / 8 - 1) else {
                throw pages.damaged(freeRoot, "leads to a free list without an end")
            }
            for index in 0..<Int(count) { free.append(number64(list, 8 * (index + 1))) }
        }
        return free
    }
}
