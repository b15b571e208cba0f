/// Where an item's file is, or why there is none to use.
enum ContentLocation: Equatable {
    case usable(path: String)
    /// Nothing is installed, or it is known to be unusable.
    case none(reason: String)
    /// Installed, and found missing just now.
    case missing(reason: String)
    /// Installed, and found to be something else just now.
    case corrupted(reason: String, expected: String, actual: String)
    /// The time up to which it may be used has passed.
    case expired(Refusal)

    /// - Parameter now: in microseconds since 1970 UTC.
    init(of item: Item, in root: ContentRoot, _ privateParts: PrivateParts, at now: Int64) throws {
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
        guard let path = try privateParts.contentPath(at: installed.published) else {
            self = .none(reason: "the path of item \(item.id) was erased")
            return
        }
        guard root.isPresent() else {
            self = .none(reason: "the storage of item \(item.id) is not connected: \(root.path)")
            return
        }
        self = try Self.look(at: path, of: item, installed, in: root)
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
