import Foundation
import HoldfastTestSupport
import Testing

/// Real interfaces, real packets, the real tool.
@Suite(
    .enabled(if: NetworkNamespace.canMake, "needs root and the right to make network namespaces"), .serialized,
    .timeLimit(.minutes(10)))
struct NetworkTests {
    let lab: Lab

    init() throws { lab = try Lab() }

    private func add(_ file: String = "a.bin", host: String = Lab.host, more: String...) throws {
        try lab.holdfast("set", "storage.keepFreeBytes", "1MB")
        try lab.holdfast("add", "http://\(host)/\(file)", "--id", "a", "--type", "application/octet-stream")
        try lab.holdfast("set", "verify.policy", "sizeOnly")
    }

    @Test func `a cable that is pulled stops the transfer, and it goes on where it was when the cable is back`() throws
    {
        let bytes = try lab.publish("a.bin", bytes: 4 << 20)
        try lab.plugIn()
        try lab.limitRate(kilobits: 8_000)
        try add()
        let run = try lab.run("--probe", Lab.probe)
        #expect(try run.network()["isValidated"] as? Bool == true)
        try run.next("responseReceived")
        try lab.device.ip("link set cable down")
        let stop = try run.next("transferInterrupted")
        #expect(stop["cause"] as? String == "connectivityLost")
        let lost = try run.network()
        #expect(lost["link"] as? String == "none")
        #expect(lost["settledInMilliseconds"] as? Int ?? 0 >= 1_000)
        try lab.liftRate()
        try lab.plugIn()
        #expect(try run.network()["link"] as? String == "internet")
        let again = try run.next("transferStarted")
        #expect(again["fromByte"] as? Int == stop["durableBytes"] as? Int)
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
        #expect(!run.types.contains("transferFailed"))
    }

    @Test func `a portal is told as one, no file is asked of it, and the sign-in starts what waits`() throws {
        let bytes = try lab.publish("a.bin", bytes: 100_000)
        try lab.closePortal()
        try lab.plugIn()
        try add()
        let run = try lab.run("--probe", Lab.probe)
        let told = try run.network()
        #expect(told["isCaptive"] as? Bool == true && told["source"] as? String == "probe")
        try lab.openPortal()
        #expect(try run.network()["isValidated"] as? Bool == true)
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
        #expect(!run.types.contains("transferFailed"))
    }

    @Test func `a portal that nobody asked about fails downloads as what it is, and saves no page as a file`() throws {
        _ = try lab.publish("a.bin", bytes: 100_000)
        try lab.closePortal()
        try lab.plugIn()
        try add()
        let run = try lab.run()
        let failure = try run.next("transferFailed")["failure"] as? [String: Any]
        #expect(failure?["class"] as? String != nil)
        try run.end()
        #expect(try lab.content("a") == nil)
    }

    @Test func `an upstream that is gone is a network with nothing behind it, and is found again`() throws {
        let bytes = try lab.publish("a.bin", bytes: 100_000)
        try lab.drop("ip daddr \(Lab.host)")
        try lab.plugIn()
        try add()
        let run = try lab.run("--probe", Lab.probe)
        let told = try run.network()
        #expect(told["link"] as? String == "local" && told["isValidated"] as? Bool == false)
        try lab.dropNothing()
        #expect(try run.network()["link"] as? String == "internet")
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
        #expect(try lab.requests().filter { $0.hasPrefix("/a.bin") }.count == 1)
    }

    @Test func `names that fail cost tries of the network and no file, and names that come back start it`() throws {
        let bytes = try lab.publish("a.bin", bytes: 100_000)
        try lab.plugIn()
        try add(host: Lab.name)
        let run = try lab.run()
        let failure = try run.next("transferFailed")["failure"] as? [String: Any]
        #expect(failure?["code"] as? String == "dns")
        _ = try lab.nameServer()
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
    }

    @Test func `names that nobody answers for end in a failure, and hold up no transfer beside them`() throws {
        let bytes = try lab.publish("a.bin", bytes: 100_000)
        _ = try lab.publish("b.bin", bytes: 100_000)
        try lab.drop("udp dport 53")
        try lab.plugIn()
        try add()
        try lab.holdfast(
            "add", "http://\(Lab.name)/b.bin", "--id", "b", "--type", "application/octet-stream", "--priority", "10")
        let run = try lab.run()
        try run.next("contentPublished")
        let failure = try run.next("transferFailed")["failure"] as? [String: Any]
        #expect(failure?["code"] as? String == "dns" || failure?["code"] as? String == "timeout")
        try run.end()
        #expect(try lab.content("a") == bytes)
    }

    @Test func `without a default route there is no internet, and with one there is`() throws {
        _ = try lab.publish("a.bin", bytes: 10_000)
        try lab.device.ip("link set cable up")
        try lab.device.ip("address add 10.9.0.2/24 dev cable")
        try add()
        let run = try lab.run("--probe", Lab.probe)
        #expect(try run.network()["link"] as? String == "local")
        try lab.device.ip("route add default via 10.9.0.1")
        #expect(try run.network()["link"] as? String == "internet")
        try run.next("contentPublished")
        try lab.device.ip("route del default")
        #expect(try run.network()["link"] as? String == "local")
        try run.end()
    }

    @Test func `an address that changes under a transfer costs a try and no byte`() throws {
        let bytes = try lab.publish("a.bin", bytes: 2 << 20)
        try lab.plugIn()
        try lab.limitRate(kilobits: 6_000)
        try add()
        let run = try lab.run("--probe", Lab.probe)
        try run.next("responseReceived")
        try lab.device.ip("address del 10.9.0.2/24 dev cable")
        try lab.liftRate()
        try lab.device.ip("address add 10.9.0.3/24 dev cable")
        try lab.device.ip("route replace default via 10.9.0.1")
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
    }

    @Test func `three in ten packets lost cost time and nothing else`() throws {
        let bytes = try lab.publish("a.bin", bytes: 300_000)
        try lab.plugIn()
        try lab.drop("numgen random mod 100 < 30")
        try add()
        let run = try lab.run()
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
    }

    @Test func `a slow line is told as slow`() throws {
        let bytes = try lab.publish("a.bin", bytes: 1_600_000)
        try lab.plugIn()
        try lab.limitRate(kilobits: 500)
        try add()
        let run = try lab.run("--probe", Lab.word, "--probe-answer", "all is well")
        let told = try run.network { $0["quality"] != nil }
        #expect(told["quality"] as? String == "slow")
        try lab.liftRate()
        try run.next("contentPublished")
        try run.end()
        #expect(try lab.content("a") == bytes)
    }
}
