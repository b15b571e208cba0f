/// A key of the terminal.
enum Key: Equatable, Sendable {
    case character(Character)
    /// With Ctrl held: the letter in lower case.
    case control(Character)
    case enter, tab, backTab, escape, backspace
    case up, down, left, right, pageUp, pageDown, home, end
}

/// Makes keys of the bytes that a terminal sends, which may come in pieces.
struct KeyReader {
    private var pending: [UInt8] = []

    private static let sequenceCountMax = 16

    /// A key has begun and is not whole: if nothing follows, `finish` ends it.
    var isWaiting: Bool { !pending.isEmpty }

    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, count) = first() {
            pending.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// What has begun is all there is: an Escape is the key itself.
    mutating func finish() -> [Key] {
        guard let first = pending.first else { return [] }
        pending.removeFirst()
        let rest = pending
        pending = []
        return (first == 0x1b ? [.escape] : []) + take(rest) + finish()
    }

    /// The key that the bytes begin with, `nil` for one that means nothing here, and its length; `nil` when it is not whole.
    private func first() -> (Key?, Int)? {
        guard let byte = pending.first else { return nil }
        switch byte {
        case 0x1b: return sequence()
        case 0x09: return (.tab, 1)
        case 0x0a, 0x0d: return (.enter, 1)
        case 0x08, 0x7f: return (.backspace, 1)
        case 0x00: return (nil, 1)
        case 0x01...0x1a: return (.control(Character(Unicode.Scalar(byte + 0x60))), 1)
        case 0x1c...0x1f: return (nil, 1)
        default: return text(byte)
        }
    }

    private func text(_ byte: UInt8) -> (Key?, Int)? {
        let count = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
        guard pending.count >= count else { return nil }
        let character = String(validating: pending.prefix(count), as: UTF8.self)?.first
        return character.map { (.character($0), count) } ?? (nil, 1)
    }

    /// `ESC [ ... letter`, `ESC [ number ~`, `ESC O letter`.
    private func sequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        let isLong = pending[1] == UInt8(ascii: "[")
        guard isLong || pending[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        let rest = pending.dropFirst(2)
        guard let end = isLong ? rest.firstIndex(where: { (0x40...0x7e).contains($0) }) : rest.indices.first else {
            return pending.count < Self.sequenceCountMax ? nil : (nil, pending.count)
        }
        let numbers = String(decoding: rest[..<end], as: UTF8.self).split(separator: ";")
        return (Self.key(pending[end], numbers.first.flatMap { Int($0) }), end + 1)
    }

    private static func key(_ last: UInt8, _ number: Int?) -> Key? {
        switch (last, number) {
        case (UInt8(ascii: "A"), _): .up
        case (UInt8(ascii: "B"), _): .down
        case (UInt8(ascii: "C"), _): .right
        case (UInt8(ascii: "D"), _): .left
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
        case (UInt8(ascii: "Z"), _): .backTab
        case (UInt8(ascii: "~"), 3): .backspace
        case (UInt8(ascii: "~"), 5): .pageUp
        case (UInt8(ascii: "~"), 6): .pageDown
        default: nil
        }
    }
}
