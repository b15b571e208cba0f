import HoldfastModel

/// What a person has switched off does not start: all, a group, the network, or what costs money.
package struct StartsAllowed: LogCheck {
    package let invariant: Invariant? = nil
    private var agreements = Agreements()

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        agreements.take(step)
        guard case .transferStarted = step.record.event, let start = step.start, let item = step.before else {
            return nil
        }
        let name = "attempt \(step.record.position) of \(item.id) starts"
        if step.device.offlineMode?.isOn(at: step.wall) ?? false { return "\(name) in offline mode" }
        // Somebody may have let this one past the pauses.
        let isLetPast = (agreements.own[step.number] ?? []).contains { consent in
            consent.kind == .known(.pause) && consent.expiresAt ?? .max > step.wall
                && consent.maxBytes ?? .max >= item.catalogue.size ?? .max
        }
        if !isLetPast {
            if step.device.pausedAll?.isOn(at: step.wall) ?? false { return "\(name) while all is paused" }
            if start.group?.paused?.isOn(at: step.wall) ?? false { return "\(name) while its group is paused" }
        }
        guard start.source?.reach == .internet, let network = step.device.connectivity, network.isMetered == true,
            !(item.intent?.allowsMetered ?? start.allowsMetered)
        else { return nil }
        let consents = agreements.standing(for: step.number, group: item.group)
        let isAgreed = consents.contains { consent in
            [.known(.metered), .known(.roaming)].contains(consent.kind) && consent.expiresAt ?? .max > step.wall
                && consent.maxBytes ?? .max >= item.catalogue.size ?? .max
        }
        return isAgreed ? nil : "\(name) on a metered network, which nobody allowed"
    }
}

/// After a `Retry-After` nothing is asked of that host until its time has come, unless somebody says so.
package struct HostsLeftAlone: LogCheck {
    package let invariant: Invariant? = nil
    /// Ends of the waits, by item.
    private var holds: [UInt64: Int64] = [:]

    /// A wait that ends later was set before the clock was set back: longer than a day there is none.
    private static let waitMax: Int64 = 86_400_000_000

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        switch step.record.event {
        case .retryScheduled(let payload):
            holds[step.number] = payload.basis == .known(.retryAfter) ? payload.notBefore : holds[step.number]
        case .retryRequested: holds[step.number] = nil
        case .transferStarted:
            guard let start = step.start, let host = start.hosts[step.number] else { return nil }
            let held = holds.first { item, until in
                until > step.wall && until <= step.wall + Self.waitMax && start.hosts[item] == host
            }
            return held.map { "attempt \(step.record.position) starts although its host wants quiet until \($0.value)" }
        default: break
        }
        return nil
    }
}

/// A consent for an item ends with its request, and goes no further than its item.
package struct AgreementsEnd: LogCheck {
    package let invariant: Invariant? = nil
    private var agreements = Agreements()

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        agreements.take(step)
        if step.device.consents != agreements.general {
            return "consents for all are \(step.device.consents), given were \(agreements.general)"
        }
        guard let item = step.after else { return nil }
        let given = agreements.own[step.number] ?? []
        let standing = item.intent?.consents ?? []
        return standing == given ? nil : "consents for \(item.id) are \(standing), given for its request were \(given)"
    }
}

/// What people agreed to, told by the records alone.
struct Agreements: Sendable {
    private(set) var general: [Consent] = []
    /// By the number of an item or a group.
    private(set) var own: [UInt64: [Consent]] = [:]
    /// The number of what is for all.
    private var settings: UInt64?

    func standing(for item: UInt64, group: UInt64?) -> [Consent] {
        (own[item] ?? []) + (group.flatMap { own[$0] } ?? []) + general
    }

    mutating func take(_ step: FoldStep) {
        if case .first("settings") = step.record.subject { settings = step.number }
        switch step.record.event {
        case .consentRecorded(let payload):
            if step.number == settings { return payload.change(&general) }
            payload.change(&own[step.number, default: []])
        case .downloadRequested, .downloadCancelled, .contentPublished, .deletionRequested: own[step.number] = nil
        default: break
        }
    }
}

extension ConsentRecorded {
    fileprivate func change(_ consents: inout [Consent]) {
        guard let kind = kind.known else { return }
        consents.removeAll { $0.kind == .known(kind) }
        if isGiven { consents.append(Consent(kind, maxBytes: maxBytes, expiresAt: expiresAt)) }
        consents.sort { $0.kind.rawValue < $1.kind.rawValue }
    }
}
