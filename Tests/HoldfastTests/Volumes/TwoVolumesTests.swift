import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Something was mounted over one of the two folders that a file moves between.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct TwoVolumesTests {
    let scene: CardScene

    init() throws { scene = try CardScene() }

    @Test func `a file that cannot be moved to its place is told, kept, and published when it can`() async throws {
        let (item, page) = try scene.item("f")
        let other = try SmallVolume(kibibytes: 1024)
        let engine = try await scene.open()
        guard mount(other.path, "\(scene.path)/content", nil, UInt(MS_BIND), nil) == 0 else {
            throw ChildFailure(reason: "mount: errno \(errno)")
        }
        try await engine.fetch(item)
        let stopped = try #require(try await engine.item("f"))
        #expect(stopped.transfer == .failed(Failure(.file, "two-volumes", osCode: Int64(EXDEV)), needs: .known(.user)))
        #expect(stopped.staging?.durableBytes == 10_000)
        #expect(FileManager.default.contents(atPath: "\(scene.path)/partial/\(stopped.number).part")?.count == 10_000)
        #expect(umount2("\(scene.path)/content", 0) == 0)
        try await engine.retry("f")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "f")?.count == 10_000)
        try await engine.close()
        #expect(try page.requests().map(\.bytesSent).reduce(0, +) <= 10_100)
        #expect(try scene.scene.verify().problems == [])
    }

    @Test func `the failure says what is on two volumes and what to do`() throws {
        let other = try SmallVolume(kibibytes: 1024)
        let root = try ContentRoot(path: scene.card.path, storeID: "01ab", volume: 1, creating: true)
        #expect(mount(other.path, "\(scene.card.path)/content", nil, UInt(MS_BIND), nil) == 0)
        defer { umount2("\(scene.card.path)/content", Int32(MNT_DETACH)) }
        let mounted = try ContentRoot(path: scene.card.path, storeID: "01ab", volume: 1, creating: false)
        try Data([1]).write(to: URL(filePath: "\(scene.card.path)/partial/7.part"))
        let path = ContentPath(number: 7, verifiedPosition: 1, name: SafeName(suggested: "a", url: nil))
        let failure = #expect(throws: StorageFailure.self) { _ = try mounted.publish(partial: 7, as: path) }
        #expect(failure?.kind == .twoVolumes && failure?.osCode == EXDEV)
        #expect(failure.map { "\($0)" }?.contains("put both on one") == true)
        #expect(try root.partialSize(7) == 1)
    }
}
