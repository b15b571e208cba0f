import Foundation
import HoldfastTestSupport
import Testing

/// What a power cut leaves of a store, at any moment and in any order in which a disk may have taken the writes, is a
/// store: everything acknowledged is in it, nothing else than what was given, and it can be lived on in.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PowerLossTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    /// Each cut leaves one image for each variant of `DiskModel`, five.
    static let cuts = isLong ? 150 : 12
    static let seed = 20_261_130

    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for name in ["life", "images"] { mkdir(folder.file(name), 0o700) }
        try folder.write(Array("before\n".utf8), to: "boot-before")
        try folder.write(Array("after\n".utf8), to: "boot-after")
    }

    /// Lives with everything recorded.
    private var recorder: WorkerRun {
        WorkerRun(environment: [
            "HOLDFAST_WATCHED": folder.file("life"), "HOLDFAST_RECORDING": folder.file("recording"),
            "HOLDFAST_BOOT_ID": folder.file("boot-before"),
        ])
    }

    private func images(
        of work: String, unsynced: String = "-", cuts: Int = cuts, _ rest: [String] = []
    ) async throws -> [WorkerRun.CaseResult] {
        let replayer = WorkerRun(environment: ["HOLDFAST_UNSYNCED": "1", "HOLDFAST_BOOT_ID": folder.file("boot-after")])
        return try await replayer.cases { [folder] first in
            [
                work, folder.file("recording"), folder.file("images"), "\(Self.seed)", "\(cuts)", "\(first)", unsynced,
            ] + rest
        }
    }

    private func expectNoProblems(_ results: [WorkerRun.CaseResult], cuts: Int = cuts) {
        #expect(results.count == cuts * 5)
        for result in results where !result.problems.isEmpty {
            Issue.record("seed \(Self.seed), image \(result.number), \(result.text): \(result.problems)")
        }
    }

    @Test func `a log after a power cut holds all that was acknowledged`() async throws {
        try await recorder.run(["record-log", folder.file("life")])
        expectNoProblems(try await images(of: "replay-log"))
    }

    @Test func `a store after a power cut holds all that was acknowledged and lives on`() async throws {
        let sources = try EngineSources()
        try await recorder.run(["record-engine", folder.file("life"), "0"] + sources.words)
        expectNoProblems(try await images(of: "replay-engine", sources.words))
    }

    /// What a killed process left unsynced, the next one must not take for sure.
    @Test(arguments: isLong ? Array(stride(from: 1, through: 45, by: 4)) : [3, 8, 21])
    func `a power cut after a kill loses no more than one without`(_ sync: Int) async throws {
        let cuts = Self.isLong ? 6 : 3
        let sources = try EngineSources()
        try await recorder.run(
            ["record-engine", folder.file("life"), "\(sync)"] + sources.words, endingWith: SIGKILL)
        try await recorder.run(["record-engine", folder.file("life"), "0"] + sources.words)
        expectNoProblems(try await images(of: "replay-engine", cuts: cuts, sources.words), cuts: cuts)
    }

    /// The same suite, told that the disk did not care for the syncs of one file, must see what that loses.
    @Test(arguments: ["log.mdb", "store"])
    func `without its syncs a log is lost, and the suite sees it`(_ unsynced: String) async throws {
        try await recorder.run(["record-log", folder.file("life")])
        let results = try await images(of: "replay-log", unsynced: unsynced, cuts: 12)
        let problems = results.flatMap(\.problems)
        #expect(problems.count(where: { $0.hasPrefix("lost acknowledgement") || $0.hasPrefix("typed error") }) > 0)
        #expect(results.count(where: { !$0.problems.isEmpty }) >= 10, "seed \(Self.seed): \(problems)")
    }
}
