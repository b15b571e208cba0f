import Glibc

/// What a measurement reads from the system.
enum Counters {
    static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Microseconds since 1970 UTC.
    static func wallClock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Processor time of all threads of this process.
    static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Bytes that this process has handed to write calls. `write_bytes` beside it counts whole folios and means nothing here.
    static func writtenBytes() -> UInt64 {
        for line in text(of: "/proc/self/io").split(separator: "\n") where line.hasPrefix("wchar: ") {
            return UInt64(line.dropFirst("wchar: ".count)) ?? 0
        }
        return 0
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// On standard error.
    static func complain(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(2, line, line.count)
    }

    static func size(of path: String) -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(clamping: status.st_size) : 0
    }

    /// Allocations of this process so far; `nil` unless `count_allocations` is preloaded.
    static func allocations() -> UInt? {
        guard let found = dlsym(nil, "counted_allocations") else { return nil }
        return found.load(as: UInt.self)
    }

    /// `part` of the values are not above the one that this returns.
    static func percentile(_ part: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[Int(part * Double(sorted.count - 1))]
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
