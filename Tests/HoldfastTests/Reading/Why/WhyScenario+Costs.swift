import HoldfastTestSupport
import Testing

@testable import HoldfastModel

extension WhyScenario {
    private static let metered: @Sendable (inout ConnectivityChanged) -> Void = { $0.isMetered = true }

    static let costs: [WhyScenario] = [
        WhyScenario(.needsUnmetered, "a metered network") {
            try $0.causes(WhyScene.link(.internet, metered))
        } after: {
            try $0.connect {
                metered(&$0)
                $0.quality = .known(.moderate)
            }
        },
        WhyScenario(.needsUnmetered, "a setting for all that was taken back") {
            try $0.want()
            try $0.run(.set(key: "network.allowMetered", for: .all, value: "true"))
            try $0.connect(metered)
        } happens: {
            try $0.causes(.set(key: "network.allowMetered", for: .all, value: nil))
        } after: {
            try $0.run(.set(key: "network.allowMetered", for: .item("a"), value: "false"))
        },
        WhyScenario(.needsUnmetered, "a setting of its group", before: inGroup) { scene in
            try scene.run(.set(key: "network.allowMetered", for: .all, value: "true"))
            try scene.connect(metered)
            try scene.causes(.set(key: "network.allowMetered", for: .group("g"), value: "false"))
        } after: {
            try $0.run(.set(key: "network.allowMetered", for: .group("h"), value: "true"))
        },
        WhyScenario(.needsUnmetered, "its own setting that went, the one for all having changed before") { scene in
            try scene.want()
            try scene.run(.set(key: "network.allowMetered", for: .item("a"), value: "true"))
            try scene.connect(metered)
        } happens: {
            try $0.causes(.set(key: "network.allowMetered", for: .item("a"), value: nil))
        },
        WhyScenario(.meteredUnknown, "a setting that blocks what nobody knows") {
            try $0.want()
            try $0.connect { $0.isMetered = nil }
        } happens: {
            try $0.causes(.set(key: "network.unknownMetered", for: .all, value: "block"))
        },
        WhyScenario(.roaming, "a foreign network") {
            try $0.causes(WhyScene.link(.internet) { $0.isRoaming = true })
        } after: {
            try $0.run(WhyScene.free(5_000_000_000))
        },
        WhyScenario(.lowData, "the low data mode") {
            try $0.causes(WhyScene.link(.internet) { $0.isLowData = true })
        } after: {
            try $0.run(.set(key: "network.allowLowData", for: .item("a"), value: "false"))
        },
        WhyScenario(.linkTooSlow, "a network that became slow") {
            try $0.want()
            try $0.run(.set(key: "network.minDownlinkBps", for: .all, value: "1MB"))
        } happens: {
            try $0.causes(WhyScene.link(.internet) { $0.quality = .known(.slow) })
        } after: {
            try $0.connect { $0.quality = .known(.unusable) }
        },
        WhyScenario(.linkTooSlow, "a minimum that was set") {
            try $0.want()
            try $0.connect { $0.quality = .known(.slow) }
            try $0.run(.set(key: "network.minDownlinkBps", for: .item("a"), value: "1000"))
        } happens: {
            try $0.causes(.set(key: "network.minDownlinkBps", for: .item("a"), value: "1MB"))
        } after: {
            try $0.run(.set(key: "network.minDownlinkBps", for: .item("a"), value: "2MB"))
        },
        WhyScenario(.consentNeeded, "a limit above which is asked") {
            try $0.want { $0.allowsMetered = true }
            try $0.connect(metered)
        } happens: {
            try $0.causes(.set(key: "network.confirmBytes", for: .all, value: "1MB"))
        },
        WhyScenario(.consentNeeded, "a metered network, the limit being set") {
            try $0.want { $0.allowsMetered = true }
            try $0.run(.set(key: "network.confirmBytes", for: .all, value: "1MB"))
        } happens: {
            try $0.causes(WhyScene.link(.internet, metered))
        },
    ]

    /// Consents that were taken back.
    static let agreements: [WhyScenario] = [
        WhyScenario(.needsUnmetered, "taking the consent to its request back") {
            try $0.want()
            try $0.connect(metered)
            try $0.run(.consent(.item("a"), Consent(.metered), isGiven: true))
        } happens: {
            try $0.causes(.consent(.item("a"), Consent(.metered), isGiven: false))
        },
        WhyScenario(.roaming, "taking the consent for all back") {
            try $0.want()
            try $0.run(.consent(.all, Consent(.roaming), isGiven: true))
            try $0.connect { $0.isRoaming = true }
        } happens: {
            try $0.causes(.consent(.all, Consent(.roaming), isGiven: false))
        },
        WhyScenario(.needsUnmetered, "a network, the consent having gone with an earlier request") {
            try $0.want()
            try $0.run(.consent(.item("a"), Consent(.metered), isGiven: true))
            try $0.run(.consent(.item("a"), Consent(.metered), isGiven: false))
            try $0.run(.cancel(item: "a", keepsPartial: false))
            try $0.want()
        } happens: {
            try $0.causes(WhyScene.link(.internet, metered))
        },
        WhyScenario(.scheduleClosed, "taking the consent to start now back") { scene in
            try scene.want()
            try scene.run(.set(key: "schedule.windows", for: .all, value: "[20:00-21:00]"))
            try scene.run(.consent(.item("a"), Consent(.schedule), isGiven: true))
        } happens: { scene in
            scene.until = WhyScene.evening
            try scene.causes(.consent(.item("a"), Consent(.schedule), isGiven: false))
        },
    ]
}

extension WhyScene {
    /// 20:00 UTC on the day on which the scenes play, which begin at 08:00.
    static let evening: Int64 = 1_800_000_000_000_000 + 12 * 3_600_000_000
}
