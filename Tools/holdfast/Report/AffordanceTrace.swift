import Holdfast
import HoldfastModel

/// What each item showed over time.
///
/// An item is asked for anew at each of its own records, when a time that it waited for has passed, and when the network, the
/// device, a setting or the queue changed. The last three can concern every item at every record, which no page could
/// hold: so many are asked as there is credit for, in the order of the queue. Where it does not reach, `cuts` and
/// `queueCuts` say so, and the page tells of what moment its words are. Room that other transfers take up, windows of a schedule and
/// agreements that run out are seen at the next such record, not before.
struct AffordanceTrace: FoldTrace {
    /// One for each thing that was ever shown.
    private(set) var shown = ShownTable()
    /// For each step the number of items that show something else now; for each its place among the items, and three times the number of
    /// what it shows, to which 1 is added where the pin comes and 2 where it goes.
    private(set) var changes = NumberStream()
    /// Steps at which not every item was asked that might have shown something else.
    private(set) var cuts: [Int] = []
    /// Steps at which an item that stands in line may have been told a place that is not its own any more.
    private(set) var queueCuts: [Int] = []
    private let phrases: Phrases
    private var last: [UInt64: Last] = [:]
    private var step: [(item: UInt64, shown: Int, motion: Int)] = []
    /// Items that the surroundings concern.
    private var concerned = NumberBag()
    private var due = DueTimes()
    private var deviceDue = Int64.max
    private var places: [UInt64: Int] = [:]
    private var index = 0
    private var slots = SlotUse()
    private var hosts: [UInt64: String?] = [:]
    private var credit = 15_000.0
    private var queueCredit = 10_000.0

    private static let creditEachRecord = 0.1
    private static let queueCreditEachRecord = 0.05

    private struct Last {
        var shown: Int
        var isQueued: Bool
        var isReady = false
    }

    init(folding source: ReportSource) throws {
        phrases = source.phrases
        try source.fold(into: &self)
    }

    mutating func begin(_ state: FoldingState, count: UInt64) throws {
        var items: [Item] = []
        try state.walkItems(after: nil) { item in
            items.append(item)
            return true
        }
        let device = state.device()
        wait(for: device, device.lastRecordedAt)
        try step(state, count: count, at: device.lastRecordedAt, own: items, changesAll: false)
    }

    mutating func take(_ record: Record, _ touched: Touched, _ state: FoldingState, _ before: Device) throws {
        index += 1
        // What is about no item is about what surrounds them all; a host that asks for quiet is met by one item and concerns others.
        var device = state.device()
        let isOver = deviceDue <= record.recordedAt
        device.lastRecordedAt = before.lastRecordedAt
        let isOther = isOver || device != before
        if isOther { wait(for: device, record.recordedAt) }
        if case .volumeAvailabilityChanged = record.event { try concernAll(state) }
        try step(
            state, count: record.position + 1, at: record.recordedAt, own: touched.items,
            changesAll: isOther || touched.items.isEmpty)
    }

    /// Storage that goes or comes concerns what is at rest, too.
    private mutating func concernAll(_ state: FoldingState) throws {
        try state.walkItems(after: nil) { item in
            concerned.set(item.number, true)
            return true
        }
    }

    private mutating func wait(for device: Device, _ now: Int64) {
        let ends = [device.offlineMode?.until, device.pausedAll?.until] + device.hostHolds.map(\.until)
        deviceDue = ends.compactMap { $0 }.filter { $0 > now }.min() ?? .max
    }

    func end(_ state: FoldingState) {}

