/// What an app shows about the connection as a whole.
public struct AppIndicator: Sendable, Equatable {
    public var row: Row
    public var presence: Presence
    public var icon: Icon?
    /// Empty where nothing is to be said.
    public var text: String
    public var action: Action?
    /// The text as a voice says it.
    public var accessibilityText: String

    /// The rows of the table, in its order: the first that matches decides.
    @nonexhaustive
    public enum Row: String, Sendable, CaseIterable {
        case unreadable, offlineMode, atRest, checking, captive, localOnly, offlineWanted, offline, backOnline, slow,
            online
    }

    /// How long it stays, and how loud it is. Nothing here ever blocks the app.
    @nonexhaustive
    public enum Presence: Sendable, Equatable {
        /// No banner. The text is for who asks.
        case none
        case chip
        case persistent
        /// Shown once for the change of connection recorded at this time, in microseconds since 1970 UTC.
        case once(Int64)
        /// Goes away by itself at this time.
        case transient(until: Int64)
    }

    /// How long the internet must have stood before "Back online", and until when that is said.
    static let backOnlineAfter: Int64 = 3_000_000
    static let backOnlineUntil: Int64 = 13_000_000
}

/// The app's indicator.
///
/// - Parameters:
///   - device: The state that the indicator is about.
///   - wanted: Items that are wanted and not here yet.
///   - started: Downloads that run since the internet came back.
///   - now: Microseconds since 1970 UTC.
///   - hasShownOffline: The view has told the person that there was no internet; only then is "Back online" news.
///   - phrases: The words to say it in.
public func appIndicator(
    device: Device, wanted: Int64, started: Int64, now: Int64, hasShownOffline: Bool = false,
    phrases: Phrases = Phrases()
) -> AppIndicator {
    let facts = AppFacts(
        device: device, wanted: wanted, started: started, now: now, hasShownOffline: hasShownOffline, phrases: phrases)
    return AppRule.first(for: facts).shows(facts)
}

struct AppFacts: Sendable {
    var device: Device
    var wanted: Int64
    var started: Int64
    var now: Int64
    var hasShownOffline: Bool
    var phrases: Phrases

    var situation: NetworkSituation { NetworkSituation(device) }
    var changedAt: Int64 { device.connectivityChangedAt ?? now }
    /// The internet came back then; what else changed about the connection since does not matter.
    var onlineSince: Int64 { device.internetSinceAt ?? changedAt }
    var standsFor: Int64 { now.clampedDifference(onlineSince) }

    var isSlowOrFlapping: Bool {
        guard situation == .internet, let connectivity = device.connectivity else { return false }
        return connectivity.isIntermittent || [.slow, .unusable].contains(connectivity.quality?.known)
    }

    func indicator(
        _ row: AppIndicator.Row, _ presence: AppIndicator.Presence, _ symbol: Icon.Symbol?, _ text: Part,
        _ offer: Offer? = nil
    ) -> AppIndicator {
        let action = offer.map { Action($0.code, label: phrases.text($0.label ?? $0.code.phrase)) }
        return AppIndicator(
            row: row, presence: presence, icon: symbol.map { Icon($0) }, text: phrases.text(text), action: action,
            accessibilityText: phrases.spoken(phrases.text(text, .spoken)))
    }
}

struct AppRule: Sendable {
    var row: AppIndicator.Row
    var matches: @Sendable (AppFacts) -> Bool
    var shows: @Sendable (AppFacts) -> AppIndicator

    static func first(for facts: AppFacts) -> AppRule { table.first { $0.matches(facts) } ?? online }

    static let table: [AppRule] = [
        AppRule(row: .unreadable) {
            $0.device.unreadable != nil
        } shows: {
            $0.indicator(.unreadable, .persistent, .error, Part(.appUnreadable))
        },
        AppRule(row: .offlineMode) { facts in
            facts.device.offlineMode?.isOn(at: facts.now) ?? false
        } shows: {
            $0.indicator(.offlineMode, .persistent, .cloudOff, Part(.appOfflineMode), Offer(.goOnline, .actTurnOff))
        },
        AppRule(row: .atRest) {
            $0.device.session == nil && $0.situation == .unknown
        } shows: {
            $0.indicator(.atRest, .none, nil, Part(.appAtRest, .time($0.device.lastRecordedAt, now: $0.now)))
        },
        AppRule(row: .checking) {
            $0.situation == .unknown
        } shows: { facts in
            let known = facts.device.connectivity.map { Part(NetworkSituation($0).lastKnownKey) }
            let text = known.map { Part(.appCheckingKnown, .part($0)) } ?? Part(.appChecking)
            return facts.indicator(.checking, .none, nil, text)
        },
        AppRule(row: .captive) {
            $0.situation == .captive
        } shows: {
            $0.indicator(.captive, .chip, .captivePortal, Part(.appCaptive), Offer(.openSignIn, .signIn))
        },
        AppRule(row: .localOnly) {
            $0.situation == .local
        } shows: {
            $0.indicator(.localOnly, .chip, .cloudOff, Part(.appLocal))
        },
        AppRule(row: .offlineWanted) {
            $0.situation == .offline && $0.wanted > 0
        } shows: {
            $0.indicator(
                .offlineWanted, .chip, .cloudOff, Part(.appWillStart, .count($0.wanted)),
                Offer(.manageDownloads, .actDownloads))
        },
        AppRule(row: .offline) {
            $0.situation == .offline
        } shows: {
            $0.indicator(.offline, .chip, .cloudOff, Part(.appSaved), Offer(.manageDownloads, .actDownloads))
        },
        AppRule(row: .backOnline) {
            $0.hasShownOffline && $0.started > 0 && $0.standsFor >= AppIndicator.backOnlineAfter
                && $0.standsFor < AppIndicator.backOnlineUntil
        } shows: {
            $0.indicator(
                .backOnline, .transient(until: $0.onlineSince.clampedSum(AppIndicator.backOnlineUntil)), nil,
                Part(.appBackOnline, .count($0.started)), Offer(.manageDownloads, .actView))
        },
        AppRule(row: .slow) {
            $0.isSlowOrFlapping
        } shows: {
            $0.indicator(.slow, .once($0.changedAt), .networkCheck, Part(.appSlow))
        },
        online,
    ]

    private static let online = AppRule(row: .online) { _ in
        true
    } shows: {
        $0.indicator(.online, .none, nil, Part(.nothing))
    }
}
