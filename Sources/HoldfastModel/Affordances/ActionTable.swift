extension ActionCode {
    /// How an action is carried out.
    @nonexhaustive
    public enum Handling: Sendable, Equatable {
        /// By the engine: these commands, in this order. Stopping between two leaves nothing broken.
        case commands([OfferedCommand])
        /// By the host, which shows a page, asks, or opens the content.
        case host
    }

    /// Bytes per second; one more than what a slow connection is taken to reach, so that a slow one is too slow for it.
    static let betterDownlink = "125001"

    /// The one place that says what an action means for an item. `goOnline` and `resumeAll` concern all and ignore it.
    ///
    /// - Parameter group: id of the item's group, for `resumeGroup`, which does nothing without one.
    public func handling(item: String, group: String? = nil) -> Handling {
        if isHosted { return .host }
        return Self.commands(requests(item) ?? consent.map { [agree(item, $0)] } ?? steps(item, group))
    }

    /// The host shows a page, asks, or opens the content.
    var isHosted: Bool {
        switch self {
        case .open, .openSignIn, .signIn, .freeSpace, .manageDownloads, .raiseLimit, .chooseStorage, .why: true
        default: false
        }
    }

    static func commands(_ commands: [Command]) -> Handling { .commands(commands.map(OfferedCommand.init)) }

    /// Refused, or in vain, for content that is not to be had.
    var asksForContent: Bool { requests("") != nil }

    private func requests(_ item: String) -> [Command]? {
        switch self {
        case .download: [request(item)]
        case .downloadOverMetered: [request(item, consent: .metered)]
        case .downloadWhileRoaming: [request(item, consent: .roaming)]
        case .downloadInLowData: [request(item, consent: .lowData)]
        case .downloadLarge: [request(item, consent: .large)]
        case .downloadWhenFaster: [set("network.minDownlinkBps", item, Self.betterDownlink), request(item)]
        case .repair: [request(item, reason: .repair)]
        case .update: [request(item, reason: .update)]
        default: nil
        }
    }

    /// What the person agrees to, for the item's present request and no longer.
    private var consent: ConsentKind? {
        switch self {
        case .allowMetered: .metered
        case .allowRoaming: .roaming
        case .allowLowData: .lowData
        case .allowSlow: .slow
        case .confirm: .large
        case .ignoreSchedule: .schedule
        case .ignorePower: .power
        case .downloadOnlyThis: .pause
        default: nil
        }
    }

    private func steps(_ item: String, _ group: String?) -> [Command] {
        switch self {
        case .pause: [.pause(.item(item), until: nil)]
        case .resume: [.resume(.item(item))]
        case .resumeGroup: group.map { [.resume(.group($0))] } ?? []
        case .resumeAll: [.resume(.all)]
        case .retry: [.retry(item: item)]
        // A place is one among items of the same priority.
        case .downloadFirst:
            [.reprioritise(item: item, priority: Intent.priorities.upperBound, place: .first, before: nil)]
        case .goOnline: [.setOfflineMode(false, until: nil)]
        case .waitForUnmetered: [.waitForUnmetered(item: item)]
        case .waitForFaster:
            [agree(item, .slow, isGiven: false), set("network.minDownlinkBps", item, Self.betterDownlink)]
        // What was received stays, shown as "already here" with Discard beside it: a slip of the finger costs nothing.
        case .cancel: [.cancel(item: item, keepsPartial: true)]
        case .discard: [.cancel(item: item, keepsPartial: false)]
        case .remove: [.remove(item: item, reason: .user, isImmediate: false)]
        case .removeAgain: [.remove(item: item, reason: .user, isImmediate: true)]
        case .undo: [.undoRemoval(item: item)]
        default: []
        }
    }

    private func request(
        _ item: String, reason: DownloadReason = .user, consent: ConsentKind? = nil
    ) -> Command {
        var options = RequestOptions()
        options.reason = reason
        options.consents = consent.map { [Consent($0)] } ?? []
        return .request(item: item, options)
    }

    private func agree(_ item: String, _ kind: ConsentKind, isGiven: Bool = true) -> Command {
        .consent(.item(item), Consent(kind), isGiven: isGiven)
    }

    private func set(_ key: String, _ item: String, _ value: String) -> Command {
        .set(key: key, for: .item(item), value: value)
    }
}
