import Glibc
import HoldfastTestSupport

/// What a process did to the files of one folder, in order, as the interposer wrote it down.
struct Recording {
    enum Operation {
        case write(node: UInt64, offset: Int, bytes: ArraySlice<UInt8>, isDurable: Bool)
        case size(node: UInt64, Int, isExact: Bool)
        case sync(node: UInt64)
        case made(node: UInt64, folder: UInt64, name: String, isFolder: Bool)
        case link(node: UInt64, folder: UInt64, name: String)
        case rename(folder: UInt64, name: String, newFolder: UInt64, newName: String)
        case unlink(folder: UInt64, name: String)
        case mark(String)
        case root(node: UInt64)

        var makesSure: Bool {
            switch self {
            case .sync, .write(_, _, _, isDurable: true): true
            default: false
            }
        }
    }

    private(set) var operations: [Operation] = []

    init(file: String) throws {
        let bytes = try Self.contents(of: file)
        var position = 0
        func number(_ width: Int) -> UInt64 {
            defer { position += width }
            return bytes[position..<(position + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while position < bytes.count {
            let (kind, textLength) = (number(4), Int(number(4)))
            let (node, a, b) = (number(8), number(8), number(8))
            let text = String(decoding: bytes[position..<(position + textLength)], as: UTF8.self)
            position += textLength
            switch kind {
            case 1, 12:
                let body = bytes[position..<(position + Int(b))]
                position += Int(b)
                operations.append(.write(node: node, offset: Int(a), bytes: body, isDurable: kind == 12))
            case 2, 3: operations.append(.size(node: node, Int(a), isExact: kind == 2))
            case 4: operations.append(.sync(node: node))
            case 5, 6: operations.append(.made(node: node, folder: a, name: text, isFolder: kind == 6))
            case 7: operations.append(.link(node: node, folder: a, name: text))
            case 8:
                let names = text.split(separator: "/").map(String.init)
                operations.append(.rename(folder: a, name: names[0], newFolder: b, newName: names[1]))
            case 9: operations.append(.unlink(folder: a, name: text))
            case 10: operations.append(.mark(text))
            case 11: operations.append(.root(node: node))
            default: throw ChildFailure(reason: "the recording has an operation of kind \(kind)")
            }
        }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw ChildFailure(reason: "cannot open \(path): errno \(errno)") }
        defer { close(file) }
        var facts = stat()
        fstat(file, &facts)
        let size = Int(facts.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let taken = read(file, buffer.baseAddress! + count, size - count)
                guard taken > 0 else { return }
                count += taken
            }
        }
        guard bytes.count == size else { throw ChildFailure(reason: "cannot read \(path): errno \(errno)") }
        return bytes
    }
}
