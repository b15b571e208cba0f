import HoldfastTestSupport
import Testing

@testable import HoldfastModel

extension WhyScenario {
    static let room: [WhyScenario] = [
        WhyScenario(.noSpace, "a measurement of too little") {
            try $0.want()
            try $0.run(WhyScene.free(5_000_000_000))
        } happens: {
            try $0.causes(WhyScene.free(500_100_000))
        } after: {
            try $0.run(WhyScene.free(500_000_000))
        },
        WhyScenario(.noSpace, "more that is to be kept free") {
            try $0.want()
            try $0.run(WhyScene.free(5_000_000_000))
        } happens: {
            try $0.causes(.set(key: "storage.keepFreeBytes", for: .all, value: "5GB"))
        } after: {
            try $0.run(.set(key: "storage.keepFreeBytes", for: .all, value: "6GB"))
        },
        WhyScenario(.noSpace, "a running download that takes what there is") {
            try $0.want()
            try $0.run(WhyScene.free(502_000_000))
        } happens: {
            $0.cause = try $0.started("b", bytes: 1_500_000)
        },
        WhyScenario(.noSpace, "a try that found the disk full") {
            try $0.want()
            try $0.start()
        } happens: { scene in
            scene.cause = try scene.fail(.space).upperBound - 1
        },
        WhyScenario(.quotaFull, "a limit that was lowered") {
            try $0.want()
            try $0.run(.set(key: "storage.quotaBytes", for: .all, value: "2GB"))
        } happens: {
            try $0.causes(.set(key: "storage.quotaBytes", for: .all, value: "999999"))
        } after: {
            try $0.run(.set(key: "storage.quotaBytes", for: .all, value: "0"))
        },
        WhyScenario(.quotaFull, "a running download that takes the rest of the limit") {
            try $0.want()
            try $0.run(.set(key: "storage.quotaBytes", for: .all, value: "3MB"))
        } happens: {
            $0.cause = try $0.started("b", bytes: 2_500_000)
        },
        WhyScenario(.authNeeded, "a try that was asked to sign in") {
            try $0.want()
            try $0.start()
        } happens: { scene in
            scene.cause = try scene.fail(.auth).upperBound - 1
        } after: {
            try $0.connect { $0.quality = .known(.good) }
        },
    ]

    static let times: [WhyScenario] = [
        WhyScenario(.scheduleClosed, "windows that were set") { scene in
            scene.until = WhyScene.evening
            try scene.causes(.set(key: "schedule.windows", for: .item("a"), value: "[20:00-21:00]"))
        },
        WhyScenario(.scheduleClosed, "windows for all, its own being dropped") { scene in
            try scene.want()
            try scene.run(.set(key: "schedule.windows", for: .item("a"), value: "[]"))
            try scene.run(.set(key: "schedule.windows", for: .all, value: "[20:00-21:00]"))
        } happens: { scene in
            scene.until = WhyScene.evening
            try scene.causes(.set(key: "schedule.windows", for: .item("a"), value: nil))
        },
        WhyScenario(.notBefore, "the request", before: nothing) { scene in
            let time = scene.now + 3_600_000_000
            scene.until = time
            try scene.want { $0.notBefore = time }
            scene.cause = scene.head
        },
        WhyScenario(.backoff, "a try that failed") {
            try $0.want()
            try $0.start()
        } happens: { scene in
            scene.cause = try scene.fail(.server).upperBound - 1
            scene.until = scene.now + 1_999_000
        },
        WhyScenario(.backoff, "the host that asked another item for quiet") { scene in
            try scene.want()
            _ = try scene.started("b", host: "a")
            for id in ["c", "d"] { _ = try scene.started(id) }
            // Another host's wait, which ends at the same time.
            try scene.fail(.server, "c", retryAfter: 61_000)
        } happens: { scene in
            scene.cause = try scene.fail(.server, "b", retryAfter: 60_000).upperBound - 1
            scene.until = scene.now + 60_000_000
        } after: {
            // Another host's wait, and a longer one.
            try $0.fail(.server, "d", retryAfter: 600_000)
        },
    ]

    static let power: [WhyScenario] = [
        WhyScenario(.needsCharging, "the charger's loss") {
            try $0.want()
            try $0.run(.set(key: "power.needsCharging", for: .all, value: "true"))
        } happens: {
            try $0.causes(WhyScene.battery(9_000))
        } after: {
            try $0.run(WhyScene.battery(8_000))
        },
        WhyScenario(.needsCharging, "a setting, on the battery") {
            try $0.want()
            try $0.run(WhyScene.battery(9_000))
        } happens: {
            try $0.causes(.set(key: "power.needsCharging", for: .item("a"), value: "true"))
        },
        WhyScenario(.batteryLow, "a battery that ran low") {
            try $0.want { $0.reason = .auto }
            try $0.run(WhyScene.battery(9_000))
        } happens: {
            try $0.causes(WhyScene.battery(1_400))
        } after: {
            try $0.run(WhyScene.battery(1_200))
        },
        WhyScenario(.lowPowerMode, "the battery saver") {
            try $0.want { $0.reason = .update }
            try $0.run(WhyScene.battery(9_000))
        } happens: {
            try $0.causes(WhyScene.battery(9_000, isSaving: true))
        } after: {
            try $0.run(WhyScene.battery(8_500, isSaving: true))
        },
    ]
}
