/// Limits on what an app may say about an item.
enum CatalogueLimit {
    static let idByteCountMax = 255
    static let textByteCountMax = 1_024
    static let sourceCountMax = 16
}

extension Decider {
    mutating func register(_ registration: Registration) throws {
        try checkID(registration.id)
        try check(registration)
        if registration.sources.isEmpty, registration.isDownloadable ?? true {
            throw Refusal(
                .invalidSource,
                "Item \"\(registration.id)\" names no source. Give an http or https address, or register it as not downloadable."
            )
        }
        if let number = try state.number(ofItem: registration.id) {
            guard let standing = try state.item(number) else { return }
            if standing.catalogue.isWithdrawn { return try amend(registration.id, registration, isBack: true) }
            guard try isSame(registration, as: standing) else {
                throw Refusal(
                    .idInUse,
                    "The id \"\(registration.id)\" belongs to an item that was registered with other content. "
                        + "Amend that item, or choose another id.")
            }
            return note(.alreadyRegistered)
        }
        let event = filled(ItemRegistered()) {
            $0.mediaType = registration.mediaType
            $0.expectedBytes = registration.expectedBytes
            $0.expectedDigest = registration.expectedDigest
            $0.version = registration.version
            $0.expiresAt = registration.expiresAt
            $0.isDownloadable = registration.isDownloadable ?? true
        }
        add(.newItem(registration.id), .itemRegistered(event), privatePart: try privatePart(of: registration))
    }

    /// - Parameter isBack: the item was withdrawn and is offered again.
    mutating func amend(_ id: String, _ registration: Registration, isBack: Bool = false) throws {
        let item = try item(id)
        try check(registration)
        let old = item.catalogue
        let event = filled(ItemAmended()) {
            $0.mediaType = changed(registration.mediaType, old.mediaType)
            $0.expectedBytes = changed(registration.expectedBytes, old.expectedBytes)
            $0.expectedDigest = changed(registration.expectedDigest, old.expectedDigest)
            $0.version = changed(registration.version, old.version)
            $0.expiresAt = changed(registration.expiresAt, old.expiresAt)
            $0.isDownloadable = changed(registration.isDownloadable, old.isDownloadable)
            $0.isWithdrawn = isBack ? false : nil
        }
        let standing = try state.details(of: item) ?? PrivatePart()
        let kept = try Settings(of: nil, in: state).logURLs
        let details = filled(standing) {
            if !registration.sources.isEmpty { $0.put(registration.sources, keeping: kept) }
            $0.title = registration.title ?? $0.title
            $0.suggestedName = registration.suggestedName ?? $0.suggestedName
        }
        let hasNewDetails = details != standing
        guard event != ItemAmended() || hasNewDetails else { return note(.unchanged) }
        let position = add(item, .itemAmended(event), privatePart: hasNewDetails ? details : nil)
        // Another source or another promise is what a download that failed for its source waits for.
        guard case .failed(_, .known(.source)) = item.transfer, let intent = item.intent else { return }
        addRetry(item, intent, cause: position)
    }

    private func changed<Value: Equatable>(_ new: Value?, _ old: Value?) -> Value? { new == old ? nil : new }

    private func isSame(_ registration: Registration, as item: Item) throws -> Bool {
        let old = item.catalogue
        let details = try state.details(of: item)
        guard try details == privatePart(of: registration, abridgedAs: details) else { return false }
        return old.mediaType == registration.mediaType && old.expectedBytes == registration.expectedBytes
            && old.expectedDigest == registration.expectedDigest && old.version == registration.version
            && old.expiresAt == registration.expiresAt && old.isDownloadable == registration.isDownloadable ?? true
    }

