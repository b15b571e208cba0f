/// Whether a feature of the app can be used now, and how a screen says so.
public struct FeatureAvailability: Sendable, Equatable {
    public var state: State
    public var icon: Icon?
    public var label: String?
    public var detail: String?
    /// Label and detail with units spelled out: "No internet. Showing saved results, 3 hours old". Empty where nothing is
    /// to be said.
    public var accessibilityText = ""

    @nonexhaustive
    public enum State: String, Sendable, CaseIterable {
        case enabled, disabled
        /// Works on what is saved.
        case degraded
        /// Takes orders, and carries them out when connected.
        case queued
        case hidden
    }

    public var isUsable: Bool { state != .disabled && state != .hidden }
}

/// The availability of a feature.
///
/// - Parameters:
///   - feature: What the app declared.
///   - device: The state that the availability is about.
///   - isInstalled: Whether the item with this id stands on the device, proven and usable.
///   - savedAt: When the results that a degraded feature would show were saved, in microseconds since 1970 UTC.
///   - now: Microseconds since 1970 UTC.
///   - phrases: The words to say it in.
public func availability(
    of feature: Feature, device: Device, isInstalled: (String) -> Bool, savedAt: Int64? = nil, now: Int64,
    phrases: Phrases = Phrases()
) -> FeatureAvailability {
    let situation = NetworkSituation(device)
    let isOfflineMode = device.offlineMode?.isOn(at: now) ?? false
    let isAway = isOfflineMode || (situation != .unknown && situation != .internet)
    // A need that only a newer program knows is taken for the strictest one.
    switch feature.needs.known ?? .internet {
    case .nothing: return isAway ? worksOffline(phrases) : FeatureAvailability(state: .enabled)
    case .content where feature.contentItems.allSatisfy(isInstalled): return worksOffline(phrases)
    case .localNetwork where situation != .offline: return FeatureAvailability(state: .enabled)
    case .internet where !isAway, .content where !isAway: return FeatureAvailability(state: .enabled)
    // Missing content can only come over the internet: nothing to show, nothing to send.
    case .content: return unmet(.disable, situation, nil, phrases)
    case .localNetwork, .internet:
        let age = savedAt.map { max(0, now.clampedDifference($0)) }
        return unmet(feature.whenUnmet.known ?? .disable, situation, age, phrases)
    }
}

private func worksOffline(_ phrases: Phrases) -> FeatureAvailability {
    shown(.enabled, .offlinePin, .offline, nil, phrases)
}

private func unmet(
    _ reaction: WhenUnmet, _ situation: NetworkSituation, _ age: Int64?, _ phrases: Phrases
) -> FeatureAvailability {
    // While the internet is usable, only the person's own switch stands in the way.
    let reason: PhraseKey = situation == .internet || situation == .unknown ? .appOfflineMode : .noInternet
    switch reaction {
    case .disable: return shown(.disabled, .cloudOff, reason, nil, phrases)
    case .degrade:
        let saved = age.map { Part(.featureSavedAge, .duration($0, .down)) } ?? Part(.featureSaved)
        return shown(.degraded, .cloudOff, reason, saved, phrases)
    case .queue: return shown(.queued, .cloudOff, reason, Part(.featureQueued), phrases)
    case .hide: return FeatureAvailability(state: .hidden)
    }
}

private func shown(
    _ state: FeatureAvailability.State, _ symbol: Icon.Symbol, _ label: PhraseKey, _ detail: Part?, _ phrases: Phrases
) -> FeatureAvailability {
    FeatureAvailability(
        state: state, icon: Icon(symbol), label: phrases.text(label), detail: detail.map { phrases.text($0) },
        accessibilityText: phrases.sentences([phrases.text(label), detail.map { phrases.text($0, .spoken) }]))
}
