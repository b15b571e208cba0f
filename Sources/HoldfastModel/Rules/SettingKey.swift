/// A setting that can be changed: its name, its values, and where it may be set.
public struct SettingKey: Sendable {
    public let name: String
    public let kind: Kind
    /// In the form in which values are recorded.
    public let standard: String
    /// May be set for one item or for a group as well.
    public let isPerItem: Bool

    @nonexhaustive
    public enum Kind: Sendable {
        case boolean
        case number(ClosedRange<Int64>)
        /// Bytes, or bytes per second: a number with an optional suffix.
        case bytes(ClosedRange<Int64>)
        /// Bytes, or the word `none` for no limit.
        case limit(ClosedRange<Int64>)
        case word([String])
        /// `ScheduleWindows` as text.
        case windows
    }

    /// Largest number of bytes that a setting takes: 2^62, so that sums of a few stay representable.
    static let byteCountMax: Int64 = 1 << 62

    /// All settings, in order of their names as in the documentation.
    public static let all: [SettingKey] = [
        .init(allowMetered, .boolean, "false", isPerItem: true),
        .init("network.unknownMetered", .word(words(Settings.UnknownMetered.self)), "allow", isPerItem: true),
        .init("network.allowRoaming", .boolean, "false", isPerItem: true),
        .init("network.allowLowData", .boolean, "false", isPerItem: true),
        .init("network.minDownlinkBps", .bytes(0...1_000_000_000_000), "0", isPerItem: true),
        .init("queue.maxConcurrent", .number(1...16), "3"),
        .init("queue.maxPerHost", .number(1...16), "2"),
        .init("retry.baseMs", .number(100...3_600_000), "2000", isPerItem: true),
        .init("retry.capMs", .number(1_000...86_400_000), "300000", isPerItem: true),
        .init("retry.budget", .number(1...1_000), "8", isPerItem: true),
        .init("storage.quotaBytes", .limit(0...byteCountMax), "none"),
        .init("storage.keepFreeBytes", .bytes(0...byteCountMax), "500000000"),
        .init("verify.policy", .word(words(Settings.VerifyPolicy.self)), "required", isPerItem: true),
        .init("ui.undoMs", .number(0...86_400_000), "10000"),
        .init("storage.eviction", .word(["off"] + EvictionRule.allCases.map { "\($0)" }), "off"),
        .init("bandwidth.maxBps", .limit(1_024...1_000_000_000_000), "none"),
        .init("bandwidth.meteredMaxBps", .limit(1_024...1_000_000_000_000), "none"),
        .init("network.confirmBytes", .limit(0...byteCountMax), "none", isPerItem: true),
        .init("schedule.windows", .windows, "[]", isPerItem: true),
        .init("power.needsCharging", .boolean, "false", isPerItem: true),
        // The others need a host that knows the addresses: until there is a way to ask it, nothing may be set that would not hold.
        .init("privacy.logUrls", .word(Settings.LogURLs.allCases.map(\.rawValue)), Settings.LogURLs.full.rawValue),
    ]

    /// Those that may be set for an item or a group.
    static let scoped = all.filter(\.isPerItem)

    static let allowMetered = "network.allowMetered"

    public static func named(_ name: String) -> SettingKey? { all.first { $0.name == name } }

    private init(_ name: String, _ kind: Kind, _ standard: String, isPerItem: Bool = false) {
        self.name = name
        self.kind = kind
        self.standard = standard
        self.isPerItem = isPerItem
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }
}

extension SettingKey {
    /// The values that are allowed, in words.
    public var allowed: String {
        switch kind {
        case .boolean: "true or false"
        case .number(let range): "\(range.lowerBound)...\(range.upperBound)"
        case .bytes(let range): "\(range.lowerBound)...\(range.upperBound) bytes, or with a suffix like 500MB or 2GiB"
        case .limit(let range):
            "\(range.lowerBound)...\(range.upperBound) bytes, or with a suffix like 500MB or 2GiB, or none for no limit"
        case .word(let words): words.joined(separator: ", ")
        case .windows:
            "windows of local time like [mon-fri 22:00-06:00, sat-sun 00:00-24:00], at most "
                + "\(ScheduleWindows.windowCountMax), or [] for always"
        }
    }

    /// The value in the form in which it is recorded; `nil` when it is not allowed.
    public func recorded(_ text: String) -> String? {
        switch kind {
        case .boolean:
            ["true": "true", "on": "true", "yes": "true", "false": "false", "off": "false", "no": "false"][text]
        case .number(let range): Self.number(text, in: range, hasSuffix: false).map { "\($0)" }
        case .bytes(let range): Self.number(text, in: range, hasSuffix: true).map { "\($0)" }
        case .limit(let range):
            text == "none" ? "none" : Self.number(text, in: range, hasSuffix: true).map { "\($0)" }
        case .word(let words): words.contains(text) ? text : nil
        case .windows: ScheduleWindows(text).map { "\($0)" }
        }
    }

    private static let suffixes: [(String, Int64)] = [
        ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40), ("kb", 1_000), ("mb", 1_000_000),
        ("gb", 1_000_000_000), ("tb", 1_000_000_000_000), ("b", 1),
    ]

    private static func number(_ text: String, in range: ClosedRange<Int64>, hasSuffix: Bool) -> Int64? {
        var digits = Substring(text)
        var unit: Int64 = 1
        let lower = text.lowercased()
        if hasSuffix, let (suffix, size) = suffixes.first(where: { lower.hasSuffix($0.0) }) {
            digits = text.dropLast(suffix.count)
            unit = size
        }
        // Digits alone: no sign, no space, no exponent.
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(digits) else {
            return nil
        }
        let product = count.multipliedReportingOverflow(by: unit)
        return !product.overflow && range.contains(product.partialValue) ? product.partialValue : nil
    }

    /// A number out of a log: one out of range, which an older program may have allowed, is brought into it.
    func clamped(_ text: String) -> Int64? {
        guard let value = Int64(text) else { return nil }
        switch kind {
        case .number(let range), .bytes(let range), .limit(let range):
            return min(max(value, range.lowerBound), range.upperBound)
        case .boolean, .word, .windows: return nil
        }
    }
}
