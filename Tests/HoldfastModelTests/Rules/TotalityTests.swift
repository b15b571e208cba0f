import Testing

@testable import HoldfastModel

/// Every intent, in every state, is either done, met already with a note, or refused with a reason; and never traps.
@Suite struct TotalityTests {
    @Test func `every intent has an answer in every made-up state, also twice`() throws {
        var complaints: [String] = []
        for (index, shown) in SceneSpace.shown.enumerated() where index.isMultiple(of: 97) {
            let trial = ActionTrial(shown.scene)
            complaints += try Self.intents("guide", other: "none", now: Scene.now).compactMap { command in
                try Self.complaint(command, trial).map { "\(command) \($0): \(shown.scene.item)" }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.count), seed \(SceneSpace.seed): \(complaints.first ?? "")")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `every intent has an answer in the course of a generated log, also twice`(seed: UInt64) throws {
        var simulation = try Simulation(seed: seed &* 15_485_863)
        for step in 0..<300 {
            try simulation.step()
            guard step.isMultiple(of: 25) else { continue }
            for id in ["item0", "item1", "no such item"] {
                let trial = ActionTrial(simulation.log, item: id)
                for command in Self.intents(id, other: "item2", now: simulation.log.wall) {
                    let complaint = try Self.complaint(command, trial)
                    #expect(complaint == nil, "seed \(seed): \(command): \(trial.item)")
                }
            }
        }
    }

    /// Says what is wrong with the answer. Anything thrown but a refusal fails the test by itself.
    private static func complaint(_ command: Command, _ standing: ActionTrial) throws -> String? {
        var trial = standing
        for time in ["once", "twice"] {
            do {
                let decision = try trial.run(command)
                if decision.events.isEmpty, decision.note == nil { return "answers nothing, \(time)" }
                if !decision.events.isEmpty, decision.note != nil { return "does something and says not, \(time)" }
            } catch let refusal as Refusal {
                if refusal.message.isEmpty { return "gives no reason, \(time)" }
            }
        }
        let item = trial.item
        guard standing.item.isPossible, item.number != .max else { return nil }
        return item.isPossible ? nil : "leads to a state that cannot be: \(item)"
    }

    /// Every command that a person or an app can give about an item, with arguments in and out of range.
    private static func intents(_ id: String, other: String, now: Int64) -> [Command] {
        let requests = DownloadReason.allCases.map { reason in
            Command.request(item: id, filled(RequestOptions()) { $0.reason = reason })
        }
        let times: [Int64?] = [nil, now + 1, now, .min, .max]
        let pauses = [Scope.item(id), .group(id), .all].flatMap { target in
            times.map { Command.pause(target, until: $0) }
        }
        let places: [Command] = [nil, .first, .last, .before].flatMap { place in
            [nil, 5, 101].map {
                .reprioritise(item: id, priority: $0, place: place, before: place == .before ? other : nil)
            }
        }
        let settings = SettingKey.all.flatMap { key in
            [Scope.all, .item(id), .group(id)].flatMap { scope in
                [nil, "true", "1", "none", "[]", "?"].map { Command.set(key: key.name, for: scope, value: $0) }
            }
        }
        let removals = [true, false].map { Command.remove(item: id, reason: .user, isImmediate: $0) }
        let cancels = [true, false].map { Command.cancel(item: id, keepsPartial: $0) }
        let modes = [true, false].flatMap { isOn in times.map { Command.setOfflineMode(isOn, until: $0) } }
        return requests + pauses + places + settings + removals + cancels + modes + [
            .request(item: id, filled(RequestOptions()) { $0.priority = .min }),
            .request(item: id, filled(RequestOptions()) { ($0.notBefore, $0.allowsMetered) = (now + 9, true) }),
            .register(Registration(id: id, sources: ["https://a.example/x"])), .register(Registration(id: "")),
            .amend(item: id, filled(Registration(id: id)) { $0.expectedBytes = .max }),
            .amend(item: id, filled(Registration(id: id)) { $0.expectedBytes = -1 }),
            .resume(.item(id)), .resume(.all), .retry(item: id), .undoRemoval(item: id),
            .declare(Feature(id: id, needs: .content, contentItems: [id])),
        ] + said(about: id, now: now)
    }

    /// The rest of what people and apps say about an item or a group of its name.
    private static func said(about id: String, now: Int64) -> [Command] {
        let consents = ConsentKind.allCases.flatMap { kind in
            [Scope.item(id), .group(id), .all].flatMap { scope in
                [true, false].map {
                    Command.consent(scope, Consent(kind, maxBytes: 5, expiresAt: now + 1), isGiven: $0)
                }
            }
        }
        let orders: [MemberOrder] = [
            .request(RequestOptions()), .retry, .resume, .cancel(keepsPartial: true), .remove(isImmediate: true),
        ]
        return consents + orders.map { .eachMember(group: id, $0, after: nil) } + [
            .consent(.all, Consent(.metered, maxBytes: -1), isGiven: true),
            .consent(.all, Consent(.metered, expiresAt: .min), isGiven: true),
            .waitForUnmetered(item: id), .pin(item: id, true), .pin(item: id, false), .opened(item: id),
            .withdraw(item: id, reason: "gone"),
            .observeRemote(item: id, RemoteVersion(version: "9", etag: "W/\"x\"", bytes: .max)),
            .observeRemote(item: id, RemoteVersion(bytes: -1)), .observeRemote(item: id, RemoteVersion()),
            .defineGroup(id: id, title: "t"), .defineGroup(id: "", title: nil), .resume(.group(id)),
            .changeMembers(group: id, adding: [id], removing: []),
            .changeMembers(group: id, adding: [], removing: [id]),
            .changeMembers(group: id, adding: [id], removing: [id]), .note(item: id, target: nil, text: "n"),
            .note(item: id, target: .max, text: "n"), .note(item: nil, target: nil, text: ""),
        ]
    }
}
