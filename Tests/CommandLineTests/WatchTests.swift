import Glibc
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI

/// What is watched while somebody else acts.
@Suite(.timeLimit(.minutes(2))) struct WatchTests {
    private let folder: TemporaryDirectory
    private var store: String { folder.path + "/store" }

    init() throws {
        folder = try TemporaryDirectory()
        try act("add", "https://example.org/guide", "--id", "guide")
    }

    private func act(_ words: String...) throws { try #require(try Tool.run(words, store: store).code == 0) }

    private func watch(_ words: String...) throws -> ChildProcess {
        try ChildProcess([Tool.path] + words + ["--watch", "--store", store])
    }

    @Test func `the queue is told again when it changes`() throws {
        let child = try watch("queue", "--json")
        let first = child.readLine()
        #expect(first.contains(#""place":1,"item":"guide""#) && first.contains(#""records":3"#), "\(first)")
        try act("add", "https://example.org/maps", "--id", "maps", "--priority", "9")
        // A look may fall between the two commits of a command that is several.
        var line = child.readLine()
        while !line.contains("maps") { line = child.readLine() }
        #expect(line.contains(#""place":1,"item":"maps""#), "\(line)")
        let second = child.readLine()
        #expect(second.contains(#""place":2,"item":"guide""#) && second.contains(#""records":5"#), "\(second)")
        kill(child.identifier, SIGINT)
        #expect(child.waitForStatus() == SIGINT, "it ends as any program that is interrupted")
    }

    @Test func `the offline place is shown again below where it cannot be drawn over`() throws {
        let child = try watch("status")
        var before: [String] = []
        for _ in 0..<5 { before.append(child.readLine()) }
        #expect(before.last?.hasPrefix("guide") == true, "\(before)")
        try act("pause", "guide")
        #expect(child.readLine() == "")
        var after: [String] = []
        for _ in 0..<5 { after.append(child.readLine()) }
        #expect(after.last?.contains("Paused") == true, "\(after)")
        kill(child.identifier, SIGTERM)
        #expect(child.waitForStatus() == SIGTERM)
    }
}
