import Testing

@testable import HoldfastModel

@Suite struct StorageSummaryTests {
    private func device(free: Int64?) -> Device {
        var device = Device()
        var volume = Device.Volume(id: 0)
        volume.freeBytes = free
        device.volumes = [volume]
        return device
    }

    @Test func `the offline place is marked with the pin and tells what is used`() {
        var totals = Totals()
        totals.installed = 12
        totals.usedBytes = 1_200_000_000
        totals.partialBytes = 48_000_000
        let shown = storageSummary(totals: totals, device: device(free: 3_490_000_000), quotaBytes: 2_000_000_000)
        #expect(shown.icon == Icon(.offlinePin))
        #expect(shown.text == "12 items · 1.2 GB")
        #expect(shown.detail == "1.2 GB of 2 GB used · 48 MB unfinished · 3.4 GB free")
        #expect(shown.usedInBasisPoints == 6_000)
        #expect(shown.actions.map(\.code) == [.manageDownloads])
    }

    @Test func `one item is one item`() {
        var totals = Totals()
        totals.installed = 1
        totals.usedBytes = 1_000
        let shown = storageSummary(totals: totals, device: device(free: 3_000))
        #expect(shown.text == "1 item · 1 kB")
        #expect(shown.usedInBasisPoints == 2_500)
    }

    @Test func `nothing here says so and offers nothing`() {
        let shown = storageSummary(totals: Totals(), device: Device())
        #expect(shown.text == "Nothing downloaded yet")
        #expect(shown.detail == nil)
        #expect(shown.actions.isEmpty)
    }
}
