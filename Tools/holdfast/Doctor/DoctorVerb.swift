/// `doctor`
enum DoctorVerb {
    static let description = CommandDescription(
        name: "doctor", group: .keep, summary: "Look for what could stand in the way, and say what to do",
        discussion: [
            "Looks at the place of the store, its rights and file system, free space, who writes to it, the log, snapshots that hold back "
                + "the reuse of pages, tables that are behind, a session that was never closed, the clock, and whether downloaded files "
                + "are where they should be. It changes nothing. Whether any byte was changed is what 'verify' finds out.",
            "Ends with 1 when something is wrong; what is only worth knowing is no reason.",
        ],
        objects: [
            ObjectDescription(
                title: "a line for each thing looked at",
                keys: [
                    ("check", "its name"), ("state", "sound, notice or wrong"), ("message", "what was found"),
                    ("advice", "what to do, or null"),
                ])
        ],
        examples: [.init(line: "holdfast doctor", purpose: "The first thing to try when something is odd.")],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let findings = try Examination(looking).findings()
            for finding in findings { show(finding, looking.console) }
            let wrong = findings.filter { $0.state == .wrong }
            guard let first = wrong.first else { return .done }
            let count = wrong.count == 1 ? "1 thing is" : "\(wrong.count) things are"
            throw ToolFailure(.answerIsNo, "\(count) wrong with \(looking.path): \(first.message).")
        })

    private static func show(_ finding: Finding, _ console: Console) {
        guard !console.isJSON else {
            var line = JSONLine()
            line.add("check", finding.check)
            line.add("state", finding.state.rawValue)
            line.add("message", finding.message)
            line.add("advice", finding.advice)
            return console.data(line)
        }
        let style = console.style
        let (word, role): (String, Style.Role) =
            switch finding.state {
            case .sound: ("sound", .good)
            case .notice: ("notice", .warning)
            case .wrong: ("WRONG", .bad)
            }
        let head =
            "  " + DisplayWidth.pad(finding.check, to: 9) + style.paint(DisplayWidth.pad(word, to: 7), role)
        let text = finding.message + (finding.advice.map { ". " + $0 } ?? "")
        let lines = Wrap.lines(style.text(text), width: (style.width ?? .max) - 18)
        for (index, line) in lines.enumerated() {
            console.output.line((index == 0 ? head : String(repeating: " ", count: 18)) + line)
        }
    }
}

/// What came of looking at one thing.
struct Finding: Sendable, Equatable {
    var check: String
    var state: State
    /// Without a full stop.
    var message: String
    var advice: String?

    enum State: String, Sendable {
        case sound, notice, wrong
    }

    static func sound(_ check: String, _ message: String) -> Finding {
        Finding(check: check, state: .sound, message: message)
    }

    static func notice(_ check: String, _ message: String, _ advice: String? = nil) -> Finding {
        Finding(check: check, state: .notice, message: message, advice: advice)
    }

    static func wrong(_ check: String, _ message: String, _ advice: String) -> Finding {
        Finding(check: check, state: .wrong, message: message, advice: advice)
    }
}
