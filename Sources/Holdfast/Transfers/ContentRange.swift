/// `Content-Range`: `bytes 0-99/100`, `bytes 0-99/*` or `bytes */100` (RFC 9110 §14.4).
struct ContentRange: Equatable {
    var start: Int64?
    var end: Int64?
    var total: Int64?

    init?(_ value: FieldBytes) {
        let (unit, rest) = value.split(at: UInt8(ascii: " "))
        guard unit.isToken("bytes") else { return nil }
        let (range, size) = rest.trimmingSpace().split(at: UInt8(ascii: "/"))
        let isUnknownTotal = size.isToken("*")
        total = size.decimal()
        guard total != nil || isUnknownTotal else { return nil }
        if range.isToken("*") {
            guard total != nil else { return nil }
            return
        }
        let (first, last) = range.split(at: UInt8(ascii: "-"))
        guard let start = first.decimal(), let end = last.decimal(), start <= end else { return nil }
        // "invalid if last-pos < first-pos or complete-length <= last-pos"; the largest Int64 has no byte after it.
        guard end < total ?? Int64.max else { return nil }
        self.start = start
        self.end = end
    }
}
