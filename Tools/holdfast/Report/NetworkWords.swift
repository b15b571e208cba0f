import HoldfastModel

/// The network at a time, in a word for its colour and in words for people.
enum NetworkWords {
    static func word(for entry: TimelineEntry) -> String {
        if entry.isOfflineMode { return "switchedOff" }
        guard entry.isCurrent else { return "unknown" }
        switch entry.link?.known {
        case .internet where entry.isCaptive == true: return "captive"
        case .internet: return entry.isMetered == true ? "metered" : "online"
        case .local: return entry.isCaptive == true ? "captive" : "local"
        case .some(.none): return "offline"
        case nil: return "unknown"
        }
    }

    static func label(of entry: TimelineEntry) -> String {
        let state =
            switch word(for: entry) {
            case "switchedOff": "'Work offline' is on"
            case "captive": "The network asks for a sign-in"
            case "online", "metered": "Internet"
            case "local": "A network without internet"
            case "offline": "No internet"
            default: entry.isSessionOpen ? "Not looked at yet" : "No engine ran"
            }
        guard entry.isCurrent, !entry.isOfflineMode else { return state }
        let traits = [
            entry.isMetered == true ? "metered" : nil, entry.isRoaming == true ? "roaming" : nil,
            entry.isLowData == true ? "low data" : nil,
            entry.quality?.known == .slow ? "slow" : entry.quality?.known == .unusable ? "hardly usable" : nil,
            entry.isIntermittent == true ? "intermittent" : nil,
        ].compactMap { $0 }
        let network = entry.network?.known.map { " over " + word(for: $0) } ?? ""
        return state + network + traits.map { ", " + $0 }.joined()
    }

    static func word(for kind: InterfaceKind) -> String {
        switch kind {
        case .wifi: "Wi-Fi"
        case .cellular: "mobile data"
        case .wired: "cable"
        case .vpn: "VPN"
        case .other: "another network"
        }
    }
}
