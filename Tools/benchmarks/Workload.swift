import HoldfastModel

/// A record that is about to be written, before it is encoded.
struct Draft {
    var record: Record
    var privatePart: PrivatePart?
    /// Counts the items in order of registration; `nil` for what is not about an item.
    var item: UInt32?
}

/// What a made-up store records: items that are registered, wanted, transferred with all that goes wrong on the way, published and
/// partly deleted again, with changes of the network and of settings in between. The same for the same seed.
///
/// Up to a thousand items are on their way at a time and take their next step in random order, where a real queue runs a handful;
/// one life in five is that of some item that had come to rest long ago.
struct Workload {
    private var random: RandomNumbers
    private(set) var position: UInt64 = 0
    private(set) var itemCount: UInt32 = 0
    private var time: Int64 = 1_796_000_000_000_000
    private var subjects: [String: UInt64] = [:]
    private var lives: [ItemLife] = []
    private var finished: [ItemLife] = []

    private static let livesMax = 1_000

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    mutating func next() -> Draft {
        defer { position += 1 }
        time += Int64(1 + random.below(2_000_000))
        if position == 0 { return about("session", .storeCreated(Self.storeCreated)) }
        if position == 1 { return about("session", .sessionOpened(Self.sessionOpened)) }
        if random.below(200) == 0 { return about("device", .connectivityChanged(connectivityChanged())) }
        if random.below(1_000) == 0 { return about("settings", .settingChanged(settingChanged())) }
        if lives.isEmpty || (lives.count < Self.livesMax && random.below(8) == 0) { return register() }
        if !finished.isEmpty && random.below(40) == 0 { wake() }
        let index = random.below(lives.count)
        var life = lives[index]
        let draft = step(&life)
        if life.next == nil {
            lives[index] = lives[lives.count - 1]
            lives.removeLast()
            finished.append(life)
        } else {
            lives[index] = life
        }
        return draft
    }

    mutating func next(_ count: Int) -> [Draft] {
        var drafts: [Draft] = []
        drafts.reserveCapacity(count)
        for _ in 0..<count { drafts.append(next()) }
        return drafts
    }

    private mutating func register() -> Draft {
        var life = ItemLife(number: position, item: itemCount)
        itemCount += 1
        let (payload, part) = life.registration(&random)
        lives.append(life)
        let record = record(.first("item:\(life.id)"), .app, .itemRegistered(payload))
        return Draft(record: record, privatePart: part, item: life.item)
    }

    private mutating func step(_ life: inout ItemLife) -> Draft {
        let (event, actor, part) = life.step(at: position, time: time, &random)
        var record = record(.number(life.number), actor, event)
        if actor == .user && random.chance(25) { record.command = .init(id: "command-\(position)", count: 1) }
        return Draft(record: record, privatePart: part, item: life.item)
    }

    /// An item that had come to rest is wanted anew or deleted.
    private mutating func wake() {
        let index = random.below(finished.count)
        finished.swapAt(index, finished.count - 1)
        var life = finished.removeLast()
        life.wake(&random)
        lives.append(life)
    }

    private mutating func about(_ subject: String, _ event: Event) -> Draft {
        let known = subjects[subject]
        if known == nil { subjects[subject] = position }
        return Draft(record: record(known.map { .number($0) } ?? .first(subject), .system, event))
    }

    private func record(_ subject: Record.Subject, _ actor: Record.Actor, _ event: Event) -> Record {
        Record(position: position, subject: subject, recordedAt: time, actor: actor, event: event)
    }
}

extension Workload {
    static let storeIdentifier = [UInt8](0..<16)

    private static var storeCreated: StoreCreated {
        var payload = StoreCreated()
        payload.storeID = TextForm.hex(Workload.storeIdentifier)
        payload.engineVersion = "1.0"
        return payload
    }

    private static var sessionOpened: SessionOpened {
        var payload = SessionOpened()
        payload.engineVersion = "1.0"
        payload.operatingSystem = "Linux 6.1"
        payload.bootID = "5b5a1f6e-6f3c-4a52-9d6e-0a0c3a1c0f11"
        return payload
    }

    private mutating func connectivityChanged() -> ConnectivityChanged {
        var payload = ConnectivityChanged()
        payload.link = random.chance(70) ? .known(.internet) : .known(.none)
        payload.interfaces = payload.link == .known(.internet) ? [Interface(.wifi)] : []
        payload.isMetered = false
        payload.rawChanges = UInt64(1 + random.below(5))
        payload.settledInMilliseconds = 1_500
        return payload
    }

    private mutating func settingChanged() -> SettingChanged {
        var payload = SettingChanged()
        payload.key = random.chance(50) ? "queue.maxRunning" : "network.allowMetered"
        payload.new = payload.key == "queue.maxRunning" ? "\(1 + random.below(8))" : "\(random.chance(50))"
        return payload
    }
}
