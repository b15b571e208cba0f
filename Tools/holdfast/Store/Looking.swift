import Glibc
import Holdfast
import HoldfastModel

/// A store opened for looking: it is read alone, and nothing is created.
final class Looking {
    let store: OfflineStore
    let path: String
    let zone: TimeZoneRules
    /// Microseconds since 1970 UTC.
    private(set) var now: Int64
    let console: Console
    /// Words of the library, with times of the person's own clock.
    let phrases: Phrases
    /// Where it is told which position a time stands for.
    var note: (String) -> Void
    /// Names of subjects that were asked for, so that a long log does not look up each record's.
    private var subjects: [UInt64: String] = [:]

    private static let subjectCountMax = 65_536

    /// - Parameter named: a store in place of the usual one.
    init(_ invocation: Invocation, at named: String? = nil) throws(ToolFailure) {
        let given = if let named { named } else { try invocation.storePath() }
        try StorePlace.checkExists(given)
        path = StorePlace.directory(of: given)
        DamageSignals.expect(at: path)
        zone = invocation.meaning.zone
        now = invocation.meaning.now
        console = invocation.console
        note = { [console] in console.say($0) }
        phrases = invocation.phrases
        do throws(HoldfastError) {
            store = try OfflineStore.open(at: path)
        } catch {
            throw ToolFailure(error, at: path)
        }
    }

    /// For what is looked at again and again.
    func readClock() { now = WallClock.microseconds() }

    func attempt<Value>(_ body: () throws -> Value) throws(ToolFailure) -> Value {
        do {
            return try body()
        } catch let failure as ToolFailure {
            throw failure
        } catch let error as HoldfastError {
            throw ToolFailure(error, at: path)
        } catch {
            throw ToolFailure(.internalError, "\(error)")
        }
    }

    /// Lends the state at a point. What `body` throws must be an error of the library.
    func read<Value>(at point: LogPoint = .head, _ body: (StateReader) throws -> Value) throws(ToolFailure) -> Value {
        try attempt { try store.read(at: point, body) }
    }

    /// Calls `body` with each record of the range until it returns false.
    ///
    /// - Parameter types: only records of these, in order; of the others only the type is read.
    func records(
        _ range: Range<UInt64>, newestFirst: Bool = false, of types: Set<EventType>? = nil,
        _ body: (Record) throws(ToolFailure) -> Bool
    ) throws(ToolFailure) {
        var failure: ToolFailure?
        try attempt {
            func take(_ record: Record) -> Bool {
                do throws(ToolFailure) {
                    return try body(record)
                } catch {
                    failure = error
                    return false
                }
            }
            if let types {
                try store.records(range, of: types, take)
            } else {
                try store.records(range, newestFirst: newestFirst, take)
            }
        }
        if let failure { throw failure }
    }

    func record(at position: UInt64) throws(ToolFailure) -> StoredRecord {
        try attempt { try store.record(at: position) }
    }

    func recordCount() throws(ToolFailure) -> UInt64 { try attempt { try store.recordCount() } }

    /// Text of a record's subject, `item:ID` for an item.
    func subject(of record: Record) throws(ToolFailure) -> String {
        let number: UInt64
        switch record.subject {
        case .first(let text): return text
        case .number(let named): number = named
        }
        if let known = subjects[number] { return known }
        let text = try attempt { try store.subject(of: record) }
        if subjects.count >= Self.subjectCountMax { subjects.removeAll(keepingCapacity: true) }
        subjects[number] = text
        return text
    }

    /// `nil` where there is none or it was erased.
    func privatePart(of record: Record) throws(ToolFailure) -> PrivatePart? {
        try attempt { try store.privatePart(of: record) }
    }

    func unknownItem(_ id: String, at point: LogPoint = .head) -> ToolFailure {
        let known = try? read { try $0.items(limit: 1000).map(\.id) }
        if point != .head, (try? read { try $0.item(id) }) ?? nil != nil {
            return ToolFailure(.notFound, "item '\(id)' was not registered at that point.")
        }
        let question = known.flatMap { Similarity.question(id, among: $0) }
        let place = point == .head ? "in \(path)" : "at that point in \(path)"
        return ToolFailure(
            .notFound, "there is no item '\(id)' \(place)." + (question.map { " " + $0 } ?? ""),
            advice: "'holdfast status' lists the items.")
    }

    func unknownGroup(_ id: String) -> ToolFailure {
        let known = try? read { try $0.groups().map(\.id) }
        let question = known.flatMap { Similarity.question(id, among: $0) }
        return ToolFailure(
            .notFound, "there is no group '\(id)' in \(path)." + (question.map { " " + $0 } ?? ""),
            advice: "'holdfast group' lists the groups.")
    }

    /// Whether a process works on the store. One that was killed leaves its session open.
    func isWorked(_ device: Device) -> Bool { device.session != nil && StorePlace.writer(of: path) != nil }

    func usage(_ message: String, of command: CommandDescription) -> ToolFailure { .usage(message, of: command) }
}
