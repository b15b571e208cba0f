@testable import HoldfastModel

extension ModelLog {
    /// An open session; the network is not known yet.
    static func session() throws -> ModelLog {
        var log = ModelLog()
        try log.run(.createStore(storeID: "0", engineVersion: "1"))
        try log.openSession()
        return log
    }

    mutating func wifi() throws { try network(.internet, .wifi, isMetered: false) }
    mutating func cellular(isRoaming: Bool? = nil) throws {
        try network(.internet, .cellular, isMetered: true, isRoaming: isRoaming)
    }
    mutating func noNetwork() throws { try network(.none, nil, isMetered: nil) }

    mutating func network(_ link: Link, _ kind: InterfaceKind?, isMetered: Bool?, isRoaming: Bool? = nil) throws {
        try run(
            .observe(
                filled(ConnectivityChanged()) {
                    $0.link = .known(link)
                    $0.interfaces = kind.map { [Interface($0)] } ?? []
                    $0.isMetered = isMetered
                    $0.isRoaming = isRoaming
                }))
    }

    mutating func wait(seconds: Int64) { wall += seconds * 1_000_000 }

    /// Downloads a wanted item in so many seconds, from its start to its publication.
    mutating func download(_ id: String, bytes: Int64 = 1_000_000, seconds: Int64) throws {
        try start(id)
        try report(id, .response(Self.response(bytes: bytes)))
        wait(seconds: seconds)
        try complete(id, bytes: bytes)
    }

    mutating func complete(_ id: String, bytes: Int64 = 1_000_000) throws {
        try report(id, Self.completed(bytes))
        try report(id, .verified(bytes: bytes, Self.digest, .firstSeen))
        try report(id, .published(path: "content/\(id)", volume: 0))
    }

    /// What would have been had these settings stood after so many records.
    func whatIf(_ changes: [SettingChange], from start: Int = 0, erased: Set<UInt64> = []) throws -> WhatIfReport {
        var state = MemoryState()
        for record in records[..<start] { state.apply(record) }
        var whatIf = try WhatIf(
            ChangedSettings(changes, in: self.state), over: state, from: UInt64(start),
            privatePart: { erased.contains($0) ? nil : details[$0] },
            itemRecords: { item, from, body in
                for record in records[Int(from)...] where record.subject == .number(item) {
                    guard body(record) else { return }
                }
            })
        for record in records[start...] { try whatIf.take(record) }
        return whatIf.finish()
    }

    func whatIf(_ key: String, _ value: String?, item: String? = nil, from start: Int = 0) throws -> WhatIfReport {
        try whatIf([SettingChange(key: key, for: item.map { .item($0) } ?? .all, value: value)], from: start)
    }
}

extension WhatIfReport {
    subscript(_ id: String) -> WhatIfItem? { items.first { $0.id == id } }

    /// `cellular metered: 5 -> 0`, in order.
    var bytesText: [String] { bytes.map(\.text) }
}

extension WhatIfItem {
    var bytesText: [String] { bytes.map(\.text) }
}

extension NetworkBytes {
    fileprivate var text: String {
        let cost = network.isMetered.map { $0 ? " metered" : "" } ?? " unknown"
        return "\(network.kind)\(cost)\(network.isRoaming ? " roaming" : ""): \(before) -> \(after)"
    }
}

extension RecordedWait {
    /// Seconds since `start`.
    func text(since start: Int64) -> String {
        let end = until.map { "\(($0 - start) / 1_000_000)" } ?? "..."
        return "\((from - start) / 1_000_000)-\(end) \(blocker.map { "\($0.code)" } ?? "none")"
    }
}
