import HoldfastModel

/// The tool's own words for what an action asks of the engine: what a person can type. The model's table says what an action asks;
/// here stands only how that is typed.
enum CommandWords {
    /// `nil` where the action is none of the engine's, or where there is no verb for it.
    static func line(_ action: ActionCode, on item: Item, group: String?) -> String? {
        guard case .commands(let offered) = action.handling(item: item.id, group: group), !offered.isEmpty else {
            return nil
        }
        let lines = offered.map { line($0.command) }
        guard !lines.contains(nil) else { return nil }
        return lines.compactMap { $0 }.map { "holdfast " + $0 }.joined(separator: " && ")
    }

    /// The action that takes a reason away; `nil` where only the world can, or where it is no command.
    static func ending(_ blocker: BlockerCode) -> ActionCode? {
        switch blocker {
        case .offlineMode: .goOnline
        case .pausedAll: .resumeAll
        case .pausedGroup: .resumeGroup
        case .needsUnmetered, .meteredUnknown: .allowMetered
        case .roaming: .allowRoaming
        case .lowData: .allowLowData
        case .linkTooSlow: .allowSlow
        case .scheduleClosed: .ignoreSchedule
        case .needsCharging: .ignorePower
        case .backoff, .notBefore: .retry
        default: nil
        }
    }

    private static func line(_ command: Command) -> String? {
        switch command {
        case .request(let id, let options): "download \(word(id))" + conditions(options)
        case .pause(.item(let id), until: nil): "pause \(word(id))"
        case .resume(.item(let id)): "resume \(word(id))"
        case .resume(.group(let id)): "resume --group \(word(id))"
        case .resume(.all): "resume --all"
        case .retry(let id): "retry \(word(id))"
        case .cancel(let id, let keepsPartial): "cancel \(keepsPartial ? "" : "--discard ")\(word(id))"
        case .remove(let id, _, let isImmediate): "remove \(isImmediate ? "--now " : "")\(word(id))"
        case .undoRemoval(let id): "undo \(word(id))"
        case .reprioritise(let id, _, place: .first, _): "prioritize --first \(word(id))"
        case .waitForUnmetered(let id): "download --wait-for-unmetered \(word(id))"
        case .setOfflineMode(false, _): "offline off"
        case .set(let key, .item(let id), let value?): "set \(key) \(value) --item \(word(id))"
        case .consent(.item(let id), let consent, let isGiven):
            "allow \(consent.kind.description) \(isGiven ? "" : "--withdraw ")\(word(id))"
        default: nil
        }
    }

    private static func conditions(_ options: RequestOptions) -> String {
        let reason =
            switch options.reason {
            case .repair: " --repair"
            case .update: " --update"
            default: ""
            }
        return reason + options.consents.map { " --allow \($0.kind.description)" }.joined()
    }

    /// A word as a shell reads it back.
    static func word(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "_-./:@%+,".utf8.contains(byte) || byte >= 0x80
        }
        let dashed = text.hasPrefix("-") ? "-- " : ""
        guard !plain || text.isEmpty else { return dashed + text }
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
        }
        return dashed + quoted + "'"
    }
}