    /// - Parameters:
    ///   - own: items that the record is about.
    ///   - changesAll: whether it is about what surrounds all of them.
    private mutating func step(
        _ state: FoldingState, count: UInt64, at time: Int64, own: [Item], changesAll: Bool
    ) throws {
        step.removeAll(keepingCapacity: true)
        credit += Self.creditEachRecord
        queueCredit += Self.queueCreditEachRecord
        var movesQueue = false
        for item in own where try takeSlot(item, state) { movesQueue = true }
        for item in own where last[item.number]?.isReady != isReady(item) { movesQueue = true }
        let reader = try StateReader(
            view: state, recordCount: count, now: Now(wall: time, monotonic: 0), slots: slots)
        var asked: Set<UInt64> = []
        for item in own where asked.insert(item.number).inserted { try ask(item, reader) }
        for number in due.passed(time) where asked.insert(number).inserted {
            if let item = state.item(number) { try ask(item, reader) }
        }
        if changesAll { try askAll(state, reader, &asked) } else if movesQueue { try askQueue(state, reader, &asked) }
        changes.add(step.count)
        for (item, shown, motion) in step {
            changes.add(place(of: item))
            changes.add(shown * 3 + motion)
        }
    }

    /// Items are met in the order of their numbers, which is that of their rows.
    private mutating func place(of item: UInt64) -> Int {
        if let place = places[item] { return place }
        places[item] = places.count
        return places.count - 1
    }

    private func isReady(_ item: Item) -> Bool { item.transfer == .ready && item.intent != nil }

    private mutating func ask(_ item: Item, _ reader: StateReader) throws {
        var facts = ViewFacts()
        facts.cursor = reader.recordCount < 2 ? 0 : reader.recordCount - 2
        _ = place(of: item.number)
        let affordance = try reader.silentAffordance(of: item, phrases: phrases, view: facts)
        let place = shown.place(of: affordance)
        let motion = affordance.motion.map { $0.kind == .appear ? 1 : 2 } ?? 0
        if last[item.number]?.shown != place || motion > 0 { step.append((item.number, place, motion)) }
        last[item.number] = Last(shown: place, isQueued: affordance.row == .queued, isReady: isReady(item))
        concerned.set(item.number, affordance.row != .installed || item.catalogue.expiresAt != nil)
        due.wait(for: item, reader.now.wall)
    }

    private mutating func askAll(
        _ state: FoldingState, _ reader: StateReader, _ asked: inout Set<UInt64>
    ) throws {
        guard credit >= 1 else { return cuts.append(index) }
        var numbers: [UInt64] = []
        try state.walk(.wanted, from: nil) { key in
            numbers.append(key.number)
            return numbers.count < Int(max(0, credit))
        }
        numbers += concerned.numbers
        for number in numbers where asked.insert(number).inserted {
            guard credit >= 1 else {
                cuts.append(index)
                return
            }
            credit -= 1
            if let item = state.item(number) { try ask(item, reader) }
        }
    }

    /// Items that stand in line tell how many are before them.
    private mutating func askQueue(_ state: FoldingState, _ reader: StateReader, _ asked: inout Set<UInt64>) throws {
        guard queueCredit >= 1 else { return queueCuts.append(index) }
        var numbers: [UInt64] = []
        var seen = 0
        try state.walk(.ready, from: nil) { key in
            seen += 1
            if last[key.number]?.isQueued == true { numbers.append(key.number) }
            return seen < AffordanceContext.itemsAheadMax
        }
        for number in numbers where asked.insert(number).inserted {
            guard queueCredit >= 1 else { return queueCuts.append(index) }
            queueCredit -= 1
            if let item = state.item(number) { try ask(item, reader) }
        }
    }

    /// Keeps count of open attempts by host. Returns whether their number changed.
    private mutating func takeSlot(_ item: Item, _ state: FoldingState) throws -> Bool {
        let isOpen = item.transfer.attempt != nil
        guard isOpen != (hosts[item.number] != nil) else { return false }
        if isOpen {
            let host = try state.source(of: item)?.host
            hosts[item.number] = .some(host)
            slots.running += 1
            if let host { slots.byHost[host, default: 0] += 1 }
        } else if let held = hosts.removeValue(forKey: item.number) {
            slots.running -= 1
            if let host = held { slots.byHost[host, default: 1] -= 1 }
        }
        return true
    }
}
