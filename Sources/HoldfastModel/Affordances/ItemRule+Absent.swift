extension ItemRule {
    /// Nothing on the device and nothing asked for.
    static let absent: [ItemRule] = unavailable + offered + [anything]

    private static let unavailable: [ItemRule] = [
        ItemRule(.withdrawn) {
            $0.context.isWithdrawn
        } show: {
            Presentation(
                icon: Icon(.fileDownloadOff), label: Part(.notAvailable), secondary: $0.leftovers, emphasis: .quiet)
        },
        ItemRule(.onlineOnly) {
            !$0.item.catalogue.isDownloadable && $0.connection != .offline
        } show: {
            Presentation(
                label: Part(.nothing), detail: [Part(.needsInternet)], primary: Offer(.open),
                secondary: $0.leftovers, emphasis: .quiet)
        },
        ItemRule(.onlineOnlyOffline) {
            !$0.item.catalogue.isDownloadable
        } show: {
            Presentation(
                icon: Icon(.cloudOff), label: Part(.noInternet), detail: [Part(.notAvailableOffline)],
                secondary: $0.leftovers, emphasis: .quiet)
        },
    ]

    private static let offered: [ItemRule] = [
        ItemRule(.absentTooLarge) {
            $0.lacksSpace || $0.lacksQuota
        } show: {
            let free: Part =
                $0.lacksSpace
                ? Part(.onlyFree, .bytes($0.context.freeBytes ?? 0, .down))
                : Part(.onlyQuota, .bytes($0.context.quotaLeft ?? 0, .down))
            return $0.offered([$0.sizePart, free], Offer($0.lacksSpace ? .freeSpace : .manageDownloads), .attention)
        },
        ItemRule(.absentOffline) {
            $0.isAway
        } show: {
            var shown = $0.offered([$0.sizePart, Part(.startsWhenConnected)], Offer(.download))
            shown.icon = Icon(.download, .outline, badge: .cloudOff)
            return shown
        },
        ItemRule(.absentPartial) {
            $0.hasPartial
        } show: {
            $0.offered([Part(.alreadyHere, .part($0.receivedPart))], Offer(.download, .actResume))
        },
        ItemRule(.absentUnmetered) {
            $0.missingPermission != nil
        } show: {
            $0.offered(
                [$0.sizePart, Part(.waitsForWifi)], Offer(.download),
                besides: $0.missingPermission.map { [Offer($0, asks: true)] } ?? [])
        },
        ItemRule(.absentOverLimit) {
            ($0.isMetered || $0.isRoaming) && $0.isOverConfirmLimit
        } show: {
            $0.offered([$0.sizePart] + $0.costParts, Offer(.downloadLarge, asks: true))
        },
        ItemRule(.absentSlow) {
            $0.isSlow
        } show: {
            $0.offered(
                [$0.sizePart, $0.downloadTime.map { Part(.aboutTime, .duration($0)) } ?? Part(.slowConnection)],
                Offer(.download),
                besides: $0.context.standingConsents.contains(.slow) ? [] : [Offer(.downloadWhenFaster)])
        },
    ]

    /// The last row, for whatever no other row took.
    static let anything = ItemRule(.absent) { _ in
        true
    } show: {
        $0.offered([$0.sizePart], Offer(.download))
    }
}

extension ItemFacts {
    fileprivate func offered(
        _ detail: [Part], _ primary: Offer, _ emphasis: Emphasis = .normal, besides: [Offer] = []
    ) -> Presentation {
        Presentation(
            icon: Icon(.download), label: Part(.download), detail: detail, primary: primary,
            secondary: besides + leftovers, emphasis: emphasis)
    }

    /// Bytes kept from before can always be thrown away.
    fileprivate var leftovers: [Offer] { item.staging == nil ? [] : [Offer(.discard)] }

    fileprivate var lacksSpace: Bool { isLarger(than: context.freeBytes) }
    fileprivate var lacksQuota: Bool { isLarger(than: context.quotaLeft) }

    /// It is known that the file fits.
    var hasRoom: Bool { missingBytes != nil && context.freeBytes != nil && !lacksSpace && !lacksQuota }

    private func isLarger(than room: Int64?) -> Bool {
        guard let missingBytes, let room else { return false }
        return missingBytes > room
    }

    /// A size that nobody knows may well be over the limit.
    fileprivate var isOverConfirmLimit: Bool {
        guard let limit = context.confirmLimit else { return false }
        return size.map { $0 >= limit } ?? true
    }
}
