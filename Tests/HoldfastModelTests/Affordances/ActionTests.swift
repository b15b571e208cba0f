import Testing

@testable import HoldfastModel

@Suite struct ActionTests {
    @Test(arguments: ActionCode.allCases)
    func `every action is done by the host or by at least one command`(_ code: ActionCode) {
        switch code.handling(item: "guide") {
        case .host: break
        case .commands(let offered): #expect(!offered.isEmpty)
        }
    }

    @Test func `no two actions mean the same`() {
        let meanings = ActionCode.allCases.compactMap { code -> [OfferedCommand]? in
            if case .commands(let offered) = code.handling(item: "guide") { offered } else { nil }
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

    @Test func `downloading now over mobile data permits that for this request only`() {
        var options = RequestOptions()
        options.allowsMetered = true
        guard case .commands(let offered) = ActionCode.downloadOverMetered.handling(item: "guide") else {
            Issue.record("the host does it")
            return
        }
        let commands = offered.map(\.command)
        #expect(commands.last == .request(item: "guide", options))
        #expect(!commands.contains(.set(key: SettingKey.allowMetered, for: .item("guide"), value: "true")))
    }

    @Test func `waiting for Wi-Fi takes back every permission`() {
        guard case .commands(let offered) = ActionCode.waitForUnmetered.handling(item: "a") else {
            Issue.record("the host does it")
            return
        }
        let commands = offered.map(\.command)
        #expect(commands.count == 3)
        #expect(commands.allSatisfy { if case .set(_, .item("a"), "false") = $0 { true } else { false } })
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
