internal import HoldfastLog

/// What is derived from the log and kept in a table, known by its name.
///
/// All can be read at any position, and are built anew from the records: together, since all tables cover one position. That is done by
/// `EngineOptions.rebuildsTables`, and by itself where a table is of another version, is missing, or has a row that cannot be read.
public struct Projection: Sendable, Hashable {
    public let name: String
    package let table: StateTable

    /// Goes up when the fold or the rows change.
    public var version: Int { table.version }
    /// The table's name in the file.
    public var storedName: String { table.storedName }

    /// Host statistics are read from `attempts`.
    public static let all = StateTable.allCases.map { Projection($0) }

    public static func named(_ name: String) -> Projection? { all.first { $0.name == name } }

    init(_ table: StateTable) {
        self.table = table
        name =
            switch table {
            case .index: "queue"
            case .device: "environment"
            case .items, .settings, .features, .groups, .timeline, .usage, .attempts, .deletions: table.name
            }
    }
}

/// What is stored of a projection.
public struct StoredProjection: Sendable, Equatable {
    public let projection: Projection
    /// Number of records that its rows are a fold of; the rest is folded over it when it is read.
    public let recordCount: UInt64
    public let rowCount: UInt64
    /// 64 hexadecimal digits. The same rows have the same, whoever made them and when; see Format.
    public let fingerprint: String
}

extension OfflineStore {
    /// All projections as they are stored, from one snapshot.
    public func projections() throws(HoldfastError) -> [StoredProjection] {
        do {
            return try log.lend { snapshot in
                try Projection.all.map { projection in
                    let state = try snapshot.state(ofTable: projection.table.rawValue)
                    return StoredProjection(
                        projection: projection, recordCount: state.coveredCount, rowCount: state.rowCount,
                        fingerprint: TextForm.hex(state.fingerprint.bytes))
                }
            }
        } catch {
            throw HoldfastError(error)
        }
    }
}
