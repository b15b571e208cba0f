import Foundation

/// Puts a word in capitals in place of what differs from run to run.
struct Normalised {
    let place: String
    let variesPositions: Bool
    var keepsTimes = false

    func line(_ line: String) -> String {
        var line = line.replacingOccurrences(of: place, with: "PLACE")
        for (pattern, word) in Self.patterns where !(keepsTimes && ["TIME", "$1 LENGTH"].contains(word)) {
            line = line.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
        }
        // How long after the step before a step came: only a slow machine lets a second pass.
        if !keepsTimes {
            line = line.replacing(/After \d+ (?:s|min)(?: \d+ s)?: (.)/) { $0.output.1.uppercased() }
        }
        if variesPositions {
            for (pattern, word) in Self.positions {
                line = line.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
            }
        }
        return line
    }

    private static let patterns = [
        (#"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?"#, "TIME"),
        (#"127\.0\.0\.1:\d+"#, "127.0.0.1:PORT"),
        (#"\b\d\d:\d\d(:\d\d)?\b"#, "TIME"),
        (#"process \d+"#, "process PID"),
        (#"[\d.]+ [kMGTP]?B of [\d.]+ [kMGTP]?B are free"#, "SPACE"),
        (#"[\d.]+ [kMGTP]?B free"#, "SPACE free"),
        (#"(\d+ records?), [\d.]+ kB"#, "$1, SIZE"),
        (#""freeBytes":\d+"#, #""freeBytes":SPACE"#),
        (#"\b(in|took) \d+ (ms|s|min)\b"#, "$1 LENGTH"),
        (#"\b[0-9a-f]{64}\b"#, "HASH"), (#"\b[0-9a-f]{32}\b"#, "ID"), (#"\b[0-9a-f]{40,}\b"#, "BYTES"),
    ]

    private static let positions = [
        (#"#\d+ +"#, "#N "), (#"#\d+"#, "#N"), (#"\d+ records"#, "N records"), (#"\d+ parts"#, "N parts"),
        (#"position \d+"#, "position N"), (#""position":\d+"#, #""position":N"#),
        (#""last":\d+"#, #""last":N"#), (#"\d+ private"#, "N private"),
        (#"/\d+-\d+-"#, "/N-N-"),
    ]
}
