import Testing

@testable import HoldfastModel

@Suite struct VolumeTests {
    @Test func `content goes to the volume that was chosen last`() throws {
        var log = try ModelLog.online()
        #expect(log.state.device().contentVolume.id == 0)
        try log.run(.volume(id: 1, isAvailable: true, path: "/media/card"))
        try log.run(.volume(id: 2, isAvailable: true, path: "/media/disk"))
        #expect(log.state.device().contentVolume.id == 2)
        try log.run(.volume(id: 1, isAvailable: true, path: "/media/card"))
        #expect(log.state.device().contentVolume.id == 1)
        try log.run(.volume(id: 2, isAvailable: false))
        #expect(log.state.device().contentVolume.id == 1)
        #expect(log.state.device().isAvailable(1) && !log.state.device().isAvailable(2))
        try log.run(.volume(id: 0, isAvailable: true, path: "/store"))
        #expect(log.state.device().contentVolume.id == 0)
    }

    @Test func `the path is kept beside the record, and told again only when it is news`() throws {
        var log = try ModelLog.online()
        let event = try #require(try log.run(.volume(id: 1, isAvailable: true, path: "/media/card")).events.first)
        #expect(event.privatePart?.volumePath == "/media/card")
        #expect(log.state.device().volumes.first?.placed == log.next - 1)
        #expect(try log.note(.volume(id: 1, isAvailable: true)) == .unchanged)
        #expect(try log.run(.volume(id: 1, isAvailable: false)).events.first?.privatePart == nil)
        #expect(try log.events(.volume(id: 1, isAvailable: false, path: "/mnt")) == ["volumeAvailabilityChanged"])
    }

    @Test func `a store knows no more volumes than it can remember`() throws {
        var log = try ModelLog.online()
        let count = UInt64(Device.volumeCountMax)
        for number in 1...count { try log.run(.volume(id: number, isAvailable: true, path: "/\(number)")) }
        #expect(log.refusal(.volume(id: count + 1, isAvailable: true, path: "/more")) == .valueOutOfRange)
        #expect(try log.events(.volume(id: 1, isAvailable: false)) == ["volumeAvailabilityChanged"])
    }

    @Test func `the removal of a file on a volume that is away waits, and holds nothing else up`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b"] { try log.install(id) }
        try log.run(.remove(item: "a", reason: .user, isImmediate: true))
        try log.run(.volume(id: 0, isAvailable: false))
        #expect(try log.plan().actions == [])
        try log.run(.volume(id: 0, isAvailable: true))
        #expect(try log.plan().actions == [.remove(item: log.item("a").number)])
        try log.run(.startDeletion(item: log.item("a").number))
        try log.run(.volume(id: 0, isAvailable: false))
        try log.run(.volume(id: 1, isAvailable: true, path: "/media/card"))
        try log.run(.set(key: "storage.eviction", for: .all, value: "lru"))
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "1MB"))
        #expect(try log.plan().actions == [.evict(needBytes: 1_000_000)])
        #expect(try log.note(.evict(needBytes: 1_000_000, sparing: [])) == .nothingToEvict)
    }

    @Test func `nothing makes way while the volume for content is away`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.set(key: "storage.eviction", for: .all, value: "lru"))
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "0"))
        try log.run(.volume(id: 0, isAvailable: false))
        #expect(try log.plan().actions == [])
        #expect(try log.note(.evict(needBytes: 1, sparing: [])) == .nothingToEvict)
        try log.run(.volume(id: 0, isAvailable: true))
        #expect(try log.plan().actions == [.evict(needBytes: 1_000_000)])
    }
}
