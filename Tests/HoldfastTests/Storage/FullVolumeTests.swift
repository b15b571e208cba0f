import HoldfastTestSupport
import Testing

@testable import Holdfast

@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct FullVolumeTests {
    let origin: Origin
    let transport: CurlTransport
    let pool = FinishingPool()

    init() throws {
        origin = try Origin.shared.get()
        transport = try CurlTransport()
    }

    private func run(
        _ page: OriginPage, _ rule: ResumeRule, in root: ContentRoot
    ) async -> Result<ReceivedContent, DownloadStop> {
        let download = PartialDownload(url: page.url, rule: rule)
        do throws(DownloadStop) {
            return .success(
                try await download.run(
                    number: 7, in: root, over: transport, finishing: pool, progress: TransferProgress(),
                    observe: { _ in }))
        } catch {
            return .failure(error)
        }
    }

    @Test func `a full volume keeps the last good byte, and the download goes on when there is space`() async throws {
        let volume = try SmallVolume(kibibytes: 1024)
        let root = try ContentRoot(path: volume.path, storeID: "01ab", volume: 1, creating: true)
        let filler = volume.path + "/filler"
        try ChildProcess.run("dd", "if=/dev/zero", "of=\(filler)", "bs=1k", "count=900", "status=none")
        let page = try origin.page(["body": ["random": 500_000], "etag": "\"a\""])
        let stop = try #require(await run(page, ResumeRule(), in: root).failure)
        #expect(stop.failure == .sink(osCode: 28))
        #expect(stop.failure.failureClass == .space)
        #expect((1..<500_000).contains(stop.durableBytes))
        #expect(try root.partialSize(7) == stop.durableBytes)

        try ChildProcess.run("rm", filler)
        let rule = ResumeRule(stagedBytes: stop.durableBytes, validator: "\"a\"")
        let received = try await run(page, rule, in: root).get()
        #expect(received.digest == (try page.digest()))
        #expect(try page.requests().last?.range == "bytes=\(stop.durableBytes)-")
    }

    @Test func `the reserve is refused without trace where there is no space`() throws {
        let volume = try SmallVolume(kibibytes: 1024)
        let reserve = try StoreDirectory(path: volume.path, creating: false).reserveFile()
        #expect(throws: StorageFailure(.system, "reserve", "reserve", osCode: 28)) { try reserve.restore() }
        #expect(!reserve.isHeld)
        #expect(try StoreDirectory(path: volume.path, creating: false).space().freeBytes > 900_000)
    }

    @Test func `a volume that went away is not present`() throws {
        let root: ContentRoot
        let path: String
        do {
            let volume = try SmallVolume(kibibytes: 1024)
            path = volume.path
            root = try ContentRoot(path: path, storeID: "01ab", volume: 1, creating: true)
            #expect(root.isPresent())
        }
        #expect(!root.isPresent())
    }
}
