import HoldfastModel

/// A line of `timeline --json`, and of `timeline --csv`.
struct TimelineObject {
    var kind: String
    var item: String?
    var state: String
    var from: Int64
    /// The same as `from` for what happens at a moment.
    var until: Int64
    var position: UInt64?

    static let description = ObjectDescription(
        title: "a line for each stretch and each moment, the machine's first; --csv has a row with the same for each",
        keys: [
            ("kind", "network, offlineMode, session, clockFall, item or mark"), ("item", "its id, or null"),
            (
                "state",
                "of a network: internet, metered, local, offline, unknown, noEngine; of an item: running, waiting, failed, "
                    + "available; of a mark: setback, failed, done, removed; of a session how it ended: closed, died, or "
                    + "open where it goes on"
            ),
            ("from", "when it began"),
            ("until", "when it ended; as from for a moment; of a clock fall the time after it"),
            ("position", "of the record that began it, or null"),
        ])

    static let csvTitles = CSVLine.titles(["kind", "item", "state", "from", "until", "position"])

    var json: JSONLine {
        var line = JSONLine()
        line.add("kind", kind)
        line.add("item", item)
        line.add("state", state)
        line.add("from", time: from)
        line.add("until", time: until)
        line.add("position", position)
        return line
    }

    var csv: String {
        var line = CSVLine()
        line.add(plain: kind)
        line.add(text: item)
        line.add(plain: state)
        line.add(plain: TimeText.string(from))
        line.add(plain: TimeText.string(until))
        line.add(position)
        return line.text
    }

    static func all(_ surroundings: Surroundings) -> [TimelineObject] {
        let network = surroundings.network
        return network.map {
            .init(kind: "network", state: $0.kind.rawValue, from: $0.from, until: $0.until, position: $0.position)
        }
            + network.filter(\.isOfflineMode).map {
                .init(kind: "offlineMode", state: "on", from: $0.from, until: $0.until, position: $0.position)
            }
            + surroundings.sessions.map {
                .init(kind: "session", state: $0.end.rawValue, from: $0.from, until: $0.until)
            }
            + surroundings.clockFalls.map {
                .init(kind: "clockFall", state: "setBack", from: $0.before, until: $0.after, position: $0.position)
            }
    }

    static func all(_ lane: ItemLane) -> [TimelineObject] {
        lane.spans.map {
            .init(
                kind: "item", item: lane.id, state: $0.phase.rawValue, from: $0.from, until: $0.until,
                position: $0.position)
        }
            + lane.events.map {
                .init(
                    kind: "mark", item: lane.id, state: $0.mark.rawValue, from: $0.time, until: $0.time,
                    position: $0.position)
            }
    }
}
