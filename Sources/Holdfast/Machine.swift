internal import Glibc

/// The version of this library, as recorded with each session.
public enum Holdfast {
    public static let version = "0.1.0"
}

/// What is recorded of the machine with each session.
enum Machine {
    /// Kernel name and release, e.g. `Linux 6.1.0-18-amd64`.
    static var operatingSystem: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return "\(text(of: &name.sysname)) \(text(of: &name.release))"
    }

    /// Differs after every start of the machine; empty where the system does not tell. With it goes the page cache, and with the cache
    /// whatever was not synced.
    static let bootID: String = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            let bytes = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
            return String(decoding: bytes, as: UTF8.self)
        }
    }()

    private static func text<Field>(of field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
