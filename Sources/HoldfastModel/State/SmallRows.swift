struct FeatureRow: FieldGroup {
    var needs = Open<FeatureNeed>.known(.nothing)
    var contentItems: [String] = []
    var whenUnmet = Open<WhenUnmet>.known(.disable)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "needs", &needs)
        try coder.field(2, "contentItems", &contentItems)
        try coder.field(3, "whenUnmet", &whenUnmet)
    }
}

struct SettingRow: FieldGroup {
    var value = ""
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "value", &value)
    }
}

extension Feature {
    package var row: [UInt8] {
        let row = FeatureRow(needs: needs, contentItems: contentItems, whenUnmet: whenUnmet)
        return CBORWriter.bytes { row.encode(into: &$0) }
    }

    package init(row bytes: UnsafeRawBufferPointer, id: String) throws(CodingFailure) {
        let row: FeatureRow = try decodeRow(bytes)
        self.init(id: id, needs: row.needs, contentItems: row.contentItems, whenUnmet: row.whenUnmet)
    }
}

extension StateTable {
    static func row(setting value: String) -> [UInt8] {
        CBORWriter.bytes { SettingRow(value: value).encode(into: &$0) }
    }

    /// A setting's value from its row.
    package static func setting(row bytes: UnsafeRawBufferPointer) throws(CodingFailure) -> String {
        let row: SettingRow = try decodeRow(bytes)
        return row.value
    }
}
