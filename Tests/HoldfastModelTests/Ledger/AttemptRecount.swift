@testable import HoldfastModel

/// Counts attempts anew from the records of a log that a decider wrote, without the fold's machines.
struct AttemptRecount {
    struct Open {
        let item: UInt64
        let network: UsedNetwork
        var fromByte: Int64
        var whole: (bytes: Int64, wireBytes: Int64, meteredBytes: Int64)?
    }

    private(set) var open: [UInt64: Open] = [:]
    private(set) var usage: [UsageKey: UsageCounts] = [:]
    private(set) var started = 0
    private var connectivity: ConnectivityChanged?
    private var isSessionOpen = false

    init(_ records: [Record]) {
        for record in records { add(record) }
    }

    private mutating func add(_ record: Record) {
        switch record.event {
        case .sessionOpened: (isSessionOpen, connectivity) = (true, nil)
        case .sessionClosed: (isSessionOpen, connectivity) = (false, nil)
        case .connectivityChanged(let event): connectivity = isSessionOpen ? event : nil
        case .transferStarted(let event):
            guard case .number(let item) = record.subject else { return }
            let network = UsedNetwork(
                kind: connectivity?.interfaces.first?.kind.known, isMetered: connectivity?.isMetered)
            open[record.position] = Open(item: item, network: network, fromByte: event.fromByte)
            started += 1
        case .partialDiscarded:
            guard case .number(let item) = record.subject else { return }
            for (id, attempt) in open where attempt.item == item && attempt.whole == nil { open[id]?.fromByte = 0 }
        case .transferCompleted(let event):
            open[event.attempt]?.whole = (event.bytes, event.wireBytes, event.meteredBytes)
        case .contentPublished(let event): end(event.attempt, record) { $0.completed += 1 }
        case .verificationFailed(let event): end(event.attempt, record) { $0.failed += 1 }
        case .transferInterrupted(let event):
            end(event.attempt, record, event.durableBytes, event.wireBytes, event.meteredBytes) { $0.interrupted += 1 }
        case .transferFailed(let event):
            end(event.attempt, record, event.durableBytes, event.wireBytes, event.meteredBytes) { $0.failed += 1 }
        default: break
        }
    }

    private mutating func end(
        _ id: UInt64, _ record: Record, _ durable: Int64 = 0, _ wireBytes: Int64? = nil, _ meteredBytes: Int64? = nil,
        _ outcome: (inout UsageCounts) -> Void
    ) {
        guard let attempt = open.removeValue(forKey: id) else { return }
        let key = UsageKey(day: UsageKey.day(of: record.recordedAt), network: attempt.network)
        var counts = usage[key] ?? UsageCounts()
        counts.attempts += 1
        outcome(&counts)
        counts.bytes += max(0, (attempt.whole?.bytes ?? durable) - attempt.fromByte)
        let wire = wireBytes ?? attempt.whole?.wireBytes
        counts.wireBytes += wire ?? 0
        counts.meteredBytes += meteredBytes ?? attempt.whole?.meteredBytes ?? 0
        counts.unmeasured += wire == nil ? 1 : 0
        usage[key] = counts
    }
}

extension StateView {
    func ledger<Row: LedgerRow>(_ type: Row.Type) throws -> [Row] {
        var rows: [Row] = []
        try walkLedger(type, from: nil) {
            rows.append($0)
            return true
        }
        return rows
    }
}
