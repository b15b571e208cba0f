@testable import HoldfastModel

extension RowExample {
    static let failed: [RowExample] = [
        RowExample(.failedGone, "file_download_off | No longer available | – | – | Remove") {
            $0.fail(Failure(.notFound, "httpStatus", httpStatus: 404), needs: .source)
        },
        RowExample(
            .failedSpace,
            "sd_card_alert | Not enough space | Needs 48 MB, 12 MB free | Free up space | Try again, Remove"
        ) {
            $0.fail(Failure(.space, "ENOSPC"), needs: .space)
            $0.context.freeBytes = 12_000_000
        },
        RowExample(
            .failedAuth, "lock | Sign in | To continue the download · 48 MB | Sign in | Try again, Remove"
        ) {
            $0.fail(Failure(.auth, "httpStatus", httpStatus: 401), needs: .auth)
        },
        RowExample(
            .failedSource,
            "error | Couldn't download | The server refused access (403) · Needs a new address | Try again"
                + " | Why?, Remove"
        ) {
            $0.fail(Failure(.forbidden, "httpStatus", httpStatus: 403), needs: .source)
        },
        RowExample(
            .failedNothing,
            "error | Couldn't download | The download is not allowed (refused) | – | Try again, Why?, Remove"
        ) {
            $0.fail(Failure(.policy, "refused"), needs: .nothing)
        },
        RowExample(
            .failed, "error | Couldn't download | The connection broke (timeout) | Try again | Why?, Remove"
        ) {
            $0.fail()
        },
        RowExample(
            .failedOffline,
            "cloud_off | No internet | Last try failed: The connection broke (timeout) | Try when online | Remove"
        ) {
            $0.fail()
            $0.offline()
        },
    ]

    static let absent: [RowExample] = [
        RowExample(.withdrawn, "file_download_off | Not available | – | – | –") { $0.context.isWithdrawn = true },
        RowExample(.onlineOnly, "– | – | Needs internet to use | Open | –") {
            $0.item.catalogue.isDownloadable = false
        },
        RowExample(.onlineOnlyOffline, "cloud_off | No internet | Not available offline | – | –") {
            $0.item.catalogue.isDownloadable = false
            $0.offline()
        },
        RowExample(.absentTooLarge, "download | Download | 48 MB · only 12 MB free | Free up space | –") {
            $0.context.freeBytes = 12_000_000
        },
        RowExample(
            .absentTooLarge, "download | Download | 48 MB · only 12 MB of the limit left | Manage downloads | –"
        ) {
            $0.context.quotaLeft = 12_000_000
        },
        RowExample(
            .absentOffline, "download/outline+cloud_off | Download | 48 MB · starts when connected | Download | –"
        ) {
            $0.offline()
        },
        RowExample(
            .absentOffline, "download/outline+cloud_off | Download | 48 MB · starts when connected | Download | –"
        ) {
            $0.context.device.offlineMode = Device.Switch()
        },
        RowExample(.absentPartial, "download | Download | 12 MB of 48 MB already here | Resume | Discard") {
            $0.partial()
        },
        RowExample(
            .absentUnmetered, "download | Download | 48 MB · waits for Wi-Fi | Download | Download now?"
        ) {
            $0.metered()
        },
        RowExample(.absentOverLimit, "download | Download | 48 MB · uses mobile data | Download? | –") {
            $0.metered()
            $0.context.allowsMetered = true
            $0.context.confirmLimit = 10_000_000
        },
        RowExample(
            .absentSlow,
            "download | Download | 48 MB · about 8 min on this connection | Download | Wait for a better connection"
        ) {
            $0.slow()
            $0.context.bytesPerSecond = 100_000
        },
        RowExample(.absent, "download | Download | 48 MB | Download | –") { _ in },
        RowExample(.absent, "download | Download | Size unknown | Download | –") { $0.item.catalogue.size = nil },
        RowExample(.absent, "download | Download | 48 MB | Download | –") { $0.unknown() },
    ]
}
