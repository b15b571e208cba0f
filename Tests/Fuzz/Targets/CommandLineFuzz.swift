@testable import Holdfast
@testable import HoldfastCLI
@testable import HoldfastModel

/// Words stand between zero bytes, as the system hands them over.
func fuzzArguments(_ bytes: UnsafeRawBufferPointer) throws {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    do throws(ToolFailure) {
        let outcome = try ArgumentParser(commands: CommandList.all).parse(words)
        if case .command(let arguments) = outcome {
            for option in arguments.command?.options ?? [] {
                _ = option.value == nil ? "\(arguments.has(option.long))" : arguments.value(option.long)
            }
        }
    } catch {
        try? claim(error.code == .usage, "a wrong command line is a matter of usage")
        for line in error.lines where line.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
            throw FuzzFinding(claim: "a failure is one line for each sentence, without control characters")
        }
    }
}

/// Times, sizes and positions as people write them, and back.
func fuzzValue(_ bytes: UnsafeRawBufferPointer) throws {
    var input = FuzzInput(bytes)
    let kind = input.byte() % 4
    let text = input.text
    switch kind {
    case 0: try checkPoint(text)
    case 1:
        if let size = try? ByteText.parse(text) { try claim(size >= 0, "no size is negative") }
        if let length = try? DurationText.parse(text) {
            try claim(length >= 0, "no length of time is negative")
            _ = DurationText.brief(seconds: length)
        }
        _ = try? NumberText.speed(text)
        _ = try? NumberText.priority(text)
        if let digest = try? NumberText.sha256(text) { try claim(Digest("\(digest)") == digest, "a digest reads back") }
    case 2:
        if let time = TimeText.microseconds(text) {
            let again = TimeText.microseconds(TimeText.string(time))
            try claim(again == time || !(0...9999).contains(TimeText.year(of: time)), "a time reads back")
        }
    default:
        if let id = SourceName.id(fromURL: text) {
            try claim((1...255).contains(id.utf8.count), "an id has its length")
        }
        _ = SourceName.masked(text)
        let shown = Escaping.printable(text)
        try claim(Escaping.printable(shown) == shown, "what is printable stays as it is")
        try claim(Escaping.ascii(text).utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "ASCII is all that is left")
    }
}

private func checkPoint(_ text: String) throws {
    let noon: Int64 = 1_796_040_000_000_000
    let zone = TimeZoneRules { $0 >= 1_774_746_000 && $0 < 1_792_890_000 ? 7200 : 3600 }
    for isBare in [true, false] {
        guard let point = try? PointInTime.parse(text, now: noon, zone: zone, bareDigitsArePositions: isBare) else {
            continue
        }
        switch point {
        case .head, .session: break
        case .position(let position): try claim(position >= -1, "a position is none or one of the log")
        case .time(let time): _ = LocalTime.text(time, zone) + LocalTime.brief(time, now: noon, zone)
        }
    }
}

extension TimeText {
    fileprivate static func year(of time: Int64) -> Int64 {
        let seconds = dividing(time, by: 1_000_000).quotient
        return date(day: dividing(seconds, by: 86_400).quotient).year
    }
}
