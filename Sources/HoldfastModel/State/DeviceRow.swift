struct DeviceRow: FieldGroup {
    var value = Device()
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "connectivity", &value.connectivity)
        try coder.field(2, "isConnectivityCurrent", &value.isConnectivityCurrent)
        try coder.field(3, "internetSince", &value.internetSince)
        try coder.field(4, "internetSinceAt", &value.internetSinceAt)
        try coder.field(5, "connectivityChangedAt", &value.connectivityChangedAt)
        var offlineMode = value.offlineMode.map { SwitchRow(value: $0) }
        try coder.field(6, "offlineMode", &offlineMode)
        value.offlineMode = offlineMode?.value
        var pausedAll = value.pausedAll.map { SwitchRow(value: $0) }
        try coder.field(7, "pausedAll", &pausedAll)
        value.pausedAll = pausedAll?.value
        var volumes = value.volumes.map { VolumeRow(value: $0) }
        try coder.field(8, "volumes", &volumes)
        value.volumes = volumes.map(\.value)
        var holds = value.hostHolds.map { HostHoldRow(value: $0) }
        try coder.field(9, "hostHolds", &holds)
        value.hostHolds = holds.map(\.value)
        try coder.field(10, "session", &value.session)
        try coder.field(11, "lastSession", &value.lastSession)
        try coder.field(12, "bootID", &value.bootID)
        try coder.field(13, "lastRecordedAt", &value.lastRecordedAt)
        try coder.field(14, "unreadable", &value.unreadable)
        try coder.field(15, "power", &value.power)
        var utcOffset = value.utcOffsetInSeconds == 0 ? nil : value.utcOffsetInSeconds
        try coder.field(16, "utcOffsetInSeconds", &utcOffset)
        value.utcOffsetInSeconds = utcOffset ?? 0
        try coder.consents(17, &value.consents)
    }
}

struct SwitchRow: FieldGroup {
    var value = Device.Switch()
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "until", &value.until)
    }
}

struct VolumeRow: FieldGroup {
    var value = Device.Volume(id: 0)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "id", &value.id)
        try coder.field(2, "isAvailable", &value.isAvailable)
        try coder.field(3, "freeBytes", &value.freeBytes)
        try coder.field(4, "capacityBytes", &value.capacityBytes)
        try coder.field(5, "placed", &value.placed)
    }
}

struct HostHoldRow: FieldGroup {
    var value = Device.HostHold(item: 0, until: 0)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "item", &value.item)
        try coder.field(2, "until", &value.until)
    }
}

struct TotalsRow: FieldGroup {
    var value = Totals()
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "items", &value.items)
        try coder.field(2, "installed", &value.installed)
        try coder.field(3, "usedBytes", &value.usedBytes)
        try coder.field(4, "partialBytes", &value.partialBytes)
        try coder.field(5, "reservedBytes", &value.reservedBytes)
        try coder.field(6, "wanted", &value.wanted)
        try coder.field(7, "running", &value.running)
        try coder.field(8, "failed", &value.failed)
        try coder.field(9, "paused", &value.paused)
        try coder.field(10, "requested", &value.requested)
        try coder.field(11, "completed", &value.completed)
        try coder.field(12, "cancelled", &value.cancelled)
        var letPast = value.letPast == 0 ? nil : value.letPast
        try coder.field(13, "letPast", &letPast)
        value.letPast = letPast ?? 0
    }
}

extension Device {
    package var row: [UInt8] { CBORWriter.bytes { DeviceRow(value: self).encode(into: &$0) } }

    package init(row bytes: UnsafeRawBufferPointer) throws(CodingFailure) {
        let row: DeviceRow = try decodeRow(bytes)
        self = row.value
    }
}

extension Totals {
    package var row: [UInt8] { CBORWriter.bytes { TotalsRow(value: self).encode(into: &$0) } }

    package init(row bytes: UnsafeRawBufferPointer) throws(CodingFailure) {
        let row: TotalsRow = try decodeRow(bytes)
        self = row.value
    }
}
