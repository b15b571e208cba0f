extension ItemRule {
    /// On its way, with an open attempt or held.
    static let active: [ItemRule] = [
        ItemRule(.finishing) {
            $0.phase == .finishing
        } show: { _ in
            Presentation(
                icon: Icon(.offlinePin, .outline), label: Part(.finishing), detail: [Part(.checkingFile)],
                emphasis: .active)
        },
        ItemRule(.checking) {
            $0.isChecking || ($0.isMoving && $0.connection == .checking)
        } show: {
            Presentation(
                icon: Icon(.cloudSync, .outline), label: Part(.checking),
                detail: $0.lastKnown + [$0.hasPartial ? $0.receivedPart : $0.sizePart] + $0.thenNeeds,
                secondary: [Offer(.cancel)], emphasis: .quiet)
        },
        ItemRule(.reconnecting) {
            $0.isMoving && $0.connection == .offline
        } show: {
            Presentation(
                icon: Icon(.downloading), label: Part(.reconnecting), detail: [$0.receivedPart, Part(.keepsWhatItHas)],
                progress: $0.progress, primary: Offer(.pause), secondary: [Offer(.cancel)], emphasis: .normal)
        },
        ItemRule(.starting) {
            $0.phase == .connecting
        } show: {
            Presentation(
                icon: Icon(.downloading, .ring), label: Part(.starting), detail: [$0.sizePart],
                primary: Offer(.pause), secondary: [Offer(.cancel)], emphasis: .active)
        },
        ItemRule(.receivingSlowly) {
            $0.phase == .receiving && $0.isSlow
        } show: {
            $0.receiving(.downloadingSlowly, also: $0.costParts, instead: $0.waitsForFaster)
        },
        ItemRule(.receivingMetered) {
            $0.phase == .receiving && $0.isCostly
        } show: {
            $0.receiving(.downloading, also: $0.costParts, instead: $0.waitsForUnmetered)
        },
        ItemRule(.receiving) {
            $0.phase == .receiving
        } show: {
            $0.receiving(.downloading)
        },
        ItemRule(.held) {
            $0.phase == .held
        } show: { facts in
            var until: Int64?
            if case .held(_, let end) = facts.item.transfer { until = end }
            return Presentation(
                icon: Icon(.pauseCircle), label: Part(.paused),
                detail: [facts.hasPartial ? facts.receivedPart : facts.sizePart] + facts.untilParts(until),
                progress: facts.hasPartial ? facts.progress : nil, primary: Offer(.resume),
                secondary: [Offer(.cancel)], emphasis: .normal)
        },
    ]
}

extension ItemFacts {
    /// In vain where the group or everybody may use such a connection by consent.
    fileprivate var waitsForUnmetered: Offer? {
        context.standingConsents.isDisjoint(with: [.metered, .roaming, .lowData]) ? Offer(.waitForUnmetered) : nil
    }

    fileprivate var waitsForFaster: Offer? { context.standingConsents.contains(.slow) ? nil : Offer(.waitForFaster) }

    fileprivate func receiving(_ label: PhraseKey, also: [Part] = [], instead: Offer? = nil) -> Presentation {
        Presentation(
            icon: Icon(.downloading, .ring), label: Part(label), detail: [receivedPart] + timeLeft + also,
            progress: progress, primary: Offer(.pause), secondary: [instead, Offer(.cancel)].compactMap { $0 },
            emphasis: .active)
    }
}
