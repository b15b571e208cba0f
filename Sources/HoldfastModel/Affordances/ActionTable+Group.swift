extension ActionCode {
    /// The one place that says what an action of a `GroupSummary` means for the group; `nil` for an action that no group offers.
    ///
    /// An order to a group goes to each of its items; what one item refuses holds up no other, so that none of these is ever refused while
    /// there is such a group.
    public func handling(group: String) -> Handling? {
        if isHosted { return .host }
        return groupSteps(group).map(Self.commands)
    }

    private func groupSteps(_ group: String) -> [Command]? {
        switch self {
        case .download: [.eachMember(group: group, .request(RequestOptions()), after: nil)]
        case .repair:
            [.eachMember(group: group, .request(filled(RequestOptions()) { $0.reason = .repair }), after: nil)]
        case .pause: [.pause(.group(group), until: nil)]
        // Items that are held one by one, in a group that is not paused itself.
        case .resume: [.eachMember(group: group, .resume, after: nil)]
        case .resumeGroup: [.resume(.group(group))]
        case .resumeAll: [.resume(.all)]
        case .goOnline: [.setOfflineMode(false, until: nil)]
        case .retry: [.eachMember(group: group, .retry, after: nil)]
        case .cancel: [.eachMember(group: group, .cancel(keepsPartial: true), after: nil)]
        case .remove: [.eachMember(group: group, .remove(isImmediate: false), after: nil)]
        default: nil
        }
    }
}
