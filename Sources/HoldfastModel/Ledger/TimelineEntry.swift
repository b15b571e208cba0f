/// The environment as it was from one record on, until the next entry.
public struct TimelineEntry: FieldGroup {
    /// Of the record that changed it.
    public var position: UInt64 = 0
    /// Microseconds since 1970 UTC.
    public var recordedAt: Int64 = 0
    /// False at rest, and in a session that has observed nothing yet: what is told of the network is then only what was known last.
    public var isCurrent = false
    public var isSessionOpen = false
    /// `nil` before anything was known of a network; so are the other properties of the network.
    public var link: Open<Link>?
    public var isValidated: Bool?
    public var isCaptive: Bool?
    public var isMetered: Bool?
    public var isRoaming: Bool?
    public var isLowData: Bool?
    public var quality: Open<Quality>?
    public var isIntermittent: Bool?
    /// Of the first interface.
    public var network: Open<InterfaceKind>?
    /// The user's own switch.
    public var isOfflineMode = false
    /// The end of "work offline"; `nil` without one.
    public var offlineUntil: Int64?
    public var powerSource: Open<PowerSource>?
    /// 0...10000 of a full battery.
    public var levelInBasisPoints: Int64?
    public var isLowPowerMode: Bool?
    /// Volumes that are not there.
    public var missingVolumes: [UInt64] = []
    /// East of Greenwich is positive.
    public var utcOffsetInSeconds: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "recordedAt", &recordedAt)
        try coder.field(2, "isCurrent", &isCurrent)
        try coder.field(3, "isSessionOpen", &isSessionOpen)
        try coder.field(4, "link", &link)
        try coder.field(5, "isValidated", &isValidated)
        try coder.field(6, "isCaptive", &isCaptive)
        try coder.field(7, "isMetered", &isMetered)
        try coder.field(8, "isRoaming", &isRoaming)
        try coder.field(9, "isLowData", &isLowData)
        try coder.field(10, "quality", &quality)
        try coder.field(11, "isIntermittent", &isIntermittent)
        try coder.field(12, "network", &network)
        try coder.field(13, "isOfflineMode", &isOfflineMode)
        try coder.field(14, "offlineUntil", &offlineUntil)
        try coder.field(15, "powerSource", &powerSource)
        try coder.field(16, "levelInBasisPoints", &levelInBasisPoints)
        try coder.field(17, "isLowPowerMode", &isLowPowerMode)
        try coder.field(18, "missingVolumes", &missingVolumes)
        try coder.field(19, "utcOffsetInSeconds", &utcOffsetInSeconds)
    }
}

extension TimelineEntry {
    init(_ device: Device, after head: borrowing RecordHead) {
        position = head.position
        recordedAt = head.recordedAt
        isCurrent = device.isConnectivityCurrent
        isSessionOpen = device.session != nil
        if let known = device.connectivity {
            link = known.link
            isValidated = known.isValidated
            isCaptive = known.isCaptive
            isMetered = known.isMetered
            isRoaming = known.isRoaming
            isLowData = known.isLowData
            quality = known.quality
            isIntermittent = known.isIntermittent
            network = known.interfaces.first?.kind
        }
        isOfflineMode = device.offlineMode != nil
        offlineUntil = device.offlineMode?.until
        powerSource = device.power?.source
        levelInBasisPoints = device.power?.levelInBasisPoints
        isLowPowerMode = device.power?.isLowPowerMode
        missingVolumes = device.volumes.filter { !$0.isAvailable }.map(\.id)
        utcOffsetInSeconds = device.utcOffsetInSeconds
    }
}

extension TimelineEntry: LedgerRow {
    package static var table: StateTable { .timeline }
    package var key: UInt64 { position }

    package var row: [UInt8] { CBORWriter.bytes { encode(into: &$0) } }

    package init(row: UnsafeRawBufferPointer, key: [UInt8]) throws {
        self = try decodeRow(row)
        position = try StateTable.position(key: key)
    }

    package static func rows(in ledger: borrowing Ledger) -> [TimelineEntry] { ledger.timeline }
    package static func row(_ key: UInt64, in ledger: borrowing Ledger) -> TimelineEntry? {
        let index = ledger.timeline.partitioningIndex { $0.position >= key }
        guard index < ledger.timeline.count, ledger.timeline[index].position == key else { return nil }
        return ledger.timeline[index]
    }
}
