extension ItemRule {
    /// Being removed: nothing else about the item matters until that is over.
    static let removal: [ItemRule] = [
        ItemRule(.removalPending) {
            $0.isRemovalUndoable
        } show: {
            Presentation(
                icon: Icon(.offlinePin, .dim), label: Part(.removed),
                detail: [Part(.willBeFreed, .part($0.installedPart))], primary: Offer(.undo), emphasis: .quiet)
        },
        ItemRule(.removalInProgress) {
            $0.isRemoving && $0.isPursued
        } show: {
            Presentation(
                icon: Icon(.delete), label: Part(.removing), detail: [$0.installedPart, Part(.downloadsAfter)],
                secondary: [Offer(.cancel)], emphasis: .active)
        },
        ItemRule(.removalRunning) {
            $0.isRemoving
        } show: {
            Presentation(
                icon: Icon(.delete), label: Part(.removing), detail: [$0.installedPart], emphasis: .active)
        },
        ItemRule(.removalFailed) {
            if case .failed = $0.item.removal { true } else { false }
        } show: {
            Presentation(
                icon: Icon(.error), label: Part(.removalFailed), detail: [Part(.stillUsed, .part($0.installedPart))],
                primary: Offer(.removeAgain), secondary: [Offer(.why)], emphasis: .problem)
        },
    ]
}
