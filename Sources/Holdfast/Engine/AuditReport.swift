/// What `OfflineEngine.audit` found.
public struct AuditReport: Sendable, Equatable {
    public var scope: AuditScope
    /// What the log's own check found; `nil` where only content was asked for.
    public var log: StoreVerification?
    /// Installed files whose bytes were hashed, those that were missing included.
    public var itemsChecked: UInt64 = 0
    public var bytesChecked: Int64 = 0
    /// Ids of items whose file was found missing.
    public var missing: [String] = []
    /// Ids of items whose file has other bytes than were proven, or cannot be read.
    public var damaged: [String] = []
    /// Position of the `auditCompleted`.
    public var position: UInt64 = 0

    public var problemCount: Int { missing.count + damaged.count + (log?.problems.count ?? 0) }
    public var isSound: Bool { problemCount == 0 }

    init(_ scope: AuditScope) { self.scope = scope }
}
