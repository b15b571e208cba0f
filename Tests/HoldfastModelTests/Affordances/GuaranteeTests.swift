import Testing

@testable import HoldfastModel

/// What holds in every state. The scenes come from `SceneSpace`; its seed is printed with each failure.
@Suite struct GuaranteeTests {
    @Test func `every state is taken by a row made for it`() {
        let absent = Set(ItemRule.absent.map(\.row))
        expectNone("falls through to the rows of nothing") { _, facts, shown in
            let isSomething = facts.isInstalled || facts.isPursued || facts.isRemoving
            return isSomething && absent.contains(shown.row)
        }
    }

    @Test func `every state is taken by the row that a second reading of the table gives`() {
        expectNone("is read another way") { scene, _, shown in RowOracle.row(scene) != shown.row }
    }

    @Test func `every row is reached`() {
        let reached = Set(SceneSpace.shown.map(\.affordance.row))
        #expect(Set(AffordanceRow.allCases).subtracting(reached).isEmpty)
    }

    @Test func `Offline is never shown without a usable installed file`() {
        expectNone("shows Offline") { scene, _, shown in
            guard shown.label == "Offline" else { return false }
            guard let installed = scene.item.installed, !scene.item.removal.isGoing else { return true }
            let isAway = scene.context.device.volumes.contains { $0.id == installed.volume && !$0.isAvailable }
            let isExpired = scene.item.catalogue.expiresAt.map { $0 <= Scene.now } ?? false
            return !installed.isSound || isAway || isExpired
        }
    }

    @Test func `the rows that show Offline are the ones labelled so`() {
        expectNone("differs") { _, _, shown in shown.row.showsOffline != (shown.label == "Offline") }
    }

    @Test func `No internet is never shown while the internet is usable`() {
        expectNone("shows No internet") { scene, _, shown in
            let connectivity = scene.context.device.connectivity
            let isUsable =
                scene.context.device.isConnectivityCurrent && connectivity?.link == .known(.internet)
                && connectivity?.isCaptive != true
            return isUsable && says("No internet", shown)
        }
    }

    @Test func `before the first observation nobody makes up an offline`() {
        expectNone("shows No internet") { scene, _, shown in
            !scene.context.device.isConnectivityCurrent && says("No internet", shown)
        }
    }

    @Test func `nothing waits without a reason`() {
        expectNone("is silent") { _, facts, shown in
            let phase = facts.phase
            guard [.waiting, .held].contains(phase) else { return false }
            return shown.label.isEmpty || (shown.detail ?? "").isEmpty
        }
    }

    @Test func `no part of a detail is empty and no place is left unfilled`() {
        expectNone("has a hole") { _, _, shown in
            let text = shown.label + (shown.detail ?? "")
            let parts = (shown.detail ?? "x").split(separator: " · ", omittingEmptySubsequences: false)
            return text.contains("{") || text.contains("}") || parts.contains { $0.isEmpty }
        }
    }

    @Test func `every state offers a way forward`() {
        expectNone("offers nothing") { scene, _, shown in !ends(scene, shown) && shown.actions.isEmpty }
    }

    @Test func `what is wanted or here can be cancelled or removed`() {
        let ways: Set<ActionCode> = [.cancel, .discard, .remove, .removeAgain, .undo]
        expectNone("cannot be got rid of") { scene, facts, shown in
            let isHere = facts.isInstalled || facts.isPursued || scene.item.staging != nil
            return isHere && !ends(scene, shown) && ways.isDisjoint(with: shown.actions.map(\.code))
        }
    }

    @Test func `no action is offered twice`() {
        expectNone("repeats an action") { _, _, shown in
            Set(shown.actions.map(\.label)).count < shown.actions.count
                || Set(shown.actions.map(\.code)).count < shown.actions.count
        }
    }

    @Test func `progress lies between nothing and the whole, and needs a known size`() {
        expectNone("shows a wrong progress") { _, facts, shown in
            guard let progress = shown.progressInBasisPoints else { return false }
            return !(0...10_000).contains(progress) || facts.size == nil || !facts.isSizeExact
        }
    }

    @Test func `a percentage never stands in a text`() {
        expectNone("shows a percentage") { _, _, shown in (shown.detail ?? "").contains("%") }
    }

    @Test func `bytes kept from before can be thrown away wherever nothing else happens`() {
        expectNone("keeps bytes for good") { scene, facts, shown in
            let isAtRest = !facts.isInstalled && !facts.isPursued && !facts.isRemoving && scene.item.removal == .none
            return isAtRest && scene.item.staging != nil && !shown.actions.map(\.code).contains(.discard)
        }
    }

    @Test func `what cannot be brought is not offered`() {
        let bringing: Set<ActionCode> = [
            .download, .downloadOverMetered, .downloadWhileRoaming, .downloadInLowData, .downloadLarge,
            .downloadWhenFaster,
            .repair, .update,
        ]
        expectNone("offers what is not to be had") { _, facts, shown in
            !facts.isObtainable && !bringing.isDisjoint(with: shown.actions.map(\.code))
        }
    }

    @Test func `an unknown size is told in bytes that are here, or said to be unknown`() {
        expectNone("tells a whole") { _, facts, shown in
            facts.size == nil && shown.row != .waitingQuota
                && (shown.progressInBasisPoints != nil || (shown.detail ?? "").contains("MB of"))
        }
    }

    @Test func `a voice hears everything that is shown`() {
        expectNone("leaves out a text") { _, _, shown in
            !shown.accessibilityText.hasPrefix(shown.label)
                || (shown.detail != nil && shown.accessibilityText.count <= shown.label.count)
                || shown.accessibilityText.contains("·")
        }
    }

    /// A file that is just being put in its place is there in a moment, and can be removed then.
    private func ends(_ scene: Scene, _ shown: Affordance) -> Bool {
        shown.row.needsNoWayForward || scene.item.transfer.state == .publishing
    }

    private func says(_ words: String, _ shown: Affordance) -> Bool {
        shown.label == words || (shown.detail ?? "").contains(words)
    }

    /// Fails with the first scene that breaks the rule, and how many do.
    private func expectNone(_ complaint: String, _ breaks: (Scene, ItemFacts, Affordance) -> Bool) {
        let broken = SceneSpace.shown.filter { breaks($0.scene, $0.facts, $0.affordance) }
        let first = broken.first.map { "\($0.scene.line)\n\($0.affordance.row)\n\($0.scene.item)" } ?? ""
        let count = broken.count
        #expect(count == 0, "of \(SceneSpace.shown.count) scenes; \(complaint); seed \(SceneSpace.seed): \(first)")
    }
}

extension Removal {
    /// Asked for or running; one that failed left the file where it is.
    fileprivate var isGoing: Bool {
        switch self {
        case .pending, .running: true
        case .none, .failed: false
        }
    }
}
