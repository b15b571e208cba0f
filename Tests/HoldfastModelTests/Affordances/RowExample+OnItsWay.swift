@testable import HoldfastModel

extension RowExample {
    static let active: [RowExample] = [
        RowExample(.finishing, "offline_pin/outline | Finishing… | Checking file | – | –") {
            $0.receive()
            $0.item.transfer = .verifying(Scene.attempt)
        },
        RowExample(.checking, "cloud_sync/outline | Checking… | last known: no internet · 48 MB | – | Cancel") {
            $0.want(Blocker(.noNetwork))
            $0.offline()
            $0.unknown()
        },
        RowExample(
            .reconnecting, "downloading | Reconnecting… | 12 MB of 48 MB · keeps what it has | Pause | Cancel"
        ) {
            $0.receive()
            $0.offline()
        },
        RowExample(.starting, "downloading/ring | Starting… | 48 MB | Pause | Cancel") {
            $0.want()
            $0.item.transfer = .connecting(Scene.attempt)
        },
        RowExample(
            .receivingSlowly,
            "downloading/ring | Downloading slowly | 12 MB of 48 MB · 2 min left | Pause"
                + " | Wait for a better connection, Cancel"
        ) {
            $0.receive()
            $0.slow()
        },
        RowExample(
            .receivingMetered,
            "downloading/ring | Downloading | 12 MB of 48 MB · 2 min left · uses mobile data | Pause"
                + " | Wait for Wi-Fi, Cancel"
        ) {
            $0.receive()
            $0.metered()
        },
        RowExample(
            .receivingMetered,
            "downloading/ring | Downloading | 12 MB of 48 MB · 2 min left · uses a metered connection | Pause"
                + " | Wait for Wi-Fi, Cancel"
        ) {
            $0.receive()
            $0.network {
                $0.link = .known(.internet)
                $0.isMetered = true
                $0.interfaces = [Interface(.wifi)]
            }
        },
        RowExample(.receiving, "downloading/ring | Downloading | 12 MB of 48 MB · 2 min left | Pause | Cancel") {
            $0.receive()
        },
        RowExample(
            .receivingMetered,
            "downloading/ring | Downloading | 12 MB of 48 MB · 2 min left · uses mobile data | Pause"
                + " | Wait for Wi-Fi, Cancel"
        ) {
            $0.receive()
            $0.network {
                $0.link = .known(.internet)
                $0.isRoaming = true
            }
        },
        RowExample(.receiving, "downloading/ring | Downloading | 12 MB | Pause | Cancel") {
            $0.receive()
            $0.partial(of: nil)
            $0.item.catalogue.size = nil
        },
        RowExample(.held, "pause_circle | Paused | 48 MB · until 15:05 UTC | Resume | Cancel") {
            $0.want()
            $0.item.transfer = .held(by: .user, until: Scene.now + Scene.hour)
        },
        RowExample(.held, "pause_circle | Paused | 12 MB of 48 MB | Resume | Cancel") {
            $0.want()
            $0.partial()
            $0.item.transfer = .held(by: .app, until: nil)
        },
    ]

    static let waiting: [RowExample] = [
        RowExample(.waitingOfflineMode, "cloud_off | Queued | Offline mode is on · 48 MB | Go online | Cancel") {
            $0.want(Blocker(.offlineMode))
            $0.context.device.offlineMode = Device.Switch()
        },
        RowExample(
            .waitingPaused, "pause_circle | Paused | All downloads paused | Resume all | Download only this, Cancel"
        ) {
            $0.want(Blocker(.pausedAll))
        },
        RowExample(.waitingPaused, "pause_circle | Paused | Group paused | – | Download only this, Cancel") {
            $0.want(Blocker(.pausedGroup))
        },
        RowExample(
            .waitingPaused, "pause_circle | Paused | Group paused | Resume group | Download only this, Cancel"
        ) {
            $0.want(Blocker(.pausedGroup))
            $0.join()
        },
        RowExample(
            .waitingPaused, "pause_circle | Paused | \"Alps\" paused | Resume \"Alps\" | Download only this, Cancel"
        ) {
            $0.want(Blocker(.pausedGroup))
            $0.join(title: "Alps")
        },
        RowExample(
            .waitingNoNetwork, "cloud_off | No internet | Download starts when connected · 48 MB | – | Cancel"
        ) {
            $0.want(Blocker(.noNetwork))
            $0.offline()
        },
        RowExample(
            .waitingNoNetworkPartial,
            "cloud_off | No internet | Stopped at 12 MB of 48 MB · resumes by itself | – | Cancel"
        ) {
            $0.want(Blocker(.noNetwork))
            $0.partial()
            $0.offline()
        },
        RowExample(
            .waitingLocalOnly,
            "cloud_off | No internet | Connected to a network without internet · 48 MB | – | Cancel"
        ) {
            $0.want(Blocker(.localOnly))
            $0.network { $0.link = .known(.local) }
        },
        RowExample(
            .waitingCaptivePortal,
            "captive_portal | Sign in to network | Download waits · 48 MB | Open sign-in | Cancel"
        ) {
            $0.want(Blocker(.captivePortal))
            $0.network {
                $0.link = .known(.internet)
                $0.isCaptive = true
            }
        },
        RowExample(.waitingUnmetered, "wifi | Waiting for Wi-Fi | 48 MB | Use mobile data? | Cancel") {
            $0.want(Blocker(.needsUnmetered))
            $0.metered()
        },
        RowExample(
            .waitingUnmetered,
            "wifi | Waiting for Wi-Fi | Connection may be metered · 48 MB | Use this connection? | Cancel"
        ) {
            $0.want(Blocker(.meteredUnknown))
        },
        RowExample(
            .waitingRoamingOrLowData,
            "wifi | Waiting for Wi-Fi | Roaming is off · 48 MB | Download anyway? | Cancel"
        ) {
            $0.want(Blocker(.roaming))
        },
        RowExample(
            .waitingRoamingOrLowData,
            "wifi | Waiting for Wi-Fi | Low data mode · about 48 MB | Download anyway? | Cancel"
        ) {
            $0.want(Blocker(.lowData))
            $0.item.catalogue.isSizeExact = false
        },
        RowExample(
            .waitingLinkTooSlow, "network_check | Waiting for a better connection | 48 MB | Download anyway | Cancel"
        ) {
            $0.want(Blocker(.linkTooSlow))
        },
    ]

