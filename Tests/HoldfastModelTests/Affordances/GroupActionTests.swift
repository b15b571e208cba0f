import Testing

@testable import HoldfastModel

/// Whatever a screen offers for a group can be done, and does what its button says.
@Suite struct GroupActionTests {
    @Test func `every action that a group offers has a meaning for it`() {
        for context in GroupSummaryTests.everyGroup() {
            for action in groupSummary(context).actions {
                let handling = action.code.handling(group: "g")
                #expect(handling != nil && handling != .host && handling != .commands([]), "\(action)")
            }
        }
    }

    @Test func `no two actions of a group mean the same`() {
        let meanings = ActionCode.allCases.filter { !$0.isHosted }.compactMap { $0.handling(group: "g") }
        for (index, meaning) in meanings.enumerated() {
            #expect(!meanings[(index + 1)...].contains(meaning), "\(meaning)")
        }
    }

    @Test func `an offered action is never refused, also twice, and does what it says`() throws {
        var rows: Set<GroupSummary.Row> = []
        for seed in 1...4 as ClosedRange<UInt64> {
            var tour = try AffordanceTour(seed: seed)
            try tour.run(stepCount: 400, interval: 8) { log, item, _ in
                guard let number = item.group, let group = log.state.group(number) else { return }
                let summary = groupSummary(try GroupContext(of: group, in: log.state, now: log.wall))
                rows.insert(summary.row)
                for action in summary.actions {
                    var trial = ActionTrial(log, item: item.id)
                    try trial.run(action.code, onGroup: group.id)
                    let after = try GroupContext(
                        of: try #require(trial.state.group(number)), in: trial.state, now: log.wall)
                    let complaint = Self.complaint(action.code, after)
                    #expect(complaint == nil, "seed \(seed): \(summary.row) \(action.code): \(group)")
                    try trial.run(action.code, onGroup: group.id)
                }
            }
        }
        #expect(rows.count > 5, "\(rows)")
    }

    private static func complaint(_ code: ActionCode, _ after: GroupContext) -> String? {
        switch code {
        case .pause: after.isPaused ? nil : "is not paused"
        case .resumeGroup: after.isPaused ? "is still paused" : nil
        case .resume: after.totals.held == 0 ? nil : "still holds items"
        case .resumeAll: after.device.pausedAll == nil ? nil : "all are still paused"
        case .goOnline: after.device.offlineMode == nil ? nil : "is still offline"
        case .retry: after.totals.failed < after.totals.wanted || after.totals.failed == 0 ? nil : "all still failed"
        default: nil
        }
    }

    @Test func `the items of a group that are held one by one are resumed one by one`() throws {
        var log = try ModelLog.online()
        try log.run(.defineGroup(id: "g", title: nil))
        for id in ["a", "b", "c"] { try log.want(id) }
        try log.run(.changeMembers(group: "g", adding: ["a", "b"], removing: []))
        for id in ["a", "b", "c"] { try log.run(.pause(.item(id), until: nil)) }
        var trial = ActionTrial(log, item: "a")
        try trial.run(.resume, onGroup: "g")
        let states = ["a", "b", "c"].map { id in
            trial.state.number(ofItem: id).flatMap { trial.state.item($0) }?.transfer.state
        }
        #expect(states == [.ready, .ready, .held])
    }

    @Test func `repairing a group asks for the damaged files and for no others`() throws {
        var log = try ModelLog.online()
        try log.run(.defineGroup(id: "g", title: nil))
        try log.install("sound")
        let damaged = try log.register("damaged")
        try log.install("damaged")
        try log.register("absent")
        try log.run(.changeMembers(group: "g", adding: ["sound", "damaged", "absent"], removing: []))
        try log.run(.found(item: damaged, .missing(.audit)))
        var trial = ActionTrial(log, item: "damaged")
        try trial.run(.repair, onGroup: "g")
        #expect(trial.item.intent?.reason == .known(.repair))
        #expect(trial.state.totals().wanted == 1)
    }
}

extension ActionTrial {
    fileprivate mutating func run(_ code: ActionCode, onGroup group: String) throws {
        guard case .commands(let offered) = code.handling(group: group) else { return }
        for command in offered { _ = try run(command.command) }
    }
}
