// Environment: the subject is `device`.

/// The published, damped state of the network.
public struct ConnectivityChanged: EventPayload {
    public static let type = EventType.connectivityChanged
    public var link: Open<Link> = .known(.none)
    /// A probe or a finished transfer proved the internet; absent when nothing did.
    public var isValidated: Bool?
    public var isCaptive: Bool?
    public var interfaces: [Interface] = []
    /// Absent when unknown.
    public var isMetered: Bool?
    public var isLowData: Bool?
    public var isRoaming: Bool?
    public var quality: Open<Quality>?
    public var isIntermittent: Bool = false
    /// Changes seen since the last such event, damped ones included.
    public var rawChanges: UInt64 = 0
    public var source: Open<ObservationSource> = .known(.system)
    /// How long the state had stood when it was published.
    public var settledInMilliseconds: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "link", &link)
        try coder.field(2, "isValidated", &isValidated)
        try coder.field(3, "isCaptive", &isCaptive)
        try coder.field(4, "interfaces", &interfaces)
        try coder.field(5, "isMetered", &isMetered)
        try coder.field(6, "isLowData", &isLowData)
        try coder.field(7, "isRoaming", &isRoaming)
        try coder.field(8, "quality", &quality)
        try coder.field(9, "isIntermittent", &isIntermittent)
        try coder.field(10, "rawChanges", &rawChanges)
        try coder.field(11, "source", &source)
        try coder.field(12, "settledInMilliseconds", &settledInMilliseconds)
    }
}

/// The user's own "work offline" switch.
public struct OfflineModeSet: EventPayload {
    public static let type = EventType.offlineModeSet
    public var isEnabled: Bool = false
    /// Microseconds since 1970 UTC.
    public var until: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "isEnabled", &isEnabled)
        try coder.field(2, "until", &until)
    }
}

/// Written only when a threshold is crossed.
public struct StorageMeasured: EventPayload {
    public static let type = EventType.storageMeasured
    public var volume: UInt64 = 0
    public var freeBytes: Int64 = 0
    public var capacityBytes: Int64 = 0
    public var contentBytes: Int64 = 0
    public var partialBytes: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "volume", &volume)
        try coder.field(2, "freeBytes", &freeBytes)
        try coder.field(3, "capacityBytes", &capacityBytes)
        try coder.field(4, "contentBytes", &contentBytes)
        try coder.field(5, "partialBytes", &partialBytes)
    }
}

public struct VolumeAvailabilityChanged: EventPayload {
    public static let type = EventType.volumeAvailabilityChanged
    public var volume: UInt64 = 0
    public var isAvailable: Bool = true
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "volume", &volume)
        try coder.field(2, "isAvailable", &isAvailable)
    }
}

/// What a feature of the app needs, so that its availability can be told.
public struct FeatureDeclared: EventPayload {
    public static let type = EventType.featureDeclared
    public var featureID: String = ""
    public var needs: Open<FeatureNeed> = .known(.nothing)
    /// Item ids whose content the feature needs.
    public var contentItems: [String] = []
    public var whenUnmet: Open<WhenUnmet> = .known(.disable)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "featureID", &featureID)
        try coder.field(2, "needs", &needs)
        try coder.field(3, "contentItems", &contentItems)
        try coder.field(4, "whenUnmet", &whenUnmet)
    }
}

/// What the device runs on.
public struct PowerChanged: EventPayload {
    public static let type = EventType.powerChanged
    public var source: Open<PowerSource> = .known(.external)
    /// 0...10000 of a full battery; absent where the device has none.
    public var levelInBasisPoints: Int64?
    /// The person's or the system's own battery saver.
    public var isLowPowerMode: Bool = false
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "source", &source)
        try coder.field(2, "levelInBasisPoints", &levelInBasisPoints)
        try coder.field(3, "isLowPowerMode", &isLowPowerMode)
    }
}

/// How the device's local time stands to UTC. Windows of `schedule.windows` are local times.
public struct TimeZoneChanged: EventPayload {
    public static let type = EventType.timeZoneChanged
    /// East of Greenwich is positive.
    public var utcOffsetInSeconds: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "utcOffsetInSeconds", &utcOffsetInSeconds)
    }
}
