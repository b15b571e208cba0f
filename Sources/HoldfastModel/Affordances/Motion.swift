/// What moves on a screen because something happened: data, from which a host makes a morph, or a cross-fade where the
/// person wants less motion. It ends in the icon that the item shows, so leaving it out shows the same.
public struct Motion: Sendable, Equatable {
    public var kind: Kind
    /// Position of the event that it plays for, and plays once: the `contentPublished` or the `deletionRequested`. A view
    /// that moves its cursor there has seen it.
    public var position: UInt64
    public var from: Icon
    /// Passed on the way: the ring, full.
    public var through: Icon?
    public var to: Icon

    @nonexhaustive
    public enum Kind: String, Sendable, CaseIterable {
        /// The pin comes: the content is available offline now.
        case appear
        /// The pin goes: the same morph backwards.
        case disappear
    }
}

extension ItemFacts {
    /// Only what happened after the view's cursor moves. A view without a cursor has just begun to show the item.
    func motion(of row: AffordanceRow, to icon: Icon?) -> Motion? {
        guard let cursor = context.cursor, let icon, let installed = item.installed else { return nil }
        switch item.removal {
        case .pending(let requested, _, _), .running(let requested, _):
            // A pin that the view never showed cannot go.
            let hadPin = installed.isSound && !isStorageAway && !isExpired && installed.published <= cursor
            guard hadPin, requested > cursor else { return nil }
            return Motion(kind: .disappear, position: requested, from: Icon(.offlinePin), to: icon)
        // The file is still there: nothing went.
        case .failed: return nil
        // Never because all bytes are here: that is a fact only once the file is proven and in its place.
        case .none:
            // Nor for a file that the person had already: nothing came.
            guard row.showsOffline, !installed.isImported, installed.published > cursor else { return nil }
            return Motion(
                kind: .appear, position: installed.published, from: Icon(.download),
                through: Icon(.downloading, .ring), to: icon)
        }
    }
}
