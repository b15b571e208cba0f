@testable import Holdfast

/// Line ends are no part of a field, and what a head says is within its bounds.
func fuzzHead(_ bytes: UnsafeRawBufferPointer) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var bare = HeadParser()
    var ended = HeadParser()
    for line in lines {
        let step = Array(line).withUnsafeBytes { bare.take($0, wallSeconds: 1_796_040_000) }
        let same = (Array(line) + Array("\r\n".utf8)).withUnsafeBytes { ended.take($0, wallSeconds: 1_796_040_000) }
        if step == same { try claim(bare.head == ended.head, "a head does not depend on line ends") }
        if step == .malformed || same == .malformed { return }
    }
    let head = bare.head
    guard bare.isComplete else { return }
    try claim((100...999).contains(head.status), "a status is in range")
    if let wait = head.retryAfterMilliseconds {
        try claim(RetryAfter.millisecondBounds.contains(wait), "a wait is in bounds")
    }
    if let tag = head.strongValidator {
        try claim(!tag.isEmpty && !tag.utf8.contains { $0 < 0x20 }, "a validator can be sent in a request")
    }
    if let start = head.rangeStart, let end = head.rangeEnd { try claim(start <= end, "a range is in order") }
    for end in [head.contentLength, head.rangeTotal] { try claim(end ?? 0 >= 0, "no length is negative") }
}

func fuzzFields(_ bytes: UnsafeRawBufferPointer) throws {
    let field = FieldBytes(bytes)
    if let range = ContentRange(field) {
        let text = range.start.flatMap { start in range.end.map { "\(start)-\($0)" } } ?? "*"
        let written = "bytes \(text)/\(range.total.map { "\($0)" } ?? "*")"
        let again = Array(written.utf8).withUnsafeBytes { ContentRange(FieldBytes($0)) }
        try claim(again == range, "a range reads back")
    }
    if let seconds = HTTPDate.seconds(field) {
        // From year 1583 to 9999.
        try claim((-12_212_553_600...253_402_387_200).contains(seconds), "a date is in range")
    }
    if let wait = RetryAfter(field) {
        for wall in [Int64.min, -1, 0, 1_796_040_000, Int64.max] {
            let milliseconds = wait.milliseconds(wallSeconds: wall)
            try claim(RetryAfter.millisecondBounds.contains(milliseconds), "a wait is in bounds")
        }
    }
    _ = field.trimmingSpace().lowercasedText(byteCountMax: 32)
}
