/// Where an item's file is, or why there is none to use.
enum ContentLocation: Equatable {
    case usable(path: String)
    /// Nothing is installed, or it is known to be unusable.
    case none(reason: String)
    /// Installed, and found missing just now.
    case missing(reason: String)
    /// Installed, and found to be something else just now.
    case corrupted(reason: String, expected: String, actual: String)
    /// Installed on a volume that is not connected.
    case away(reason: String)
    /// The time up to which it may be used has passed.
    case expired(Refusal)

    /// - Parameter now: in microseconds since 1970 UTC.
    init(of item: Item, in places: ContentPlaces, _ privateParts: PrivateParts, at now: Int64) throws {
        guard let installed = item.installed else {
            self = .none(reason: "item \(item.id) is not downloaded; request it first")
            return
        }
        guard item.removal == .none else {
            self = .none(reason: "item \(item.id) is being removed; undo the removal to use it")
            return
        }
        if let refusal = Refusal(expired: item, at: now) {
            self = .expired(refusal)
            return
        }
        guard let file = try places.file(of: installed, privateParts) else {
            self = .none(reason: "the path of item \(item.id) was erased")
            return
        }
        guard file.volume.isPresent, let root = try file.volume.openIfPresent() else {
            self = .away(reason: "item \(item.id) cannot be used now: \(file.volume.absence)")
            return
        }
        self = try Self.look(at: file.path, of: item, installed, in: root)
    }

    private static func look(
        at path: ContentPath, of item: Item, _ installed: Installed, in root: ContentRoot
    ) throws -> ContentLocation {
        guard let status = try root.status(of: path) else {
            let reason = "the file of item \(item.id) is missing; request the item again"
            return installed.isMissing ? .none(reason: reason) : .missing(reason: reason)
        }
        let reason = "the file of item \(item.id) is damaged; request the item again"
        if installed.isCorrupt { return .none(reason: reason) }
        guard status.isRegular, status.bytes == installed.bytes else {
            return .corrupted(reason: reason, expected: "\(installed.bytes)", actual: "\(status.bytes)")
        }
        return .usable(path: root.absolutePath(of: path))
    }
}
