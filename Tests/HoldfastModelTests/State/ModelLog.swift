@testable import HoldfastModel

/// A log in memory: commands in, records out, state folded. What an engine does, without a disk.
struct ModelLog {
    var state = MemoryState()
    var records: [Record] = []
    var details: [UInt64: PrivatePart] = [:]
    /// Microseconds; moves only when a test says so.
    var wall: Int64 = 1_000_000_000
    var actor = Record.Actor.user
    private var subjects: [String: UInt64] = [:]

    var now: Now { Now(wall: wall, monotonic: wall) }
    var next: UInt64 { UInt64(records.count) }

    /// A log with an open session on unmetered internet.
    static func online() throws -> ModelLog {
        var log = ModelLog()
        try log.run(.createStore(storeID: "0", engineVersion: "1"))
        try log.openSession()
        try log.connect(.internet)
        return log
    }

    mutating func openSession() throws {
        try run(.openSession(engineVersion: "1", operatingSystem: "test", bootID: "boot"))
    }

    mutating func connect(
        _ link: Link, isMetered: Bool? = false, isRoaming: Bool? = nil, isLowData: Bool? = nil, isCaptive: Bool? = nil,
        quality: Quality? = nil
    ) throws {
        try run(
            .observe(
                filled(ConnectivityChanged()) {
                    $0.link = .known(link)
                    $0.isMetered = isMetered
                    $0.isRoaming = isRoaming
                    $0.isLowData = isLowData
                    $0.isCaptive = isCaptive
                    $0.quality = quality.map { .known($0) }
                }))
    }

    /// Decides and appends. Gives the whole decision back.
    @discardableResult
    mutating func run(_ command: Command) throws -> Decision {
        let decision = try decide(command, in: state, context: DecisionContext(now: now, next: next))
        for event in decision.events { append(event) }
        return decision
    }

    /// The names of the events that a command would lead to.
    @discardableResult
    mutating func events(_ command: Command) throws -> [String] { try run(command).events.map(\.event.name) }

    mutating func note(_ command: Command) throws -> Decision.Note? {
        let decision = try run(command)
        return decision.events.isEmpty ? decision.note : nil
    }

    /// The code of the refusal; `nil` when the command was not refused. Nothing is written either way.
    func refusal(_ command: Command) -> Refusal.Code? {
        do {
            _ = try decide(command, in: state, context: DecisionContext(now: now, next: next))
            return nil
        } catch let refusal as Refusal {
            return refusal.code
        } catch {
            return nil
        }
    }

    mutating func append(_ event: NewEvent) {
        var record = Record(
            position: next, subject: subject(event.subject), recordedAt: wall, actor: event.actor ?? actor,
            cause: event.cause, event: event.event)
        if let part = event.privatePart {
            record.privateDigest = Digest(sha256: [UInt8](repeating: 7, count: 32))
            details[record.position] = part
        }
        append(record)
    }

    mutating func append(_ record: Record) {
        records.append(record)
        state.apply(record, privatePart: details[record.position])
    }

    private mutating func subject(_ new: NewSubject) -> Record.Subject {
        let name: String
        switch new {
        case .session: name = "session"
        case .device: name = "device"
        case .settings: name = "settings"
        case .number(let number): return .number(number)
        case .newItem(let id): name = "item:\(id)"
        case .newGroup(let id): name = "group:\(id)"
        }
        if let number = subjects[name] { return .number(number) }
        subjects[name] = next
        return .first(name)
    }
}

extension ModelLog {
    func item(_ id: String) -> Item {
        state.number(ofItem: id).flatMap { state.item($0) } ?? Item(number: .max, id: "no item \(id)")
    }

    func blockers(_ id: String) throws -> [BlockerCode] {
        try HoldfastModel.blockers(of: item(id), in: state, at: now, slots: SlotUse(in: state)).map(\.code)
    }

    func plan() throws -> Plan { try HoldfastModel.plan(in: state, at: now) }

    /// Ids of the items that the plan starts.
    func starts() throws -> [String] {
        try plan().actions.compactMap { action in
            guard case .start(let number) = action else { return nil }
            return state.item(number)?.id
        }
    }

    @discardableResult
    mutating func register(_ id: String, bytes: Int64? = 1_000_000, source: String? = nil) throws -> UInt64 {
        var registration = Registration(id: id, sources: [source ?? "https://\(id).example/file"])
        registration.expectedBytes = bytes
        try run(.register(registration))
        return item(id).number
    }

    @discardableResult
    mutating func want(_ id: String, bytes: Int64? = 1_000_000, source: String? = nil) throws -> UInt64 {
        let number = try register(id, bytes: bytes, source: source)
        try run(.request(item: id, RequestOptions()))
        return number
    }

    /// Starts a transfer where the partial ends, and returns the attempt.
    @discardableResult
    mutating func start(_ id: String) throws -> UInt64 {
        let item = item(id)
        let durable = item.staging?.durableBytes ?? 0
        let need = max(0, (item.catalogue.size ?? 0) - durable)
        try run(
            .startTransfer(item: item.number, source: 0, fromByte: durable, validator: nil, reservedBytes: need))
        return self.item(id).transfer.attempt?.id ?? 0
    }

    @discardableResult
    mutating func report(_ id: String, _ report: AttemptReport) throws -> [String] {
        let item = item(id)
        return try events(.attempt(item: item.number, id: item.transfer.attempt?.id ?? 0, report))
    }

    /// A wanted item that receives, with some bytes durable.
    mutating func receive(_ id: String, durable: Int64 = 0, bytes: Int64 = 1_000_000) throws {
        if item(id).intent == nil { try want(id, bytes: bytes) }
        try start(id)
        try report(id, .response(Self.response(bytes: bytes)))
        if durable > 0 { try report(id, .checkpoint(durableBytes: durable)) }
    }

    mutating func verify(_ id: String, bytes: Int64 = 1_000_000) throws {
        try receive(id, bytes: bytes)
        try report(id, Self.completed(bytes))
    }

    mutating func publish(_ id: String, bytes: Int64 = 1_000_000) throws {
        try verify(id, bytes: bytes)
        try report(id, .verified(bytes: bytes, Self.digest, .firstSeen))
    }

    mutating func install(_ id: String, bytes: Int64 = 1_000_000) throws {
        try publish(id, bytes: bytes)
        try report(id, .published(path: "content/\(id)", volume: 0))
    }

    mutating func fail(_ id: String, _ class: FailureClass, durable: Int64 = 0, draw: UInt64 = 0) throws -> [String] {
        try report(
            id,
            .failed(
                Failure(`class`, "test"), durableBytes: durable, retryAfterInMilliseconds: nil, discards: nil,
                draw: draw))
    }

    static let digest = Digest(sha256: [UInt8](repeating: 1, count: 32))
    static let otherDigest = Digest(sha256: [UInt8](repeating: 2, count: 32))

    static func response(_ status: UInt64 = 200, bytes: Int64?, from: Int64? = nil, etag: String? = "\"a\"")
        -> ResponseReceived
    {
        filled(ResponseReceived()) {
            $0.httpStatus = status
            $0.totalBytes = bytes
            $0.rangeStart = from
            $0.etag = etag
        }
    }

    static func completed(_ bytes: Int64) -> AttemptReport {
        .completed(bytes: bytes, wireBytes: bytes, elapsedInMilliseconds: 1, meteredBytes: 0)
    }
}

extension Event {
    /// The event's word.
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}
