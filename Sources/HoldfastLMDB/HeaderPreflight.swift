import Glibc

/// Reads the two meta pages of a log file before LMDB does.
///
/// LMDB 0.9 trusts every field on disk: a cut or foreign file ends the process with a signal instead of an error.
/// Offsets are those of a 64-bit little- or big-endian host, which is also what LMDB itself demands of a file.
struct HeaderPreflight {
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let pageSizes = 512...65_536
    private static let headerSize = 168
    private static let attemptCountMax = 5

    let path: String
    let file: FileHandleReading

    /// A reading view of an open file; closures keep the preflight testable without one.
    struct FileHandleReading {
        let sizeInBytes: () -> Int
        let bytes: (_ offset: Int, _ count: Int) -> [UInt8]
    }

    private struct Headers: Equatable {
        let first: [UInt8]
        let second: [UInt8]
    }

    /// - Throws: `.notALogFile`, `.newerStorage` or `.damaged`. An empty file is not an error: LMDB will fill it.
    func check() throws(StorageError) {
        var attemptCount = 0
        while true {
            let found = headers()
            do throws(StorageError) {
                return try check(found)
            } catch {
                // A writer that commits meanwhile replaces headers and pages under these reads: only what is wrong
                // while nothing changes is wrong.
                attemptCount += 1
                if headers() == found || attemptCount == Self.attemptCountMax { throw error }
            }
        }
    }

    private func headers() -> Headers {
        let first = file.bytes(0, Self.headerSize)
        let pageSize = Int(number32(first, 40))
        let second = Self.pageSizes.contains(pageSize) ? file.bytes(pageSize, Self.headerSize) : []
        return Headers(first: first, second: second)
    }

    private func check(_ headers: Headers) throws(StorageError) {
        let first = headers.first
        if first.isEmpty { return }
        guard first.count >= 28 else { throw .notALogFile(path: path, detail: "it has only \(first.count) bytes") }
        if number32(first, 16) != Self.magic {
            if number32(first, 24) == Self.magic { throw .newerStorage(path: path) }
            throw .notALogFile(path: path, detail: "it does not begin with LMDB's magic number")
        }
        guard first.count >= 152 else { throw .damaged(path: path, detail: "it ends inside its first page") }
        guard number32(first, 20) == 1 else {
            throw .notALogFile(path: path, detail: "its data version is \(number32(first, 20)), not 1")
        }
        let pageSize = Int(number32(first, 40))
        guard Self.pageSizes.contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            throw .damaged(path: path, detail: "its page size is \(pageSize)")
        }
        // Read after the headers: a log that is being written only grows, so it holds at least what they speak of.
        let sizeInBytes = file.sizeInBytes()
        guard sizeInBytes >= 2 * pageSize else {
            throw .damaged(path: path, detail: "it ends inside its two header pages")
        }
        let second = headers.second
        guard number32(second, 16) == Self.magic, number32(second, 20) == 1, Int(number32(second, 40)) == pageSize
        else { throw .damaged(path: path, detail: "its second header page is not one") }
        try checkCommits(number64(first, 144), number64(second, 144))
        let newest = number64(first, 144) >= number64(second, 144) ? first : second
        try checkPages(newest, pageSize, pageCount: UInt64(sizeInBytes / pageSize))
    }

    /// LMDB writes the even commits to the first page and the odd ones to the second, so the two always follow each other.
    /// A damaged number would make it go back to the older of them.
    private func checkCommits(_ first: UInt64, _ second: UInt64) throws(StorageError) {
        if first == 0 && second == 0 { return }
        let areNeighbours = first > second ? first - second == 1 : second - first == 1
        guard first % 2 == 0, areNeighbours else {
            throw .damaged(path: path, detail: "its header pages tell of commits \(first) and \(second)")
        }
    }

    private func checkPages(_ meta: [UInt8], _ pageSize: Int, pageCount: UInt64) throws(StorageError) {
        let lastPage = number64(meta, 136)
        for root in [number64(meta, 80), number64(meta, 128)] where root != UInt64.max {
            if root >= pageCount {
                throw .damaged(path: path, detail: "it is cut: page \(root) of \(lastPage) is past its end")
            }
            if root < 2 || root > lastPage { throw .damaged(path: path, detail: "its header names page \(root)") }
        }
        let check = PageCheck(
            path: path, pageSize: pageSize, pageCount: pageCount, header: meta, bytes: file.bytes)
        try check.checkMissingPagesAreFree()
        try check.checkTables()
    }

    /// The check of all pages of a commit; nil when a header no longer tells of it. A header stands until the commit
    /// after the next one.
    func pageCheck(ofCommit number: UInt64) throws(StorageError) -> PageCheck? {
        let found = headers()
        do throws(StorageError) {
            try check(found)
        } catch {
            if headers() == found { throw error }
            return nil
        }
        // An empty file passes the check, and has no header.
        guard !found.first.isEmpty,
            let header = [found.first, found.second].first(where: { number64($0, 144) == number })
        else { return nil }
        let pageSize = Int(number32(header, 40))
        return PageCheck(
            path: path, pageSize: pageSize, pageCount: UInt64(file.sizeInBytes() / pageSize), header: header,
            bytes: file.bytes)
    }
}

/// Foreign bytes as a host-order number; zero past the end, so that no input can trap.
func number32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
}

func number64(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    guard offset >= 0, offset + 8 <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

func number16(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    guard offset >= 0, offset + 2 <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
}
