import HoldfastTestSupport

/// A file as a disk has it: bytes, and zeros after them up to the size.
struct FileImage {
    static let sector = 512
    static let page = 4096

    enum Change {
        case write(offset: Int, ArraySlice<UInt8>)
        case size(Int, isExact: Bool)

        func overlapsPages(of range: Range<Int>) -> Bool {
            guard case .write(let offset, let bytes) = self else { return true }
            let first = range.lowerBound / page * page
            let end = (range.upperBound + page - 1) / page * page
            return offset < end && offset + bytes.count > first
        }
    }

    private(set) var bytes: [UInt8] = []
    private(set) var size = 0

    mutating func apply(_ change: Change) {
        switch change {
        case .write(let offset, let new): write(offset, new)
        case .size(let new, let isExact):
            if isExact, bytes.count > new { bytes.removeSubrange(new...) }
            size = isExact ? new : max(size, new)
        }
    }

    /// Each sector that the change touches is on the disk or is not.
    mutating func applyTorn(_ change: Change, _ random: inout SeededGenerator) {
        guard case .write(let offset, let new) = change else { return apply(change) }
        var position = offset
        while position < offset + new.count {
            let end = min(offset + new.count, (position / Self.sector + 1) * Self.sector)
            let start = new.startIndex + position - offset
            if Bool.random(using: &random) { write(position, new[start..<(start + end - position)]) }
            position = end
        }
    }

    mutating func fill(with random: inout SeededGenerator) {
        bytes = (0..<(size + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        bytes.removeSubrange(size...)
    }

    private mutating func write(_ offset: Int, _ new: ArraySlice<UInt8>) {
        let end = offset + new.count
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.withUnsafeMutableBytes { target in
            new.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[offset..<end]).copyMemory(from: $0) }
        }
        size = max(size, end)
    }
}
