import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C27: what is no longer what it was proven to be is found, told, and repaired when asked for.
@Suite(.timeLimit(.minutes(10))) struct AuditTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func engine(_ count: Int) async throws -> OfflineEngine {
        let engine = try await scene.open()
        for number in 0..<count {
            let page = try scene.origin.page(["body": ["random": 10_000, "seed": number]])
            try await engine.register(scene.registration("f\(number)", page))
            try await engine.request("f\(number)")
        }
        await engine.untilIdle()
        return engine
    }

    private func file(of id: String, _ engine: OfflineEngine) async throws -> String {
        try await engine.contentPath(of: id)
    }

    @Test func `sound content is hashed, and one record says so`() async throws {
        let engine = try await engine(3)
        let report = try await engine.audit()
        #expect(report.isSound && report.itemsChecked == 3 && report.bytesChecked == 30_000)
        #expect(report.log?.isSound == true)
        try await engine.close()
        let audits = try scene.all(.auditCompleted)
        guard case .auditCompleted(let event) = audits.first?.record.event else {
            Issue.record("no audit on record")
            return
        }
        #expect(audits.count == 1 && audits.first?.record.position == report.position)
        #expect(event.scope == .known(.both) && event.itemsChecked == 3 && event.problems == 0)
        #expect(try scene.all(.contentMissing).isEmpty && scene.all(.contentCorrupted).isEmpty)
    }

    @Test func `missing and damaged files are found once, and repaired when asked for`() async throws {
        let engine = try await engine(5)
        try FileManager.default.removeItem(atPath: try await file(of: "f1", engine))
        let damaged = try await file(of: "f3", engine)
        let handle = try #require(FileHandle(forWritingAtPath: damaged))
        // As many bytes as before.
        handle.write(Data([0, 0, 0, 0]))
        try handle.close()
        let report = try await engine.audit(.content)
        #expect(report.missing == ["f1"] && report.damaged == ["f3"] && report.problemCount == 2)
        #expect(report.log == nil && report.itemsChecked == 5)
        for id in ["f1", "f3"] {
            await #expect(throws: HoldfastError.self) { try await engine.contentPath(of: id) }
        }
        let again = try await engine.audit(.content)
        #expect(again.isSound && again.itemsChecked == 3)

        var options = RequestOptions()
        options.reason = .repair
        for id in ["f0", "f1", "f3"] { try await engine.request(id, options) }
        await engine.untilIdle()
        for id in ["f1", "f3"] { #expect(try await engine.bytes(of: id)?.count == 10_000) }
        #expect(try await engine.audit().isSound)
        try await engine.close()
        #expect(scene.contents.count == 5)
        #expect(try scene.all(.contentMissing).count == 1 && scene.all(.contentCorrupted).count == 1)
        // What is sound needs no repair.
        #expect(try scene.events(of: "item:f0").filter { $0 == .downloadRequested }.count == 1)
        #expect(try scene.verify().problems == [])
    }

    @Test func `an audit of the log alone reads no file`() async throws {
        let engine = try await engine(1)
        try FileManager.default.removeItem(atPath: try await file(of: "f0", engine))
        let report = try await engine.audit(.log)
        #expect(report.isSound && report.log?.recordCount ?? 0 > 0 && report.itemsChecked == 0)
        try await engine.close()
    }

    // C28
    @Test func `a storage that is away is no missing content`() async throws {
        let engine = try await engine(2)
        let store = scene.storePath
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        let failure = await #expect(throws: HoldfastError.self) { try await engine.audit(.content) }
        #expect(failure?.code == .volumeMissing)
        try FileManager.default.moveItem(atPath: store + ".away", toPath: store)
        #expect(try await engine.audit(.content).itemsChecked == 2)
        try await engine.close()
        #expect(try scene.all(.contentMissing).isEmpty)
    }

    @Test func `a cancelled audit says that it was stopped`() async throws {
        let engine = try await engine(1)
        let work = Task { () async throws -> AuditReport in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await engine.audit()
        }
        let failure = await #expect(throws: HoldfastError.self) { try await work.value }
        #expect(failure?.code == .closed)
        try await engine.close()
        #expect(try scene.all(.auditCompleted).isEmpty)
    }
}
