/// What a number counts, told by the name of its field.
enum FieldUnit: String, Sendable {
    case bytes
    case milliseconds
    case seconds
    case basisPoints = "1/10000"
    case time = "microseconds since 1970-01-01T00:00:00Z"

    /// `nil` for a name that implies no unit.
    init?(fieldName name: String) {
        if name.hasSuffix("Bytes") || name == "bytes" || name == "fromByte" || name == "rangeStart" {
            self = .bytes
        } else if name.hasSuffix("InMilliseconds") {
            self = .milliseconds
        } else if name.hasSuffix("InSeconds") {
            self = .seconds
        } else if name.hasSuffix("InBasisPoints") {
            self = .basisPoints
        } else if Self.isTime(name) {
            self = .time
        } else {
            return nil
        }
    }

    /// Whether a field of this name is a time. Asked for each number that is written as JSON, so it is kept cheap.
    static func isTime(_ name: String) -> Bool {
        name.hasSuffix("At") || name.hasSuffix("Until") || name == "until" || name == "notBefore" || name == "deadline"
            || name == "wallClock"
    }
}