    /// What the log keeps of it, and `nil` when nothing personal is known.
    ///
    /// - Parameter standing: abridges as this was abridged, whatever the setting has become since.
    private func privatePart(
        of registration: Registration, abridgedAs standing: PrivatePart? = nil
    ) throws -> PrivatePart? {
        guard !registration.sources.isEmpty || registration.title != nil || registration.suggestedName != nil else {
            return nil
        }
        let kept = try standing?.keptURLs ?? Settings(of: nil, in: state).logURLs
        return filled(PrivatePart()) {
            $0.put(registration.sources, keeping: kept)
            $0.title = registration.title
            $0.suggestedName = registration.suggestedName
        }
    }

    func checkID(_ id: String) throws {
        guard (1...CatalogueLimit.idByteCountMax).contains(id.utf8.count) else {
            throw Refusal(
                .invalidIdentifier,
                "An id has 1...\(CatalogueLimit.idByteCountMax) bytes of UTF-8, this one has \(id.utf8.count). Choose a shorter one."
            )
        }
        guard id.unicodeScalars.allSatisfy({ !$0.properties.generalCategory.isControl }) else {
            throw Refusal(.invalidIdentifier, "An id holds no control characters or line breaks. Choose one without.")
        }
    }

    private func check(_ registration: Registration) throws {
        guard registration.sources.count <= CatalogueLimit.sourceCountMax else {
            throw Refusal(
                .valueOutOfRange,
                "An item has at most \(CatalogueLimit.sourceCountMax) sources, these are \(registration.sources.count)."
            )
        }
        for (index, source) in registration.sources.enumerated() {
            do {
                _ = try SourceAddress(source)
            } catch {
                throw Refusal(
                    .invalidSource, "Source \(index) of item \"\(registration.id)\" cannot be used: \(error.sentence)")
            }
        }
        let texts = [
            ("title", registration.title), ("suggested name", registration.suggestedName),
            ("media type", registration.mediaType), ("version", registration.version),
        ]
        for (name, text) in texts where text?.utf8.count ?? 0 > CatalogueLimit.textByteCountMax {
            throw Refusal(
                .valueOutOfRange, "The \(name) has at most \(CatalogueLimit.textByteCountMax) bytes. Shorten it.")
        }
        if let bytes = registration.expectedBytes, bytes < 0 {
            throw Refusal(
                .valueOutOfRange,
                "The expected size is \(bytes) bytes, which is less than 0. Leave it out when unknown.")
        }
    }
}

extension PrivatePart {
    fileprivate mutating func put(_ sources: [String], keeping kept: Settings.LogURLs) {
        self.sources = sources.map(kept.kept)
        isAbridged = kept == .full || sources.isEmpty ? nil : true
    }

    /// `nil` without sources, which could have been kept in any way.
    fileprivate var keptURLs: Settings.LogURLs? {
        guard let first = sources.first else { return nil }
        return isAbridged ?? false ? (first.isEmpty ? Settings.LogURLs.none : .host) : .full
    }
}

extension Settings.LogURLs {
    /// What the log keeps of an address that can be used.
    fileprivate func kept(_ address: String) -> String {
        switch self {
        case .full: address
        case .host: (try? SourceAddress(address)).map { "\($0.origin)/" } ?? ""
        case .none: ""
        }
    }
}

extension Unicode.GeneralCategory {
    /// Control characters, and the two characters that only break lines.
    var isControl: Bool { self == .control || self == .lineSeparator || self == .paragraphSeparator }
}

extension SourceAddress.Failure {
    /// Says what is wrong without repeating the address, which is personal.
    var sentence: String {
        switch self {
        case .tooLong: "an address has at most \(SourceAddress.byteCountMax) bytes."
        case .illegalCharacter: "it holds a space, a backslash or a character that is not ASCII. Percent-encode those."
        case .unsupportedScheme: "only http:// and https:// addresses can be downloaded."
        case .missingHost: "it names no host."
        case .invalidHost: "its host is not a name or an address."
        case .invalidPort: "its port is not a number of 1...65535."
        case .credentials:
            "it holds a user name or password, which would be recorded. Give credentials to the request authorizer instead."
        }
    }
}
