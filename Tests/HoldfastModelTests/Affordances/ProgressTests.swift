import Testing

@testable import HoldfastModel

@Suite struct ProgressTests {
    @Test func `progress never falls within an attempt and ends at the whole`() {
        var scene = Scene()
        scene.receive()
        var generator = SplitMix(state: 42)
        var bytes: Int64 = 0
        var last = 0
        while bytes < 60_000_000 {
            bytes += Int64(generator.draw(700_000))
            scene.context.receivedBytes = bytes
            // The checkpoint lags behind what is received.
            scene.partial(max(0, bytes - 8_000_000))
            let progress = scene.affordance.progressInBasisPoints ?? -1
            #expect(progress >= last, "seed 42")
            last = progress
        }
        #expect(last == 10_000)
    }

    @Test func `all bytes here is not yet the pin`() {
        var scene = Scene()
        scene.receive()
        scene.partial(48_000_000)
        #expect(scene.affordance.row == .receiving)
        #expect(scene.affordance.icon?.symbol == .downloading)
    }

    @Test func `an unknown size shows bytes and no percentage`() {
        var scene = Scene()
        scene.receive()
        scene.item.catalogue.size = nil
        scene.partial(of: nil)
        #expect(scene.affordance.progressInBasisPoints == nil)
        #expect(scene.affordance.detail == "12 MB")
    }

    @Test func `a guessed size gives no percentage`() {
        var scene = Scene()
        scene.receive()
        scene.item.catalogue.isSizeExact = false
        scene.partial(of: nil)
        #expect(scene.affordance.progressInBasisPoints == nil)
        #expect(scene.affordance.detail == "12 MB of about 48 MB · 2 min left")
    }

    @Test func `more bytes than the whole count as the whole`() {
        var scene = Scene()
        scene.receive()
        scene.context.receivedBytes = .max
        #expect(scene.affordance.progressInBasisPoints == 10_000)
        #expect(scene.affordance.detail == "48 MB of 48 MB · 0 s left")
    }

    @Test func `the largest numbers are no trap`() {
        #expect(basisPoints(.max, of: .max) == 10_000)
        #expect(basisPoints(.max / 2, of: .max) == 4_999)
        #expect(basisPoints(-1, of: 5) == 0)
        #expect(basisPoints(1, of: 0) == nil)
    }
}
