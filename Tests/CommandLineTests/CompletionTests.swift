import Foundation
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI

/// Completions in the shells that they are for, of a store with items and a group.
@Suite(.timeLimit(.minutes(5))) struct CompletionTests {
    private let folder: TemporaryDirectory
    private var store: String { folder.path + "/store" }
    private static let shells = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Shells").path()

    init() throws {
        folder = try TemporaryDirectory()
        for id in ["guide", "harz.pmtiles", "an odd id"] {
            let end = try Tool.run(
                ["add", "https://example.org/\(id.count)", "--id", id, "--group", "trip"], store: store)
            try #require(end.code == 0)
        }
    }

    private func script(_ shell: Shell) throws -> String {
        let path = "\(folder.path)/holdfast.\(shell.rawValue)"
        let end = try Tool.run(["holdfast", "completion", shell.rawValue])
        try #require(end.code == 0)
        try end.output.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func run(_ words: [String]) throws -> [String] {
        let end = try Tool.run(words, variables: ["HOLDFAST_STORE": store])
        #expect(end.code == 0 && end.errors.isEmpty, "\(end)")
        return end.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test func `bash offers verbs, options, choices, ids and files`() throws {
        let cases = [
            ("holdfast pau", "pause"), ("holdfast --js", "--json"), ("holdfast pause --gr", "--group"),
            ("holdfast pause ", #"guide harz.pmtiles an\ odd\ id"#), ("holdfast pause --group ", "trip"),
            ("holdfast pause guide h", "harz.pmtiles"), ("holdfast offline ", "on off"),
            ("holdfast allow ", "metered roaming large lowData slow schedule power pause"),
            ("holdfast allow metered g", "guide"), ("holdfast log --type transferS", "transferStarted"),
            ("holdfast log -n ", ""), ("holdfast set storage.q", "storage.quotaBytes"),
            ("holdfast set storage.quotaBytes ", ""), ("holdfast --store /nowhere why ", ""),
            ("holdfast --store \(store) why g", "guide"), ("holdfast --color al", "always"),
            ("holdfast help exit", "exit-codes"),
            (
                "holdfast backup \(folder.path)/holdfast.b", "\(folder.path)/holdfast.bash"
            ),
        ]
        let found = try run(["bash", Self.shells + "/complete.bash", script(.bash)] + cases.map(\.0))
        #expect(found == cases.map(\.1))
    }

    @Test func `zsh completes verbs, options, choices and ids`() throws {
        let cases = [
            ("holdfast pau", "holdfast pause "), ("holdfast log --typ", "holdfast log --type="),
            ("holdfast why h", "holdfast why harz.pmtiles "), ("holdfast why an", #"holdfast why an\ odd\ id "#),
            ("holdfast resume --group tr", "holdfast resume --group trip "),
            ("holdfast allow low", "holdfast allow lowData "),
            ("holdfast set storage.qu", "holdfast set storage.quotaBytes "),
            ("holdfast --store /nowhere why g", "holdfast --store /nowhere why g"),
            ("holdfast --store \(store) why g", "holdfast --store \(store) why guide "),
        ]
        let found = try run(["python3", Self.shells + "/complete_zsh.py", script(.zsh)] + cases.map(\.0))
        #expect(found == cases.map(\.1))
    }

    @Test(arguments: [
        ("holdfast pau", ["pause\tHold downloads; what was received is kept"]),
        ("holdfast why g", ["guide"]), ("holdfast resume --group ", ["trip\tthe items of this group"]),
        ("holdfast offline ", ["off", "on"]),
        ("holdfast set storage.qu", ["storage.quotaBytes"]), ("holdfast --store /nowhere why ", []),
        ("holdfast log --rev", ["--reverse\tnewest first"]),
    ])
    func `fish offers verbs, options, choices and ids`(_ line: String, _ offered: [String]) throws {
        let found = try run(["fish", "-c", "source \(script(.fish)); complete -C '\(line)'"])
        // Where nothing is known fish offers the files that are there.
        #expect(found.filter { !$0.isEmpty } == offered)
    }

    @Test func `the script for bash passes shellcheck`() throws {
        #expect(try run(["shellcheck", "--shell=bash", script(.bash)]) == [])
        #expect(try run(["shellcheck", Self.shells + "/complete.bash"]) == [])
    }

    @Test func `scripts and manual name every verb and option, and the manual is sound roff`() throws {
        let manual = try Tool.run(["holdfast", "manual"]).output
        let scripts = try Shell.allCases.map { try String(contentsOfFile: script($0), encoding: .utf8) }
        for command in CommandList.all {
            #expect(manual.contains("\n.SS \(command.name)"), "\(command.name)")
            for option in command.options + OptionDescription.globals {
                #expect(manual.contains(".B " + option.usage.replacing("-", with: "\\-")), "\(option.usage)")
                for script in scripts {
                    #expect(script.contains(option.long) && script.contains(command.name), "\(option.long)")
                }
            }
        }
        for topic in HelpTopic.all where topic.name != "exit-codes" {
            #expect(manual.contains(".SH " + topic.name.uppercased()))
        }
        let page = folder.path + "/holdfast.1"
        try manual.write(toFile: page, atomically: true, encoding: .utf8)
        let drawn = try Tool.run(["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-c", page])
        #expect(drawn.code == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
        #expect(drawn.output.contains("verify"))
    }

    @Test func `with no store, or a damaged one, no ids are offered and nothing is said`() throws {
        let path = folder.path + "/broken"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try "no log".write(toFile: path + "/log.mdb", atomically: true, encoding: .utf8)
        for place in [path, folder.path + "/none"] {
            let end = try Tool.run(["completion", "--list", "items"], store: place)
            #expect(end.code == 0 && end.output.isEmpty && end.errors.isEmpty, "\(end)")
        }
    }
}
