@testable import HoldfastModel

extension RowExample {
    static let removal: [RowExample] = [
        RowExample(.removalPending, "offline_pin/dim | Removed | 48 MB will be freed | Undo | –") {
            $0.install()
            $0.item.removal = .pending(requested: 30, reason: .known(.user), undoUntil: Scene.now + 1)
        },
        RowExample(.removalInProgress, "delete | Removing… | 48 MB · downloads again after | – | Cancel") {
            $0.install()
            $0.want(Blocker(.removalInProgress))
            $0.item.removal = .running(requested: 30, reason: .known(.user))
        },
        RowExample(.removalRunning, "delete | Removing… | 48 MB | – | –") {
            $0.install()
            $0.item.removal = .running(requested: 30, reason: .known(.user))
        },
        RowExample(.removalRunning, "delete | Removing… | 48 MB | – | –") {
            $0.install()
            $0.item.removal = .pending(requested: 30, reason: .known(.user), undoUntil: Scene.now)
        },
        RowExample(
            .removalFailed,
            "error | Couldn't remove | 48 MB still used | Try again | Why?"
        ) {
            $0.install()
            $0.item.removal = .failed(requested: 30, reason: .known(.user), Failure(.file, "EACCES"))
        },
    ]

    static let installed: [RowExample] = [
        RowExample(.storageAway, "sd_card_alert | Storage not connected | Blue card · 48 MB | – | Remove") {
            $0.install { $0.volume = 3 }
            $0.loseVolume()
            $0.context.volumeName = "Blue card"
        },
        RowExample(.repairing, "downloading/ring | Repairing | 12 MB of 48 MB · 2 min left | Pause | Remove") {
            $0.install { $0.isCorrupt = true }
            $0.receive()
        },
        RowExample(.damaged, "error | Needs repair | File is missing · 48 MB | Download again | Remove") {
            $0.install { $0.isMissing = true }
        },
        RowExample(
            .damaged, "error | Needs repair | File is damaged · 48 MB · Waiting for Wi-Fi | Use mobile data? | Remove"
        ) {
            $0.install { $0.isCorrupt = true }
            $0.metered()
            $0.want(Blocker(.needsUnmetered))
        },
        RowExample(
            .damaged,
            "error | Needs repair | File is damaged · 48 MB · The connection broke (timeout) | Download again | Remove"
        ) {
            $0.install { $0.isCorrupt = true }
            $0.fail()
        },
        RowExample(.damagedOffline, "cloud_off | No internet | Needs repair · 48 MB | Repair when online | Remove") {
            $0.install { $0.isMissing = true }
            $0.offline()
        },
        RowExample(
            .damagedOffline, "cloud_off | No internet | Needs repair · 48 MB · repairs when connected | – | Remove"
        ) {
            $0.install { $0.isMissing = true }
            $0.offline()
            $0.want(Blocker(.noNetwork))
        },
        RowExample(.expiredRenewing, "lock_clock/ring | Expired | Renewing · 12 MB of 48 MB | Pause | Remove") {
            $0.install()
            $0.item.catalogue.expiresAt = Scene.now
            $0.receive()
        },
        RowExample(.expiredRenewing, "lock_clock | Expired | Renewal waiting: No internet | – | Remove") {
            $0.install()
            $0.item.catalogue.expiresAt = Scene.now
            $0.offline()
            $0.want(Blocker(.noNetwork))
        },
        RowExample(.expired, "lock_clock | Expired | Renew to use offline | Renew | Remove") {
            $0.install()
            $0.item.catalogue.expiresAt = Scene.now
        },
        RowExample(.expiredOffline, "lock_clock | Expired | Connect to renew | – | Remove") {
            $0.install()
            $0.item.catalogue.expiresAt = Scene.now
            $0.offline()
        },
        RowExample(.expiredOffline, "lock_clock | Expired | Connect to renew | Go online | Remove") {
            $0.install()
            $0.item.catalogue.expiresAt = Scene.now
            $0.context.device.offlineMode = Device.Switch()
        },
        RowExample(
            .updating, "offline_pin/ring | Offline | Updating · 12 MB of 48 MB | Open | Pause update, Remove"
        ) {
            $0.install()
            $0.receive()
        },
        RowExample(
            .updateWaiting,
            "offline_pin | Offline | Update waiting: No internet · then needs 200 MB free · this version kept"
                + " | Open | Why?, Remove"
        ) {
            $0.install()
            $0.offline()
            $0.want(Blocker(.noNetwork), Blocker(.noSpace, needBytes: 200_000_000))
        },
        RowExample(
            .updateWaiting,
            "offline_pin | Offline | Update waiting: Paused · this version kept | Open | Update now, Why?, Remove"
        ) {
            $0.install()
            $0.want()
            $0.item.transfer = .held(by: .user, until: nil)
        },
        RowExample(.expiresSoon, "offline_pin | Offline | Expires in 5 h | Open | Renew, Remove") {
            $0.install()
            $0.item.catalogue.expiresAt = Scene.now + 5 * Scene.hour
        },
        RowExample(.stale, "offline_pin/dot | Offline | Update available · 48 MB | Open | Update, Remove") {
            $0.install()
            $0.item.catalogue.expectedDigest = Scene.newerDigest
        },
        RowExample(.stale, "offline_pin/dot | Offline | Update available · 48 MB | Open | Update, Remove") {
            $0.install { $0.version = "1" }
            $0.item.catalogue.version = "2"
        },
        RowExample(.staleOffline, "offline_pin | Offline | Saved 2025-02-27 | Open | Remove") {
            $0.install()
            $0.context.staleSince = Scene.now - Scene.hour
            $0.offline()
        },
        RowExample(.installed, "offline_pin | Offline | 48 MB | Open | Remove download") {
            $0.install()
            $0.item.catalogue.expectedDigest = Scene.digest
        },
    ]
}
