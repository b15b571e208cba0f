/// What a number counts, told by the name of its field.
enum FieldUnit: String, Sendable {
    case bytes
    case milliseconds
    case time = "microseconds since 1970-01-01T00:00:00Z"

    /// `nil` for a name that implies no unit.
    init?(fieldName name: String) {
        if name.hasSuffix("Bytes") || name == "bytes" || name == "fromByte" || name == "rangeStart" {
            self = .bytes
        } else if name.hasSuffix("InMilliseconds") {
            self = .milliseconds
        } else if name.hasSuffix("At") || name.hasSuffix("Until") || Self.times.contains(name) {
            self = .time
        } else {
            return nil
        }
    }

    private static let times: Set<String> = ["until", "notBefore", "deadline", "wallClock"]
}
