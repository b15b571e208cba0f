/// What index entries and totals take from an item's row: a function of the row, computed before and after each change of it.
struct ItemFacets {
    /// The group whose totals it counts in.
    var group: UInt64?
    /// An item stands at most once in the indexes of its transfer, and once in each of the others.
    var transfer: IndexKey?
    var network: IndexKey?
    var removal: IndexKey?
    var wanted: IndexKey?
    var member: IndexKey?

    /// Bytes of the whole item as far as they are known.
    var size: Int64?
    var usedBytes: Int64 = 0
    var partialBytes: Int64 = 0
    var reservedBytes: Int64 = 0
    var isInstalled = false
    var isDamaged = false
    var isRunning = false
    var isFailed = false
    var isPaused = false
    var isLetPast = false

    /// The facets of no item.
    init() {}

    init(_ item: borrowing Item) {
        var copy = copy item
        self.init(inPlace: &copy)
    }

    /// The item is only read. By reference, since an item that is handed over may be copied, and it is large.
    @inline(__always)
    init(inPlace item: inout Item) {
        let number = item.number
        if let bytes = item.installed?.bytes, let isMissing = item.installed?.isMissing {
            isInstalled = true
            isDamaged = isMissing || item.installed?.isCorrupt ?? false
            usedBytes = isMissing ? 0 : bytes
        }
        if let group = item.group {
            self.group = group
            size = item.catalogue.size ?? item.installed?.bytes
            member = IndexKey(index: .members, order: Int64(bitPattern: group), place: 0, number: number)
        }
        partialBytes = item.staging?.durableBytes ?? 0
        if let attempt = item.transfer.attempt {
            isRunning = true
            reservedBytes = attempt.missingBytes(durable: partialBytes)
        }
        if let intent = item.intent {
            wanted = IndexKey(index: .wanted, order: 0 &- intent.priority, place: intent.place, number: number)
            describeTransfer(item.transfer, intent)
            isLetPast = intent.consents.contains { $0.kind == .known(.pause) }
        }
        removal = Self.removalKey(item.removal, number)
    }

    private mutating func describeTransfer(_ state: Transfer, _ intent: Intent) {
        guard let queued = wanted else { return }
        var key = queued
        switch state {
        case .idle: return
        case .ready:
            key.index = .ready
            if let notBefore = intent.notBefore {
                key = IndexKey(index: .backoff, order: notBefore, place: intent.place, number: queued.number)
            }
        case .held(_, let until):
            isPaused = true
            guard let until else { return }
            key = IndexKey(index: .heldUntil, order: until, place: intent.place, number: queued.number)
        case .backoff(let notBefore, _, let failure, let scheduled):
            key = IndexKey(index: .backoff, order: notBefore, place: intent.place, number: queued.number)
            if failure.class.known?.isNetwork ?? false {
                network = IndexKey(
                    index: .networkBackoff, order: Int64(clamping: scheduled), place: 0, number: queued.number)
            }
        case .connecting, .receiving, .verifying, .publishing:
            key = IndexKey(index: .running, order: 0, place: 0, number: queued.number)
        case .failed(_, let needs):
            isFailed = true
            guard needs == .known(.space) else { return }
            key.index = .needsSpace
        }
        transfer = key
    }

    /// What is not due by itself stands at the end.
    private static func removalKey(_ removal: Removal, _ number: UInt64) -> IndexKey? {
        let order: Int64
        switch removal {
        case .none: return nil
        case .pending(_, _, let undoUntil): order = undoUntil ?? .min
        case .running, .failed: order = .max
        }
        return IndexKey(index: .removal, order: order, place: 0, number: number)
    }
}

extension Attempt {
    /// Bytes that the attempt may still need beyond what is in its partial file.
    func missingBytes(durable: Int64) -> Int64 {
        let end = fromByte.addingReportingOverflow(reservedBytes)
        guard !end.overflow else { return .max }
        let missing = end.partialValue.subtractingReportingOverflow(durable)
        return missing.overflow ? 0 : max(0, missing.partialValue)
    }
}

extension IndexChanges {
    mutating func update(from old: ItemFacets, to new: ItemFacets) {
        replace(old.transfer, by: new.transfer)
        replace(old.network, by: new.network)
        replace(old.removal, by: new.removal)
        replace(old.wanted, by: new.wanted)
        replace(old.member, by: new.member)
    }

    private mutating func replace(_ old: IndexKey?, by new: IndexKey?) {
        guard old != new else { return }
        if let old { remove(old) }
        if let new { insert(new) }
    }
}

extension Totals {
    /// Wraps around instead of trapping on numbers that no honest log holds: adding and taking away stay each other's inverse.
    mutating func update(from old: ItemFacets, to new: ItemFacets) {
        installed &+= (new.isInstalled ? 1 : 0) - (old.isInstalled ? 1 : 0)
        usedBytes = usedBytes &+ new.usedBytes &- old.usedBytes
        partialBytes = partialBytes &+ new.partialBytes &- old.partialBytes
        reservedBytes = reservedBytes &+ new.reservedBytes &- old.reservedBytes
        wanted &+= (new.wanted == nil ? 0 : 1) - (old.wanted == nil ? 0 : 1)
        running &+= (new.isRunning ? 1 : 0) - (old.isRunning ? 1 : 0)
        failed &+= (new.isFailed ? 1 : 0) - (old.isFailed ? 1 : 0)
        paused &+= (new.isPaused ? 1 : 0) - (old.isPaused ? 1 : 0)
        letPast &+= (new.isLetPast ? 1 : 0) - (old.isLetPast ? 1 : 0)
    }

    /// Counts how requests begin and end, which no row tells afterwards.
    @inline(__always)
    mutating func count(from old: RequestFacet, to new: RequestFacet) {
        guard new.request != old.request else { return }
        if old.request != nil {
            if new.published != old.published, new.published != nil { completed &+= 1 } else { cancelled &+= 1 }
        }
        if new.request != nil { requested &+= 1 }
    }
}

/// The open request of an item, and what would show that it was met.
struct RequestFacet {
    let request: UInt64?
    let published: UInt64?

    @inline(__always)
    init(_ item: borrowing Item) {
        request = item.intent?.request
        published = item.installed?.published
    }
}

/// Items whose index entries and totals are behind their rows, with what those stand at.
struct UnsettledItems: Sendable {
    /// Slots of items that were added: their facets were those of no item.
    private(set) var added: [Int] = []
    private(set) var changed: [(slot: Int, old: ItemFacets)] = []
    /// By slot.
    private var isUnsettled: [Bool] = []

    var isEmpty: Bool { added.isEmpty && changed.isEmpty }

    @inline(__always)
    func isSettled(_ slot: Int) -> Bool { slot >= isUnsettled.count || !isUnsettled[slot] }

    mutating func add(new slot: Int) {
        mark(slot)
        added.append(slot)
    }

    /// - Parameter old: the facets before the change.
    mutating func add(_ slot: Int, _ old: ItemFacets) {
        mark(slot)
        changed.append((slot, old))
    }

    private mutating func mark(_ slot: Int) {
        while isUnsettled.count <= slot { isUnsettled.append(false) }
        isUnsettled[slot] = true
    }

    mutating func removeAll() {
        for slot in added { isUnsettled[slot] = false }
        for (slot, _) in changed { isUnsettled[slot] = false }
        added.removeAll(keepingCapacity: true)
        changed.removeAll(keepingCapacity: true)
    }
}
