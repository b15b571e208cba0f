import Testing

@testable import HoldfastModel

@Suite struct ActionTests {
    @Test(arguments: ActionCode.allCases)
    func `every action is done by the host or by at least one command`(_ code: ActionCode) {
        switch code.handling(item: "guide", group: "album") {
        case .host: break
        case .commands(let offered): #expect(!offered.isEmpty)
        }
    }

    @Test func `no two actions mean the same`() {
        let meanings = ActionCode.allCases.compactMap { code -> [OfferedCommand]? in
            if case .commands(let offered) = code.handling(item: "guide", group: "album") { offered } else { nil }
        }
        for (index, meaning) in meanings.enumerated() {
            #expect(!meanings[(index + 1)...].contains(meaning), "\(meaning)")
        }
    }

    @Test func `every action is offered somewhere`() {
        let items = SceneSpace.shown.flatMap { $0.affordance.actions.map(\.code) }
        #expect(Set(ActionCode.allCases).subtracting(items).isEmpty)
    }

    @Test func `an update asks for the item again`() {
        var options = RequestOptions()
        options.reason = .update
        #expect(
            ActionCode.update.handling(item: "guide") == .commands([OfferedCommand(.request(item: "guide", options))]))
    }

    @Test(
        arguments: [
            (.downloadOverMetered, .metered), (.downloadWhileRoaming, .roaming), (.downloadInLowData, .lowData),
            (.downloadLarge, .large),
        ] as [(ActionCode, ConsentKind)])
    func `downloading now is a request with the person's consent, and changes no setting`(
        _ code: ActionCode, _ kind: ConsentKind
    ) {
        let options = filled(RequestOptions()) { $0.consents = [Consent(kind)] }
        #expect(code.handling(item: "a") == .commands([OfferedCommand(.request(item: "a", options))]))
    }

    @Test(
        arguments: [
            (.allowMetered, .metered), (.allowRoaming, .roaming), (.allowLowData, .lowData), (.allowSlow, .slow),
            (.confirm, .large), (.ignoreSchedule, .schedule), (.ignorePower, .power), (.downloadOnlyThis, .pause),
        ] as [(ActionCode, ConsentKind)])
    func `agreeing is a consent for this request alone`(_ code: ActionCode, _ kind: ConsentKind) {
        let consent = Command.consent(.item("a"), Consent(kind), isGiven: true)
        #expect(code.handling(item: "a") == .commands([OfferedCommand(consent)]))
    }

    @Test func `every kind of consent can be given with a button`() {
        let kinds = ActionCode.allCases.compactMap { code -> ConsentKind? in
            guard case .commands(let offered) = code.handling(item: "a"),
                case .consent(_, let consent, true)? = offered.first?.command
            else { return nil }
            return consent.kind.known
        }
        #expect(Set(kinds) == Set(ConsentKind.allCases))
    }

    @Test func `resuming its group needs to know the group`() {
        #expect(
            ActionCode.resumeGroup.handling(item: "a", group: "g") == .commands([OfferedCommand(.resume(.group("g")))]))
        #expect(ActionCode.resumeGroup.handling(item: "a") == .commands([]))
    }

    @Test func `cancelling keeps what is here, discarding does not`() {
        #expect(
            ActionCode.cancel.handling(item: "a") == .commands([OfferedCommand(.cancel(item: "a", keepsPartial: true))])
        )
        #expect(
            ActionCode.discard.handling(item: "a")
                == .commands([OfferedCommand(.cancel(item: "a", keepsPartial: false))]))
    }

    @Test func `a log that cannot be read wholly leaves only the host's actions`() {
        for (scene, affordance) in SceneSpace.shown.prefix(500).map({ ($0.scene, $0.affordance) }) {
            var unreadable = scene
            unreadable.context.device.unreadable = 3
            let hosts = affordance.actions.filter { $0.code.handling(item: "guide") == .host }
            #expect(unreadable.affordance.actions == hosts)
        }
    }
}
