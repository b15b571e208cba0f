// The stored form of an item. A row is written anew whenever the table's version changes, so its keys may change with the version.

struct ItemRow: FieldGroup {
    var id = ""
    var catalogue = CatalogueRow()
    var intent: IntentRow?
    var installed: InstalledRow?
    var staging: StagingRow?
    var transfer: TransferRow?
    var removal: RemovalRow?
    var settingCount: UInt64?
    var group: UInt64?
    var isPinned: Bool?
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "id", &id)
        try coder.field(2, "catalogue", &catalogue)
        try coder.field(3, "intent", &intent)
        try coder.field(4, "installed", &installed)
        try coder.field(5, "staging", &staging)
        try coder.field(6, "transfer", &transfer)
        try coder.field(7, "removal", &removal)
        try coder.field(8, "settingCount", &settingCount)
        try coder.field(9, "group", &group)
        try coder.field(10, "isPinned", &isPinned)
    }
}

struct CatalogueRow: FieldGroup {
    var value = Catalogue()
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "details", &value.details)
        try coder.field(2, "mediaType", &value.mediaType)
        try coder.field(3, "expectedDigest", &value.expectedDigest)
        try coder.field(4, "version", &value.version)
        try coder.field(5, "expiresAt", &value.expiresAt)
        try coder.field(6, "isDownloadable", &value.isDownloadable)
        try coder.field(7, "size", &value.size)
        try coder.field(8, "isSizeExact", &value.isSizeExact)
        try coder.field(9, "expectedBytes", &value.expectedBytes)
        var withdrawn = value.isWithdrawn ? true : nil
        try coder.field(10, "isWithdrawn", &withdrawn)
        value.isWithdrawn = withdrawn ?? false
        try coder.field(11, "etag", &value.etag)
    }
}

struct IntentRow: FieldGroup {
    var value = Intent(request: 0, reason: .known(.user), priority: 0, place: 0)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "request", &value.request)
        try coder.field(2, "reason", &value.reason)
        try coder.field(3, "priority", &value.priority)
        try coder.field(4, "place", &value.place)
        try coder.field(5, "room", &value.room)
        try coder.field(6, "notBefore", &value.notBefore)
        try coder.field(7, "deadline", &value.deadline)
        try coder.field(8, "allowsMetered", &value.allowsMetered)
        try coder.field(9, "attempts", &value.attempts)
        try coder.field(10, "failures", &value.failures)
        try coder.field(11, "bytesAtFailure", &value.bytesAtFailure)
        try coder.field(12, "stalls", &value.stalls)
        try coder.field(13, "restarts", &value.restarts)
        try coder.field(14, "mismatches", &value.mismatches)
        try coder.field(15, "lastFailure", &value.lastFailure)
        try coder.consents(16, &value.consents)
    }
}

struct InstalledRow: FieldGroup {
    var value = Installed(
        bytes: 0, digest: Digest(), trust: .known(.expected), publishedAt: 0, published: 0, volume: 0)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "bytes", &value.bytes)
        try coder.field(2, "digest", &value.digest)
        try coder.field(3, "trust", &value.trust)
        try coder.field(4, "publishedAt", &value.publishedAt)
        try coder.field(5, "published", &value.published)
        try coder.field(6, "volume", &value.volume)
        try coder.field(7, "version", &value.version)
        try coder.field(8, "isMissing", &value.isMissing)
        try coder.field(9, "isCorrupt", &value.isCorrupt)
        try coder.field(10, "validator", &value.validator)
        try coder.field(11, "openedAt", &value.openedAt)
        var imported = value.isImported ? true : nil
        try coder.field(12, "isImported", &imported)
        value.isImported = imported ?? false
    }
}

struct StagingRow: FieldGroup {
    var value = Staging(durableBytes: 0)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "durableBytes", &value.durableBytes)
        try coder.field(2, "total", &value.total)
        try coder.field(3, "validator", &value.validator)
    }
}

extension Item {
    package var row: [UInt8] { CBORWriter.bytes { stored.encode(into: &$0) } }

    var stored: ItemRow {
        ItemRow(
            id: id, catalogue: CatalogueRow(value: catalogue), intent: intent.map { IntentRow(value: $0) },
            installed: installed.map { InstalledRow(value: $0) }, staging: staging.map { StagingRow(value: $0) },
            transfer: TransferRow(transfer), removal: RemovalRow(removal),
            settingCount: settingCount == 0 ? nil : settingCount, group: group, isPinned: isPinned ? true : nil)
    }

    package init(row bytes: UnsafeRawBufferPointer, number: UInt64) throws(CodingFailure) {
        let row: ItemRow = try decodeRow(bytes)
        self.init(number: number, id: row.id)
        catalogue = row.catalogue.value
        intent = row.intent?.value
        installed = row.installed?.value
        staging = row.staging?.value
        transfer = try row.transfer?.value() ?? .idle
        removal = try row.removal?.value() ?? .none
        settingCount = row.settingCount ?? 0
        group = row.group
        isPinned = row.isPinned ?? false
    }
}

/// Reads a whole row.
func decodeRow<Row: FieldGroup>(_ bytes: UnsafeRawBufferPointer) throws(CodingFailure) -> Row {
    var reader = CBORReader(bytes)
    let row = try Row(from: &reader)
    guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
    return row
}
