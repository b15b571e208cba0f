/// What `EventLog.verify` found.
package struct VerificationReport: Sendable, Equatable {
    package struct Problem: Sendable, Equatable {
        package enum Kind: String, Sendable {
            /// The pages of the file itself are damaged. Nothing else was read then: reading it could end the process.
            case file
            /// A record is not where the positions say.
            case position
            /// Records do not hash to what the tree recorded.
            case record
            /// The tree does not fit itself, or has nodes too many.
            case tree
            /// The keys of a record cannot be read, or contradict earlier records.
            case keys
            /// A derived table is not what the records say.
            case derived
        }
        package let kind: Kind
        /// Where, when it can be said: the records named may all be sound but one.
        package let positions: Range<UInt64>?
        package let detail: String
    }

    package static let problemCountMax = 100

    /// Number of records that were checked.
    package internal(set) var count: UInt64 = 0
    /// Root of the tree over the bytes that were read, not over what is stored of it.
    package internal(set) var root: Hash?
    /// In the order of the check, at most `problemCountMax`.
    package internal(set) var problems: [Problem] = []

    package var isSound: Bool { problems.isEmpty }

    /// The first position of the first damage, if a position can be named.
    package var firstBadPosition: UInt64? {
        problems.compactMap { $0.positions?.lowerBound }.min()
    }

    /// Whether something in the range was found wrong already.
    func hasProblem(in range: Range<UInt64>) -> Bool {
        problems.contains { $0.positions.map { range.contains($0.lowerBound) } ?? false }
    }

    mutating func add(_ kind: Problem.Kind, _ positions: Range<UInt64>?, _ detail: String) {
        guard problems.count < Self.problemCountMax else { return }
        problems.append(Problem(kind: kind, positions: positions, detail: detail))
    }
}
