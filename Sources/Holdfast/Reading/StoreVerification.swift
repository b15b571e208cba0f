/// What `OfflineStore.verify` found.
public struct StoreVerification: Sendable, Equatable {
    public struct Problem: Sendable, Equatable {
        @nonexhaustive
        public enum Kind: String, Sendable, CaseIterable {
            /// The pages of the log's file are damaged, and nothing else was read.
            case file
            /// A record is not where the positions say.
            case position
            /// Records do not hash to what the tree recorded, or cannot be read.
            case record
            /// The tree does not fit itself.
            case tree
            /// A derived table of the log is not what the records say, or the stored schema is not what its revision says.
            case derived
            /// State tables are not a fold of the records.
            case state
            /// A private part is not the one that its record was written with.
            case privatePart
            /// A published file is missing or has other bytes.
            case content
        }
        public var kind: Kind
        /// Where, when it can be said; one of the records named is bad, the others may be sound: there is one hash for 64 of them, for
        /// less behind the last full 64.
        public var positions: Range<UInt64>?
        public var detail: String
    }

    /// Records that were checked.
    public var recordCount: UInt64 = 0
    /// Root of the RFC 9162 tree, computed from the bytes that were read.
    public var root: [UInt8] = []
    public var problems: [Problem] = []
    /// Private parts that are there and match their records.
    public var privatePartsIntact: UInt64 = 0
    /// Private parts that were erased; their records still verify.
    public var privatePartsErased: UInt64 = 0
    /// Published files whose bytes were hashed.
    public var filesChecked: UInt64 = 0
    public var bytesChecked: Int64 = 0
    /// Published files on volumes that are not connected: nothing was found out about them, and none of them counts as missing.
    public var filesAway: UInt64 = 0
    /// Where those volumes should be.
    public var missingVolumes: [String] = []

    public var isSound: Bool { problems.isEmpty }
    /// The first position of the first damage, if a position can be named.
    public var firstBadPosition: UInt64? { problems.compactMap { $0.positions?.lowerBound }.min() }

    /// At most so many problems are listed.
    public static let problemCountMax = 100

    mutating func add(_ kind: Problem.Kind, _ positions: Range<UInt64>?, _ detail: String) {
        guard problems.count < Self.problemCountMax else { return }
        problems.append(Problem(kind: kind, positions: positions, detail: detail))
    }
}
