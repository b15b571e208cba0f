extension ItemRule {
    /// The download ended without the file, by what it needs.
    static let failed: [ItemRule] = [
        ItemRule(.failedGone) {
            $0.phase == .failed && ($0.context.isWithdrawn || $0.failure?.class == .known(.notFound))
        } show: { _ in
            Presentation(
                icon: Icon(.fileDownloadOff), label: Part(.gone), secondary: [Offer(.discard, .actRemove)],
                emphasis: .problem)
        },
        ItemRule(.failedSpace) {
            $0.failedNeed == .space && !$0.hasRoom
        } show: {
            $0.failure?.class == .known(.quota)
                ? $0.failed(.sdCardAlert, .limitReached, [$0.reason], Offer(.manageDownloads), [Offer(.retry)])
                : $0.failed(.sdCardAlert, .notEnoughSpace, [$0.neededSpace], Offer(.freeSpace), [Offer(.retry)])
        },
        ItemRule(.failedAuth) {
            $0.failedNeed == .auth
        } show: {
            $0.failed(.lock, .signIn, [Part(.toContinue), $0.sizePart], Offer(.signIn), [Offer(.retry)])
        },
        ItemRule(.failedSource) {
            $0.failedNeed == .source
        } show: {
            $0.failed(.error, .downloadFailed, [$0.reason, Part(.needsAddress)], Offer(.retry), [Offer(.why)])
        },
        ItemRule(.failedNothing) {
            $0.failedNeed == .nothing
        } show: {
            $0.failed(.error, .downloadFailed, [$0.reason], nil, [Offer(.retry), Offer(.why)])
        },
        ItemRule(.failed) {
            $0.phase == .failed && $0.connection != .offline
        } show: {
            $0.failed(.error, .downloadFailed, [$0.reason], Offer(.retry), [Offer(.why)])
        },
        ItemRule(.failedOffline) {
            $0.phase == .failed
        } show: {
            $0.failed(
                .cloudOff, .noInternet, [Part(.lastTryFailed, .part($0.reason))], Offer(.retry, .actTryWhenOnline), [])
        },
    ]
}

extension ItemFacts {
    fileprivate func failed(
        _ symbol: Icon.Symbol, _ label: PhraseKey, _ detail: [Part], _ primary: Offer?, _ secondary: [Offer]
    ) -> Presentation {
        Presentation(
            icon: Icon(symbol), label: Part(label), detail: detail, primary: primary,
            secondary: secondary + [Offer(.discard, .actRemove)], emphasis: .problem)
    }

    fileprivate var neededSpace: Part {
        spacePart(missingBytes.map { .bytes($0, .up) } ?? .part(Part(.needSpace)), free: context.freeBytes)
    }
}
