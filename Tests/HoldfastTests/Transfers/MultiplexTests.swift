import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// HTTP/2 over TLS with a private authority, served by nginx.
@Suite(.timeLimit(.minutes(10)), .enabled(if: NginxOrigin.isInstalled, "nginx is not installed"))
struct MultiplexTests {
    private static let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251 ^ $0 / 251) })
    let nginx: NginxOrigin
    let certificate: String
    let transport: CurlTransport

    init() throws {
        let own = try OriginCertificate.shared.get()
        certificate = own.certificateFile
        let locations = """
            location /moved { return 303 /file.bin; }
            location /slow.bin { limit_rate 50k; }
            """
        nginx = try NginxOrigin(
            own, files: ["file.bin": Self.content, "slow.bin": Self.content, "empty.bin": Data()],
            locations: locations)
        transport = try CurlTransport(options: CurlTransport.Options(certificateFile: certificate))
    }

    private func fetch(
        _ name: String, range: RangeRequest? = nil,
        into sink: RecordingSink = RecordingSink(decide: { _ in .accept(writeFrom: 0) })
    ) async -> Result<TransferSummary, TransferFailure> {
        do throws(TransferFailure) {
            return .success(
                try await transport.transfer(TransferRequest(url: nginx.url(name), range: range), into: sink))
        } catch {
            return .failure(error)
        }
    }

    @Test func `many transfers at once each get every byte`() async throws {
        await withTaskGroup { group in
            for _ in 0..<48 {
                group.addTask {
                    let sink = RecordingSink()
                    let summary = try? await fetch("file.bin", into: sink).get()
                    return summary?.head.framing == .framed && Data(sink.bytes) == Self.content
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        await transport.shutdown()
        #expect(nginx.requests().allSatisfy { $0 == "HTTP/2.0 200 /file.bin" } && nginx.requests().count == 48)
    }

    @Test func `a part is continued with the validator of the first response`() async throws {
        let tag = try #require(try await fetch("file.bin").get().head.strongValidator)
        let sink = RecordingSink(decide: { .accept(writeFrom: $0.rangeStart ?? 0) })
        let head = try await fetch("file.bin", range: RangeRequest(firstByte: 100_000, ifRange: tag), into: sink).get()
            .head
        #expect(head.status == 206 && head.rangeStart == 100_000 && head.rangeTotal == 300_000)
        #expect(Data(sink.bytes) == Self.content.dropFirst(100_000))
        #expect(
            try await fetch("file.bin", range: RangeRequest(firstByte: 9, ifRange: "\"x\"")).get().head.status == 200)
        #expect(try await fetch("file.bin", range: RangeRequest(firstByte: 300_000)).get().head.status == 416)
        #expect(try await fetch("empty.bin").get().bodyBytes == 0)
        await transport.shutdown()
    }

    // C26
    @Test func `redirects of many transfers over one connection are followed`() async throws {
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask { (try? await fetch("moved/\(number)").get())?.bodyBytes }
            }
            for await bytes in group { #expect(bytes == 300_000) }
        }
        await transport.shutdown()
    }

    @Test func `a transfer that is cancelled leaves those beside it whole`() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let sink = RecordingSink(onWrite: { _ in continuation.yield() })
        let slow = Task { await fetch("slow.bin", into: sink) }
        for await _ in started { break }
        let others = (0..<8).map { _ in Task { try? await fetch("file.bin").get().bodyBytes } }
        slow.cancel()
        let end = await slow.value
        #expect(throws: TransferFailure.cancelled) { try end.get() }
        for other in others { #expect(await other.value == 300_000) }
        await transport.shutdown()
    }

    @Test func `an engine trusts the authorities that it was given, and no others`() async throws {
        let scene = try EngineScene()
        for (isTrusted, id) in [(true, "trusted"), (false, "untrusted")] {
            let engine = try await scene.open {
                if isTrusted { $0.certificateFile = certificate }
            }
            try await engine.fetch(Registration(id: id, sources: [nginx.url("file.bin")]))
            let item = try await engine.item(id)
            #expect((item?.installed?.bytes == 300_000) == isTrusted)
            if !isTrusted, case .failed(let failure, _)? = item?.transfer {
                #expect(failure.class == .known(.tls))
            } else {
                #expect(isTrusted)
            }
            try await engine.close()
        }
    }
}
