import HoldfastModel

extension Meaning {
    /// The words of what a screen shows, with times of the person's own clock. English unless asked otherwise, so that output stays stable.
    func phrases() throws(ToolFailure) -> Phrases {
        var phrases: Phrases
        switch text("language") {
        case nil: phrases = .english
        case "auto": phrases = Phrases(language: personsLanguage)
        case let tag?:
            phrases = Phrases(language: tag)
            guard Self.primary(tag) == Self.primary(phrases.language) else {
                let known = Phrases.shipped.map(\.language).joined(separator: ", ")
                throw usage(
                    "--language: there are no words in '\(tag)'.", suggestion: "There are \(known); auto follows $LANG."
                )
            }
        }
        phrases.tellTimes(in: zone, now: now)
        return phrases
    }

    /// As POSIX has it: the first of these that is set and not empty decides.
    private var personsLanguage: String {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        return names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }

    private static func primary(_ tag: String) -> String {
        String(tag.lowercased().prefix { !"-_.@".contains($0) })
    }
}

extension Phrases {
    mutating func tellTimes(in zone: TimeZoneRules, now: Int64) {
        utcOffsetInSeconds = zone.offset(now / 1_000_000)
        moment = { time, style in
            let whole = LocalTime.text(time, zone)
            return switch style {
            case .dateAndTime: String(whole.dropLast(3))
            case .date: String(whole.prefix { $0 != " " })
            case .time: String(whole.suffix(8).dropLast(3))
            }
        }
    }
}
