struct GroupRow: FieldGroup {
    var id = ""
    var details: UInt64?
    var paused: SwitchRow?
    var settingCount: UInt64?
    var consents: [Consent] = []
    var totals = GroupTotalsRow()
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "id", &id)
        try coder.field(2, "details", &details)
        try coder.field(3, "paused", &paused)
        try coder.field(4, "settingCount", &settingCount)
        try coder.consents(5, &consents)
        try coder.field(6, "totals", &totals)
    }
}

struct GroupTotalsRow: FieldGroup {
    var value = GroupTotals()
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "items", &value.items)
        try coder.field(2, "installed", &value.installed)
        try coder.field(3, "damaged", &value.damaged)
        try coder.field(4, "wanted", &value.wanted)
        try coder.field(5, "running", &value.running)
        try coder.field(6, "failed", &value.failed)
        try coder.field(7, "held", &value.held)
        try coder.field(8, "removing", &value.removing)
        try coder.field(9, "usedBytes", &value.usedBytes)
        try coder.field(10, "partialBytes", &value.partialBytes)
        try coder.field(11, "knownBytes", &value.knownBytes)
        try coder.field(12, "unknownSizes", &value.unknownSizes)
    }
}

extension Group {
    package var row: [UInt8] { CBORWriter.bytes { stored.encode(into: &$0) } }

    var stored: GroupRow {
        GroupRow(
            id: id, details: details, paused: paused.map { SwitchRow(value: $0) },
            settingCount: settingCount == 0 ? nil : settingCount, consents: consents,
            totals: GroupTotalsRow(value: totals))
    }

    package init(row bytes: UnsafeRawBufferPointer, number: UInt64) throws(CodingFailure) {
        let row: GroupRow = try decodeRow(bytes)
        self.init(number: number, id: row.id)
        details = row.details
        paused = row.paused?.value
        settingCount = row.settingCount ?? 0
        consents = row.consents
        totals = row.totals.value
    }
}
