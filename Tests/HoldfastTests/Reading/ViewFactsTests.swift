import Testing

@testable import Holdfast
@testable import HoldfastModel

/// What a reader adds to a state for a screen, over states made up in memory.
@Suite struct ViewFactsTests {
    private static let now: Int64 = 1_740_924_300_000_000

    private func state(_ items: [Item], _ change: (inout Device) -> Void = { _ in }) -> MemoryState {
        var state = MemoryState()
        state.overlay.isBegun = true
        state.overlay.device.session = 1
        state.overlay.device.isConnectivityCurrent = true
        var connectivity = ConnectivityChanged()
        connectivity.link = .known(.internet)
        connectivity.isMetered = false
        state.overlay.device.connectivity = connectivity
        change(&state.overlay.device)
        state.overlay.groups[50] = Group(number: 50, id: "album")
        state.overlay.groupNames[ExactText("album")] = 50
        for item in items {
            state.overlay.names[ExactText(item.id)] = item.number
            let slot = state.overlay.insert(Item(number: item.number, id: item.id))
            state.overlay.change(slot) { $0 = item }
        }
        state.overlay.settle()
        return state
    }

    private func reader(_ items: [Item], _ change: (inout Device) -> Void = { _ in }) throws -> StateReader {
        try StateReader(
            view: state(items, change), recordCount: 100, now: Now(wall: Self.now, monotonic: 0))
    }

    private func item(_ number: UInt64, _ change: (inout Item) -> Void = { _ in }) -> Item {
        var item = Item(number: number, id: "item\(number)")
        item.catalogue.size = 48_000_000
        item.catalogue.isSizeExact = true
        change(&item)
        return item
    }

    private func wanted(_ number: UInt64, _ transfer: Transfer = .ready) -> Item {
        item(number) {
            $0.intent = Intent(request: number, reason: .known(.user), priority: 0, place: Int64(number))
            $0.transfer = transfer
        }
    }

    private func installed(_ number: UInt64, _ change: (inout Installed) -> Void = { _ in }) -> Item {
        item(number) {
            var installed = Installed(
                bytes: 48_000_000, digest: Digest(sha256: [UInt8](repeating: 1, count: 32)),
                trust: .known(.expected), publishedAt: Self.now, published: 20, volume: 0)
            change(&installed)
            $0.installed = installed
        }
    }

    private func attempt() -> Transfer {
        .receiving(Attempt(id: 9, source: 0, fromByte: 0, reservedBytes: 0, startedAt: Self.now))
    }

    private func detail(_ reader: StateReader, _ number: UInt64, _ facts: ViewFacts = ViewFacts()) throws -> String? {
        try reader.report(on: "item\(number)", view: facts)?.affordance.detail
    }

    @Test func `the items ahead are the running ones and the ready ones before it`() throws {
        let failed = Transfer.failed(Failure(.transient, "timeout"), needs: .known(.user))
        let items =
            (1...3).map { wanted($0, attempt()) } + [wanted(4, .held(by: .user, until: nil)), wanted(5, failed)]
            + [wanted(6), wanted(7)]
        let reader = try reader(items)
        #expect(try detail(reader, 6) == "3 ahead · 48 MB")
        #expect(try detail(reader, 7) == "4 ahead · 48 MB")
    }

    @Test func `beyond a hundred nobody counts`() throws {
        let running = (1...3).map { wanted($0, attempt()) }
        let reader = try reader(running + (4...150).map { wanted($0) })
        #expect(try detail(reader, 100) == "99 ahead · 48 MB")
        for number in [101, 102, 150] as [UInt64] {
            #expect(try detail(reader, number) == "100 or more ahead · 48 MB")
        }
    }

    @Test func `a view's cursor decides what moves`() throws {
        let reader = try reader([installed(1)])
        var facts = ViewFacts()
        #expect(try reader.report(on: "item1", view: facts)?.affordance.motion == nil)
        facts.cursor = 19
        #expect(try reader.report(on: "item1", view: facts)?.affordance.animatesFrom == 20)
        facts.cursor = 20
        #expect(try reader.report(on: "item1", view: facts)?.affordance.motion == nil)
    }

    @Test func `a rate gives the time left`() throws {
        let reader = try reader([wanted(1, attempt())])
        var facts = ViewFacts()
        facts.bytesPerSecond = 400_000
        #expect(try detail(reader, 1, facts) == "0 B of 48 MB · 2 min left")
    }

    @Test func `a confirm limit makes a download over mobile data ask`() throws {
        let reader = try reader([item(1)]) { $0.connectivity?.isMetered = true }
        var facts = ViewFacts()
        facts.confirmLimit = 1_000_000
        let item = try #require(try reader.item("item1"))
        var context = try AffordanceContext(of: item, in: reader.view, blockers: [], now: Self.now)
        context.allowsMetered = true
        #expect(affordance(of: item, in: context).primary?.asks == false)
        context.add(facts, for: item)
        #expect(affordance(of: item, in: context).primary?.asks == true)
    }

