import Foundation
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI

/// What holds for every verb: exit codes, and a stdout that a program can read (C53).
@Suite(.timeLimit(.minutes(10))) struct EveryVerbTests {
    /// A whole command line for each verb, that has something to do on a store with the items `guide` and `maps`.
    private static let words: [String: [String]] = [
        "add": ["https://example.org/a", "--id", "a"], "download": ["guide"], "run": ["--until-idle"],
        "pause": ["guide"],
        "resume": ["guide"], "cancel": ["guide"], "retry": ["guide"], "remove": ["guide"], "undo": ["guide"],
        "pin": ["guide"], "unpin": ["guide"], "prioritize": ["guide", "--first"], "allow": ["metered", "guide"],
        "amend": ["guide", "--title", "Guide"], "adopt": ["guide", "/etc/hostname"], "group": [], "note": ["seen"],
        "offline": ["on"], "set": [],
        "status": [], "queue": [], "open": ["guide"], "log": [], "show": ["3"], "history": ["guide"],
        "why": ["guide"], "state": [], "diff": ["5", "9"], "replay": [],
        "simulate": ["--set", "network.allowMetered=true"], "verify": [], "backup": ["/dev/null/none"],
        "rebuild": ["--check"], "doctor": [], "stats": [], "timeline": [],
        "bisect": ["--where", "item(guide).installed"],
        "report": ["--output", "/dev/null/none"],
    ]
    /// Those whose output is for shells and readers, with or without --json.
    private static let wordless: Set<String> = ["completion", "manual", "help", "version"]
    private static let makers: Set<String> = ["add", "set", "offline", "group"]

    private let folder: TemporaryDirectory
    private var store: String { folder.path + "/store" }

    init() throws { folder = try TemporaryDirectory() }

    @Test func `each verb has its line here`() {
        #expect(Set(Self.words.keys).union(Self.wordless) == Set(CommandList.all.map(\.name)))
    }

    @Test(arguments: words.keys.sorted())
    func `stdout holds objects alone, whatever the store is like`(_ verb: String) throws {
        let damage: [(String, (String) throws -> Void)] = [
            ("sound", { _ in }), ("with a damaged record", { try Self.overwrite($0) }),
            ("cut off", { try Self.cut($0) }),
        ]
        for (name, harm) in damage {
            try RecordedHistory.write(to: store)
            try harm(store + "/log.mdb")
            let end = try Tool.run([verb] + (Self.words[verb] ?? []) + ["--json"], store: store)
            #expect([0, 1, 65, 66, 74, 75].contains(end.code), "\(name): \(end)")
            for line in end.lines {
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(object != nil, "\(name): \(line)")
            }
            #expect(end.output.isEmpty || end.output.hasSuffix("\n"), "\(name): the last line is whole")
            // Differences are the answer itself.
            if end.code != 0, verb != "diff" { #expect(!end.errors.isEmpty, "\(name): a failure says why") }
            try FileManager.default.removeItem(atPath: store)
        }
    }

    @Test(arguments: words.keys.sorted())
    func `each object has keys that help lists, in that order`(_ verb: String) throws {
        try RecordedHistory.write(to: store)
        let command = try #require(CommandList.all.first { $0.name == verb })
        let end = try Tool.run([verb] + (Self.words[verb] ?? []) + ["--json"], store: store)
        for line in end.lines {
            let keys = JSONKeys.top(of: String(line))
            #expect(!keys.isEmpty)
            let fits = command.objects.contains { object in
                // What a record lacks is left out.
                var names = object.keys.map(\.name)[...]
                return keys.allSatisfy { key in
                    names = names.drop { $0 != key }
                    return names.popFirst() != nil
                }
            }
            #expect(fits, "\(verb): \(keys)")
        }
    }

    @Test(arguments: words.keys.sorted().filter { !makers.contains($0) })
    func `a store that is not there ends with 66, and is not made`(_ verb: String) throws {
        let end = try Tool.run([verb] + (Self.words[verb] ?? []), store: store)
        #expect(end.code == 66 && end.output.isEmpty && end.errors.contains("there is no store"), "\(end)")
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(arguments: words.keys.sorted().filter { !makers.contains($0) })
    func `what is no log ends with 65, and is left alone`(_ verb: String) throws {
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
        try "no log at all".write(toFile: store + "/log.mdb", atomically: true, encoding: .utf8)
        let end = try Tool.run([verb] + (Self.words[verb] ?? []), store: store)
        #expect(end.code == 65 && end.output.isEmpty, "\(end)")
        #expect(try String(contentsOfFile: store + "/log.mdb", encoding: .utf8) == "no log at all")
    }

    @Test(arguments: CommandList.all.map(\.name))
    func `an option that there is not ends with 64, and -h and --help with 0`(_ verb: String) throws {
        let end = try Tool.run([verb, "--no-such-option"], store: store)
        #expect(end.code == 64 && end.output.isEmpty && end.errors.contains("--no-such-option"), "\(end)")
        for option in ["-h", "--help"] {
            let help = try Tool.run([verb, option], store: store)
            #expect(help.code == 0 && help.errors.isEmpty && help.output.contains("holdfast \(verb)"), "\(help)")
        }
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(arguments: ["log --json", "log", "replay", "state --json", "history guide", "set", "verify", "help log"])
    func `a reader that goes away ends it quietly`(_ line: String) throws {
        try RecordedHistory.write(to: store)
        // The shell tells the code of the first of both.
        let end = try Tool.run([
            "bash", "-c", "set -o pipefail; holdfast \(line) --store \(store) | true; echo ${PIPESTATUS[0]}",
        ])
        #expect(["0\n", "1\n"].contains(end.output), "\(end)")
        #expect(!end.errors.contains("written") && !end.errors.contains("pipe"), "\(end)")
    }

    /// Changes a byte behind the first place where the log holds the name of the item, or in its middle.
    private static func overwrite(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = bytes.range(of: Data("guide".utf8))?.upperBound ?? bytes.count / 2
        bytes[place] ^= 0xff
        try bytes.write(to: URL(filePath: path))
    }

    private static func cut(_ path: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    }
}

/// The names of an object's own members, in the order in which they stand.
enum JSONKeys {
    static func top(of line: String) -> [String] {
        var keys: [String] = []
        var depth = 0
        var text: String?
        var last = ""
        var isEscaped = false
        for character in line {
            if let begun = text {
                if character == "\"", !isEscaped {
                    (last, text) = (begun, nil)
                } else {
                    text = begun + String(character)
                }
                isEscaped = character == "\\" && !isEscaped
                continue
            }
            switch character {
            case "\"": text = ""
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            case ":" where depth == 1: keys.append(last)
            default: break
            }
        }
        return keys
    }
}
