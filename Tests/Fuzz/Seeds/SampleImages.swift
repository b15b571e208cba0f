/// Bytes laid out by hand, host order, as LMDB and the kernel write them.
private struct Image {
    var bytes: [UInt8]

    init(count: Int) { bytes = Array(repeating: 0, count: count) }

    mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        withUnsafeBytes(of: number) { bytes.replaceSubrange(offset..<(offset + $0.count), with: $0) }
    }

    mutating func put(_ text: String, at offset: Int) {
        bytes.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
    }
}

/// A log file of nine pages of 512 bytes, the least that LMDB's format allows: a free list, a named table of two leaves
/// below a branch, and a long value.
enum SamplePages {
    private static let pageSize = 512

    static let image: [UInt8] = {
        var pages = (0..<2).map { header(commit: UInt64($0)) }
        pages.append(leaf(2, rows: [(key: number(1), value: number(1) + number(8), flags: 0)]))
        pages.append(leaf(3, rows: [(key: Array("t".utf8), value: table(root: 4), flags: 2)]))
        pages.append(branch(4, children: [5, 6]))
        pages.append(leaf(5, rows: [(key: [1], value: [2], flags: 0), (key: [3], value: [4, 5], flags: 0)]))
        pages.append(leaf(6, rows: [(key: [9], value: number(7), flags: 1)]))
        var long = page(7, flags: 4)
        long.put(1 as UInt32, at: 12)
        pages.append(long)
        pages.append(page(8, flags: 2))
        return pages.flatMap(\.bytes)
    }()

    private static func page(_ number: UInt64, flags: UInt16) -> Image {
        var page = Image(count: pageSize)
        page.put(number, at: 0)
        page.put(flags, at: 10)
        return page
    }

    private static func header(commit: UInt64) -> Image {
        var page = page(commit, flags: 8)
        page.put(0xBEEF_C0DE as UInt32, at: 16)
        page.put(1 as UInt32, at: 20)
        page.put(UInt32(pageSize), at: 40)
        page.put(2 as UInt64, at: 80)
        page.put(3 as UInt64, at: 128)
        page.put(8 as UInt64, at: 136)
        page.put(commit, at: 144)
        return page
    }

    private static func leaf(_ number: UInt64, rows: [(key: [UInt8], value: [UInt8], flags: UInt16)]) -> Image {
        var page = page(number, flags: 2)
        var upper = pageSize
        for (index, row) in rows.enumerated() {
            // The long row's size is that of its value: 100 bytes.
            let size = row.flags == 1 ? 100 : row.value.count
            upper -= (8 + row.key.count + row.value.count + 1) & ~1
            page.put(UInt16(upper), at: 16 + 2 * index)
            page.put(UInt16(size), at: upper)
            page.put(row.flags, at: upper + 4)
            page.put(UInt16(row.key.count), at: upper + 6)
            page.bytes.replaceSubrange(
                (upper + 8)..<(upper + 8 + row.key.count + row.value.count), with: row.key + row.value)
        }
        page.put(UInt16(16 + 2 * rows.count), at: 12)
        page.put(UInt16(upper), at: 14)
        return page
    }

    private static func branch(_ number: UInt64, children: [UInt16]) -> Image {
        var page = page(number, flags: 1)
        var upper = pageSize
        for (index, child) in children.enumerated() {
            upper -= 10
            page.put(UInt16(upper), at: 16 + 2 * index)
            page.put(child, at: upper)
            page.put(1 as UInt16, at: upper + 6)
            page.bytes[upper + 8] = UInt8(index * 9)
        }
        page.put(UInt16(16 + 2 * children.count), at: 12)
        page.put(UInt16(upper), at: 14)
        return page
    }

    private static func table(root: UInt64) -> [UInt8] { Array(repeating: 0, count: 40) + number(root) }

    private static func number(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
}

/// One wired link with an address and a default route.
enum SampleNetlink {
    static let dump: [UInt8] = {
        var link = Image(count: 16)
        link.put(1 as UInt16, at: 2)
        link.put(3 as Int32, at: 4)
        link.put(0x10041 as UInt32, at: 8)
        var address = Image(count: 8)
        address.bytes[0...1] = [2, 24]
        address.put(3 as Int32, at: 4)
        var route = Image(count: 12)
        route.bytes[0] = 2
        route.bytes[4] = 254
        route.bytes[7] = 1
        let hop: [UInt8] = [8, 0, 0, 0, 3, 0, 0, 0]
        return message(16, link.bytes + attribute(3, Array("eth0\0".utf8)) + attribute(18, attribute(1, [0x61, 0])))
            + message(20, address.bytes + attribute(2, [10, 0, 0, 2]) + attribute(8, [0, 0, 0, 0]))
            + message(24, route.bytes + attribute(4, [3, 0, 0, 0]) + attribute(9, hop)) + message(3, [])
    }()

    private static func message(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        var head = Image(count: 16)
        head.put(UInt32(16 + payload.count), at: 0)
        head.put(type, at: 4)
        head.put(1 as UInt32, at: 8)
        return head.bytes + payload
    }

    private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        var head = Image(count: 4)
        head.put(UInt16(4 + value.count), at: 0)
        head.put(type, at: 2)
        return head.bytes + value + Array(repeating: 0, count: (4 - value.count % 4) % 4)
    }
}
