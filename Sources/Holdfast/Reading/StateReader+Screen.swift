// What a screen shows besides its items.
extension StateReader {
    /// What the app as a whole shows.
    ///
    /// - Parameter hasShownOffline: The view has told the person that there was no internet; only then is "Back online" news.
    public func indicator(hasShownOffline: Bool = false, phrases: Phrases = Phrases()) throws -> AppIndicator {
        let totals = try totals()
        return appIndicator(
            device: environment(), wanted: totals.wanted, started: totals.running, now: now.wall,
            hasShownOffline: hasShownOffline, phrases: phrases)
    }

    /// Whether a feature of the app can be used now.
    ///
    /// - Parameter savedAt: When the results that a degraded feature would show were saved, in microseconds since 1970 UTC.
    public func availability(
        of feature: Feature, savedAt: Int64? = nil, phrases: Phrases = Phrases()
    ) throws -> FeatureAvailability {
        var failure: (any Error)?
        let availability = HoldfastModel.availability(
            of: feature, device: environment(),
            isInstalled: { id in
                do {
                    return try item(id)?.isUsable(on: environment(), at: now.wall) ?? false
                } catch {
                    failure = error
                    return false
                }
            }, savedAt: savedAt, now: now.wall, phrases: phrases)
        if let failure { throw failure }
        return availability
    }

    /// What a screen shows for a group as a whole; `nil` when no such group was ever defined. Linear in the group's items.
    public func groupSummary(of id: String, phrases: Phrases = Phrases()) throws -> GroupSummary? {
        guard let number = try view.number(ofGroup: id), let group = try view.group(number) else { return nil }
        var context = try GroupContext(of: group, in: view, now: now.wall)
        context.phrases = phrases
        return HoldfastModel.groupSummary(context)
    }

    /// The head of the one place where people manage what is offline.
    public func storageSummary(phrases: Phrases = Phrases()) throws -> StorageSummary {
        let report = try storage()
        return HoldfastModel.storageSummary(
            totals: try totals(), device: environment(), quotaBytes: report.quotaBytes,
            keepFreeBytes: report.keepFreeBytes, phrases: phrases)
    }
}
