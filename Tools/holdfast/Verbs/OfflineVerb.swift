import HoldfastModel

/// `offline on|off`
enum OfflineVerb {
    static let description = CommandDescription(
        name: "offline", group: .run, summary: "Switch 'work offline' on or off",
        discussion: [
            "While it is on, nothing uses the network; downloads requested meanwhile start when it is switched off."
        ],
        arguments: [ArgumentDescription(name: "STATE", summary: "on or off", choices: ["on", "off"])],
        options: [.value("until", nil, "TIME", "switch off by itself then, such as +2h")],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast offline on --until +8h", purpose: "For a flight."),
            .init(line: "holdfast offline off", purpose: "Downloads start again."),
        ],
        run: { invocation async throws(ToolFailure) in
            let commands = try commands(invocation.meaning)
            var done = "'work offline' is \(invocation.meaning.operands.first ?? "on")"
            if case .setOfflineMode(_, let until?)? = commands.first {
                done += " until \(LocalTime.text(until, invocation.meaning.zone))"
            }
            let said = done
            return try await Acting.perform(invocation, makesStore: true) { _ in [Errand(commands, done: said)] }
        })

    static func commands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        let isOn = meaning.operands.first == "on"
        let until = try meaning.future(option: "until")
        guard isOn || until == nil else { throw meaning.usage("--until goes with 'on' only.") }
        return [.setOfflineMode(isOn, until: until)]
    }
}
