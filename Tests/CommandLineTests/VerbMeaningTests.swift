import HoldfastModel
import Testing

@testable import HoldfastCLI

@Suite struct VerbMeaningTests {
    @Test func `add registers and requests, with what was promised of the file`() throws {
        let digest = String(repeating: "ab", count: 32)
        let errands = try AddVerb.errands(
            meaning(
                "add", "https://h/a.zip", "--title", "A", "--size", "1kB", "--sha256", digest, "--priority", "7",
                "--allow-metered", "--not-before", "+2h", "--type", "application/zip"))
        var registration = Registration(id: "a.zip", sources: ["https://h/a.zip"])
        registration.title = "A"
        registration.mediaType = "application/zip"
        registration.expectedBytes = 1000
        registration.expectedDigest = Digest(sha256: [UInt8](repeating: 0xab, count: 32))
        var options = RequestOptions()
        options.priority = 7
        options.allowsMetered = true
        options.notBefore = noon + 7_200_000_000
        #expect(errands.map(\.commands) == [[.register(registration), .request(item: "a.zip", options)]])
    }

    @Test func `add without a download registers only`() throws {
        let errands = try AddVerb.errands(meaning("add", "https://h/a", "https://h/b", "--no-download"))
        #expect(
            errands.map(\.commands)
                == ["a", "b"].map { [.register(Registration(id: $0, sources: ["https://h/\($0)"]))] })
    }

    @Test(arguments: [
        ["add", "ftp://h/a"], ["add", "https://h/a", "https://i/a"],
        ["add", "https://h/a", "https://h/b", "--id", "x"],
        ["add", "https://h/a", "--id", ""], ["add", "https://h/a", "--size", "big"],
        ["add", "https://h/a", "--priority", "101"],
        ["add", "https://h/a", "--type", ""], ["add", "https://h/a", "--type", "text/a\nb"],
        ["add", "https://h/a", "--type", "pdf"], ["add", "https://user:secret@h/a"],
        ["add", "https://h/a", "--not-before", "-2h"], ["add", "https://h/a", "--not-before", "#5"],
    ])
    func `add refuses what cannot be meant`(_ words: [String]) throws {
        let meaning = try meaning(words)
        #expect(throws: ToolFailure.self) { try AddVerb.errands(meaning) }
    }

    @Test func `pause and resume name items or all`() throws {
        #expect(
            try PauseVerb.pauseCommands(meaning("pause", "a", "b")) == [
                .pause(.item("a"), until: nil), .pause(.item("b"), until: nil),
            ])
        #expect(
            try PauseVerb.pauseCommands(meaning("pause", "--all", "--until", "+1h")) == [
                .pause(.all, until: noon + 3_600_000_000)
            ])
        #expect(try PauseVerb.resumeCommands(meaning("resume", "--all")) == [.resume(.all)])
        #expect(throws: ToolFailure.self) { try PauseVerb.resumeCommands(meaning("resume")) }
        #expect(throws: ToolFailure.self) { try PauseVerb.resumeCommands(meaning("resume", "a", "--all")) }
    }

    @Test func `cancel keeps what was received unless told otherwise`() throws {
        #expect(try CancelVerb.request(meaning("cancel", "a")).keepsPartial)
        #expect(try !CancelVerb.request(meaning("cancel", "a", "--discard")).keepsPartial)
    }

    @Test func `offline mode may end by itself, but only when it is switched on`() throws {
        #expect(
            try OfflineVerb.commands(meaning("offline", "on", "--until", "+8h")) == [
                .setOfflineMode(true, until: noon + 28_800_000_000)
            ])
        #expect(try OfflineVerb.commands(meaning("offline", "off")) == [.setOfflineMode(false, until: nil)])
        #expect(throws: ToolFailure.self) { try OfflineVerb.commands(meaning("offline", "off", "--until", "+8h")) }
    }

    @Test func `set lists, shows, changes and returns to the default`() throws {
        #expect(try SetVerb.request(meaning("set")) == .list)
        #expect(try SetVerb.request(meaning("set", "k", "--item", "a")) == .show(key: "k", for: .item("a")))
        #expect(try SetVerb.request(meaning("set", "k", "v")) == .change(key: "k", for: .all, value: "v"))
        #expect(try SetVerb.request(meaning("set", "k", "--default")) == .change(key: "k", for: .all, value: nil))
        #expect(
            try SetVerb.request(meaning("set", "storage.quotaBytes", "2GB"))
                == .change(key: "storage.quotaBytes", for: .all, value: "2000000000"))
        #expect(
            try SetVerb.request(meaning("set", "storage.quotaBytes", "none"))
                == .change(key: "storage.quotaBytes", for: .all, value: "none"))
        #expect(throws: ToolFailure.self) { try SetVerb.request(meaning("set", "k", "v", "--default")) }
        #expect(throws: ToolFailure.self) { try SetVerb.request(meaning("set", "--item", "a")) }
    }

    @Test func `log reads its filters`() throws {
        let request = try LogVerb.request(
            meaning(
                "log", "-rn5", "--since", "-2h", "--until", "now", "--from", "#3", "--to", "9", "--item", "a", "--item",
                "b",
                "--type", "transferFailed", "--actor", "user", "--grep", "x"))
        var expected = LogVerb.Request()
        expected.limit = 5
        expected.newestFirst = true
        expected.since = .time(noon - 7_200_000_000)
        expected.until = .time(noon)
        expected.from = 3
        expected.to = 9
        expected.items = ["a", "b"]
        expected.types = [.transferFailed]
        expected.actors = [.user]
        expected.text = "x"
        #expect(request == expected)
    }

    @Test(arguments: [
        ["log", "-f", "-r"], ["log", "-f", "--to", "5"], ["log", "--from", "9", "--to", "3"], ["log", "-n", "-1"],
        ["log", "--type", "nonsense"], ["log", "--actor", "me"], ["log", "--since", "never"],
        ["log", "--from", "today"],
        ["log", "--from", "#-1"],
    ])
    func `log refuses filters that cannot be meant`(_ words: [String]) throws {
        let meaning = try meaning(words)
        #expect(throws: ToolFailure.self) { try LogVerb.request(meaning) }
    }

    @Test func `diff takes points and stores`() throws {
        #expect(
            try DiffVerb.sides(meaning("diff", "100", "session:-1")) == [.point(.position(100)), .point(.session(-1))])
        #expect(try DiffVerb.sides(meaning("diff", "-2h")) == [.point(.time(noon - 7_200_000_000)), .point(.head)])
        #expect(try DiffVerb.sides(meaning("diff", "./a", "/b/log.mdb")) == [.store("./a"), .store("/b/log.mdb")])
    }

    @Test func `replay takes one record or a range`() throws {
        #expect(try ReplayVerb.request(meaning("replay", "--speed", "60", "--from", "#5")).speed == 60_000)
        #expect(try ReplayVerb.request(meaning("replay", "--at", "5")).at == .position(5))
        #expect(throws: ToolFailure.self) { try ReplayVerb.request(meaning("replay", "--at", "5", "--to", "9")) }
    }

    @Test func `the store is the first that is named`() throws {
        func resolve(_ option: String?, _ variables: [String: String]) throws -> String {
            try StorePath.resolve(option: option, environment: EnvironmentVariables(variables))
        }
        let all = ["HOLDFAST_STORE": "/s", "XDG_DATA_HOME": "/x", "HOME": "/h"]
        #expect(try resolve("d", all) == "d")
        #expect(try resolve(nil, all) == "/s")
        #expect(try resolve(nil, ["HOLDFAST_STORE": "", "XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/holdfast")
        #expect(try resolve(nil, ["XDG_DATA_HOME": "relative", "HOME": "/h"]) == "/h/.local/share/holdfast")
        #expect(throws: ToolFailure.self) { try resolve(nil, [:]) }
        #expect(throws: ToolFailure.self) { try resolve("", all) }
    }
}
