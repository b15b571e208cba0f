import Glibc

/// Asks the system to read ahead of a walk through the records.
///
/// The log is opened without read-ahead, which makes cold single reads fast and cold full scans slow; a scan therefore
/// asks for the next two megabytes of the file itself, each time it has used up half of them.
package struct Prefetch: ~Copyable {
    private static let windowInBytes: UInt = 2 << 20
    private static let pageSize = UInt(clamping: sysconf(Int32(_SC_PAGESIZE)))

    /// Addresses that were asked for.
    private var window: Range<UInt> = 0..<0

    package init() {}

    /// Notes that the walk has come to `bytes`, which lie in the mapped file.
    @inline(__always)
    package mutating func reach(_ bytes: UnsafeRawBufferPointer) {
        let address = UInt(bitPattern: bytes.baseAddress)
        if address >= window.lowerBound && address < window.upperBound { return }
        ask(address)
    }

    /// Records follow each other in the file only mostly, so the window begins where the walk is.
    private mutating func ask(_ address: UInt) {
        let start = address & ~(Self.pageSize - 1)
        // Past the end of the file or of the map the call does less, or fails; it is advice, so both are fine.
        _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(Self.windowInBytes), MADV_WILLNEED)
        window = start..<(start &+ Self.windowInBytes / 2)
    }
}
