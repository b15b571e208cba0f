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

    package init(_ record: Record) {
        self.record = record
        number = if case .number(let number) = record.subject { number } else { record.position }
    }

    var eventName: String { record.event.type.map { "\($0)" } ?? "an unknown event" }
}

/// Checks one invariant over the records of a log, in order.
package protocol LogCheck {
    var invariant: Invariant { get }
    /// What is wrong with the next record; `nil` for nothing.
    mutating func problem(in step: FoldStep) -> String?
    /// What is wrong with a log that ends here.
    func problemAtEnd(isClosed: Bool) -> String?
}

extension LogCheck {
    package func problemAtEnd(isClosed: Bool) -> String? { nil }
}
