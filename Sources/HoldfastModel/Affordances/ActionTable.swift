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
    public func handling(item: String) -> Handling {
        switch self {
        case .open, .openSignIn, .signIn, .confirm, .freeSpace, .manageDownloads, .raiseLimit, .chooseStorage, .why:
            .host
        default:
            .commands((requests(item) ?? settings(item) ?? steps(item)).map(OfferedCommand.init))
        }
    }

    /// Refused, or in vain, for content that is not to be had.
    var asksForContent: Bool { requests("") != nil }

    private func requests(_ item: String) -> [Command]? {
        switch self {
        case .download: [request(item)]
        // The dearer a connection, the more its permission takes in: one consent must be enough to start.
        case .downloadOverMetered:
            [set("network.allowLowData", item, "true"), request(item, allowsMetered: true)]
        case .downloadWhileRoaming:
            ["network.allowRoaming", "network.allowLowData"].map { set($0, item, "true") }
                + [request(item, allowsMetered: true)]
        case .downloadInLowData: [set("network.allowLowData", item, "true"), request(item)]
        case .downloadWhenFaster: [set("network.minDownlinkBps", item, Self.betterDownlink), request(item)]
        case .repair: [request(item, reason: .repair)]
        case .update: [request(item, reason: .update)]
        default: nil
        }
    }

    private func settings(_ item: String) -> [Command]? {
        switch self {
        case .allowMetered: [set("network.allowMetered", item, "true")]
        case .allowUnknownMetered: [set("network.unknownMetered", item, "allow")]
        case .allowRoaming: [set("network.allowRoaming", item, "true")]
        case .allowLowData: [set("network.allowLowData", item, "true")]
        case .allowSlow: [set("network.minDownlinkBps", item, "0")]
        // The request's own permission goes with the setting.
        case .waitForUnmetered:
            ["network.allowMetered", "network.allowRoaming", "network.allowLowData"].map { set($0, item, "false") }
        case .waitForFaster: [set("network.minDownlinkBps", item, Self.betterDownlink)]
        case .ignoreSchedule: [set("schedule.windows", item, "[]")]
        case .ignoreCharging: [set("power.needsCharging", item, "false")]
        default: nil
        }
    }

    private func steps(_ item: String) -> [Command] {
        switch self {
        case .pause: [.pause(.item(item), until: nil)]
        case .resume: [.resume(.item(item))]
        case .resumeAll: [.resume(.all)]
        case .retry: [.retry(item: item)]
        // A place is one among items of the same priority.
        case .downloadFirst:
            [.reprioritise(item: item, priority: Intent.priorities.upperBound, place: .first, before: nil)]
        case .goOnline: [.setOfflineMode(false, until: nil)]
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
        _ item: String, reason: DownloadReason = .user, allowsMetered: Bool? = nil
    ) -> Command {
        var options = RequestOptions()
        options.reason = reason
        options.allowsMetered = allowsMetered
        return .request(item: item, options)
    }

    private func set(_ key: String, _ item: String, _ value: String) -> Command {
        .set(key: key, for: .item(item), value: value)
    }
}