    @Test func `a licence's end is told as early as the view wants`() throws {
        var item = installed(1)
        item.catalogue.expiresAt = Self.now + 10 * 86_400_000_000
        let reader = try reader([item])
        var facts = ViewFacts()
        #expect(try reader.report(on: "item1", view: facts)?.affordance.row == .installed)
        facts.expiryNotice = 11 * 86_400_000_000
        #expect(try detail(reader, 1, facts) == "Expires in 10 days")
    }

    @Test func `what the app knows to be outdated is stale`() throws {
        var facts = ViewFacts()
        facts.staleSince = Self.now
        #expect(try reader([installed(1)]).report(on: "item1", view: facts)?.affordance.row == .stale)
    }

    @Test func `a place that is away is named`() throws {
        let reader = try reader([installed(1) { $0.volume = 3 }]) {
            var away = Device.Volume(id: 3)
            away.isAvailable = false
            $0.volumes = [away, Device.Volume(id: 4)]
        }
        var facts = ViewFacts()
        facts.volumeNames = [3: "Blue card", 4: "Disk"]
        #expect(try detail(reader, 1, facts) == "Blue card · 48 MB")
    }

    @Test func `the indicator tells that the internet is back only to who saw it gone`() throws {
        let reader = try reader([wanted(1, attempt())]) { $0.internetSinceAt = Self.now - 5_000_000 }
        #expect(try reader.indicator().row == .online)
        #expect(try reader.indicator(hasShownOffline: true).text == "Back online · downloading 1")
        #expect(
            try reader.indicator(hasShownOffline: true, phrases: .german).text == "Wieder online · 1 Download läuft")
    }

    @Test func `a degraded feature tells the age of what it shows`() throws {
        let reader = try reader([]) { $0.connectivity?.link = .known(.none) }
        let feature = Feature(id: "search", needs: .internet, whenUnmet: .degrade)
        let shown = try reader.availability(of: feature, savedAt: Self.now - 7_200_000_000, phrases: .german)
        #expect(shown.detail == "Gespeicherte Ergebnisse, 2 h alt")
        #expect(shown.accessibilityText == "Kein Internet. Gespeicherte Ergebnisse, 2 Stunden alt")
    }

    @Test func `a feature works offline only while its content can be opened`() throws {
        let feature = Feature(id: "maps", needs: .content, contentItems: ["item1"])
        let damages: [(inout Item) -> Void] = [
            { $0.installed?.isCorrupt = true }, { $0.installed?.volume = 3 },
            { $0.catalogue.expiresAt = Self.now },
            { $0.removal = .pending(requested: 30, reason: .known(.user), undoUntil: Self.now + 1) },
        ]
        func state(of item: Item) throws -> FeatureAvailability.State {
            try reader([item]) {
                $0.connectivity?.link = .known(.none)
                var away = Device.Volume(id: 3)
                away.isAvailable = false
                $0.volumes = [away]
            }.availability(of: feature).state
        }
        #expect(try state(of: installed(1)) == .enabled)
        for damage in damages {
            var item = installed(1)
            damage(&item)
            #expect(try state(of: item) == .disabled)
        }
    }

    @Test func `a group is offline only while every file of it can be opened`() throws {
        var items = [installed(1), installed(2)]
        for index in items.indices { items[index].group = 50 }
        let whole = try #require(try reader(items).groupSummary(of: "album", phrases: .german))
        #expect(whole.row == .complete && whole.label == "Offline" && whole.detail == "2 Elemente · 96 MB")
        items[1].catalogue.expiresAt = Self.now
        let expired = try #require(try reader(items).groupSummary(of: "album"))
        #expect(expired.row == .unusable && expired.detail == "1 of 2 items")
        #expect(try reader(items).groupSummary(of: "none") == nil)
    }

    @Test func `a group whose downloads stand still because all do resumes all`() throws {
        var item = wanted(1)
        item.group = 50
        let reader = try reader([item]) { $0.pausedAll = Device.Switch() }
        #expect(try reader.groupSummary(of: "album")?.primary?.code == .resumeAll)
    }

    @Test func `the offline place sums up what is here and what is free`() throws {
        let reader = try reader([installed(1)]) {
            var volume = Device.Volume(id: 0)
            volume.freeBytes = 3_000_000_000
            $0.volumes = [volume]
        }
        let shown = try reader.storageSummary(phrases: .german)
        #expect(shown.icon == Icon(.offlinePin))
        #expect(shown.text == "1 Element · 48 MB" && shown.detail == "3 GB frei")
        #expect(shown.accessibilityText == "Downloads. 1 Element, 48 Megabyte. 3 Gigabyte frei")
    }
}