    static let waitingForNeeds: [RowExample] = [
        RowExample(.waitingConsent, "help | Confirm download | 48 MB · Large download | Confirm | Cancel") {
            $0.want(Blocker(.consentNeeded))
        },
        RowExample(.waitingConsent, "help | Confirm download | 48 MB · uses mobile data | Confirm | Cancel") {
            $0.want(Blocker(.consentNeeded))
            $0.metered()
        },
        RowExample(
            .waitingConsent, "help | Confirm download | 48 MB · uses data while roaming | Confirm | Cancel"
        ) {
            $0.want(Blocker(.consentNeeded))
            $0.network {
                $0.link = .known(.internet)
                $0.isRoaming = true
            }
        },
        RowExample(.waitingAuth, "lock | Sign in | To continue the download · 48 MB | Sign in | Cancel") {
            $0.want(Blocker(.authNeeded))
        },
        RowExample(
            .waitingSpace, "sd_card_alert | Not enough space | Needs 49 MB, 12 MB free | Free up space | Cancel"
        ) {
            $0.want(Blocker(.noSpace, needBytes: 48_000_001, limitBytes: 12_999_999))
        },
        RowExample(
            .waitingQuota,
            "sd_card_alert | Download limit reached | 1.9 GB of 2 GB | Manage downloads | Raise limit, Cancel"
        ) {
            $0.want(Blocker(.quotaFull, needBytes: 200_000_000, limitBytes: 2_000_000_000))
            $0.context.quotaLeft = 100_000_000
        },
        RowExample(
            .waitingVolume,
            "sd_card_alert | Storage not connected | Blue card | Choose other storage | Cancel"
        ) {
            $0.want(Blocker(.volumeMissing))
            $0.context.volumeName = "Blue card"
        },
        RowExample(.waitingSchedule, "schedule | Scheduled | Starts at 22:00 UTC · 48 MB | Start now | Cancel") {
            $0.want(Blocker(.notBefore, until: Scene.now + 475 * Scene.minute))
        },
        RowExample(
            .waitingSchedule, "schedule | Scheduled | Starts at 2025-03-03 02:05 UTC · 48 MB | Start now | Cancel"
        ) {
            $0.want(Blocker(.scheduleClosed, until: Scene.now + 12 * Scene.hour))
        },
        RowExample(.waitingPower, "battery_alert | Waiting | Plug in · 48 MB | Start now | Cancel") {
            $0.want(Blocker(.needsCharging))
        },
        RowExample(.waitingPower, "battery_alert | Waiting | Battery saver on · 48 MB | Start now | Cancel") {
            $0.want(Blocker(.lowPowerMode))
        },
        RowExample(.waitingPower, "battery_alert | Waiting | Battery low · 48 MB | Start now | Cancel") {
            $0.want(Blocker(.batteryLow))
        },
        RowExample(
            .waitingBackoff,
            "sync_problem | Trying again | in 12 s · The server has a problem (503) | Try now | Cancel"
        ) {
            $0.want(Blocker(.backoff, until: Scene.now + 12_000_000))
            $0.item.transfer = .backoff(
                notBefore: Scene.now + 12_000_000, delayInMilliseconds: 20_000,
                failure: Failure(.server, "unavailable", httpStatus: 503), scheduled: 11)
        },
        RowExample(.queued, "schedule | Queued | 2 ahead · 48 MB | Download first | Cancel") {
            $0.want(Blocker(.slotsFull))
            $0.context.itemsAhead = 2
        },
        RowExample(.queued, "schedule | Queued | 100 or more ahead · 48 MB | Download first | Cancel") {
            $0.want(Blocker(.slotsFull))
            $0.context.itemsAhead = AffordanceContext.itemsAheadMax
        },
        RowExample(.queued, "schedule | Queued | Waits for its turn · 48 MB | Download first | Cancel") {
            $0.want(Blocker(.hostSlotsFull))
        },
        RowExample(.queued, "schedule | Queued | Starts in a moment · 48 MB | – | Cancel") { $0.want() },
    ]
}
