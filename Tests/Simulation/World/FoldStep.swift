package import HoldfastModel

/// One record of a log with what it did to its item and to the sums: what the checks of a log look at.
package struct FoldStep: Sendable {
    package var record: Record
    /// Number of the record's subject.
    package var number: UInt64
    package var before: Item?
    package var after: Item?
    package var totals = Totals()
    /// The quota that stands, in bytes.
    package var quota: Int64?
    package var device = Device()
    /// What stood when an attempt started, for a record that says so.
    package var start: StartFacts?
    /// `verify.policy` as it stands for the item.
    package var verifyPolicy = ""

    package init(_ record: Record) {
        self.record = record
        number = if case .number(let number) = record.subject { number } else { record.position }
    }

    /// The wall clock at the decision, in microseconds since 1970 UTC.
    var wall: Int64 { record.wallClock ?? record.recordedAt }

    var eventName: String { record.event.type.map { "\($0)" } ?? "an unknown event" }
}

/// What stood when an attempt started.
package struct StartFacts: Sendable {
    package var group: Group?
    package var source: SourceFacts?
    /// `network.allowMetered` as it stands for the item.
    package var allowsMetered = false
    /// Hosts of the items that have one source, by their numbers: others go on to their next one after a failure.
    package var hosts: [UInt64: String] = [:]

    package init() {}

    init(of item: Item, in state: MemoryState) throws {
        group = item.group.flatMap { state.group($0) }
        source = try state.source(of: item)
        if let key = SettingKey.named("network.allowMetered") {
            allowsMetered = try effectiveSetting(key, item: item, in: state) == "true"
        }
        var hosts: [UInt64: String] = [:]
        try state.walkItems(after: nil) { other in
            if try state.details(of: other)?.sources.count == 1 {
                hosts[other.number] = try state.source(of: other)?.host
            }
            return true
        }
        self.hosts = hosts
    }
}

/// Checks one invariant over the records of a log, in order.
package protocol LogCheck {
    /// `nil` for a rule that is no invariant of its own.
    var invariant: Invariant? { get }
    /// What is wrong with the next record; `nil` for nothing.
    mutating func problem(in step: FoldStep) -> String?
    /// What is wrong with a log that ends here.
    func problemAtEnd(isClosed: Bool) -> String?
}

extension LogCheck {
    package func problemAtEnd(isClosed: Bool) -> String? { nil }
}
