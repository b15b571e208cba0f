internal import Glibc

/// What Linux tells of power supplies, one folder each, as in `/sys/class/power_supply`.
struct PowerSupplies {
    var root: String

    /// Mains that are plugged in, or no battery at all, is external power. Several batteries count as one; those of mice and other
    /// devices do not. The kernel knows no battery saver.
    func reading() -> PowerReading {
        var isPluggedIn = false
        var isDischarging = false
        var levels: [Int64] = []
        var batteryCount = 0
        for name in names() {
            switch field("type", of: name) {
            case "Mains", "USB", "Wireless":
                if field("online", of: name) == "1" { isPluggedIn = true }
            case "Battery" where field("scope", of: name) != "Device" && field("present", of: name) != "0":
                batteryCount += 1
                if field("status", of: name) == "Discharging" { isDischarging = true }
                if let level = field("capacity", of: name).flatMap({ Int64($0) }), (0...100).contains(level) {
                    levels.append(level * 100)
                }
            default: continue
            }
        }
        guard batteryCount > 0 else { return .external }
        let level = levels.isEmpty ? nil : levels.reduce(0, +) / Int64(levels.count)
        // A weak supply may be plugged in while the battery still drains: then the device lives on its battery.
        return PowerReading(isDischarging && !isPluggedIn ? .battery : .external, levelInBasisPoints: level)
    }

    private func names() -> [String] {
        guard let folder = opendir(root) else { return [] }
        let file = OpenFile(owning: dup(dirfd(folder)))
        closedir(folder)
        return ((try? file.names("power_supply")) ?? []).sorted()
    }

    /// The first line of a field's file; `nil` where there is none.
    private func field(_ field: String, of name: String) -> String? {
        // The folders are links into the device tree.
        let descriptor = open("\(root)/\(name)/\(field)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { return nil }
            return String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
