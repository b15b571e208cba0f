import Testing

@testable import HoldfastModel

/// Whatever a screen offers can be done, and does what its button says.
@Suite struct OfferedActionTests {
    @Test func `every action offered in a made-up state works, also twice`() throws {
        var complaints: [String] = []
        for (index, shown) in SceneSpace.shown.enumerated() where index.isMultiple(of: 3) && shown.scene.item.isPossible
        {
            for action in shown.affordance.actions {
                let before = ActionTrial(shown.scene)
                guard let complaint = try Self.complaint(action.code, before) else { continue }
                complaints.append("\(shown.affordance.row) \(action.code) \(complaint): \(shown.scene.item)")
            }
        }
        #expect(complaints.isEmpty, "\(complaints.count), seed \(SceneSpace.seed): \(complaints.first ?? "")")
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `every action offered in the course of a generated log works, also twice`(seed: UInt64) throws {
        var tour = try AffordanceTour(seed: seed)
        try tour.run(stepCount: 400, interval: 8) { log, item, affordance in
            for action in affordance.actions {
                let before = ActionTrial(log, item: item.id)
                let complaint = try Self.complaint(action.code, before, mustAct: true)
                #expect(complaint == nil, "seed \(seed): \(affordance.row) \(action.code): \(item)")
            }
        }
    }

    @Test func `the generated logs offer every action`() throws {
        var codes: Set<ActionCode> = []
        for seed in 1...24 as ClosedRange<UInt64> {
            var tour = try AffordanceTour(seed: seed)
            try tour.run(stepCount: 400, interval: 3) { _, _, affordance in
                codes.formUnion(affordance.actions.map(\.code))
            }
        }
        #expect(Set(ActionCode.allCases).subtracting(codes).isEmpty)
    }

    /// What the action does wrong, done once or twice.
    private static func complaint(_ code: ActionCode, _ before: ActionTrial, mustAct: Bool = false) throws -> String? {
        var after = before
        do {
            let count = try after.run(code)
            if mustAct, count == 0, !code.isHosted { return "does nothing" }
        } catch let refusal as Refusal {
            return "is refused: \(refusal)"
        }
        if let complaint = try ActionOutcome.complaint(code, before: before, after: after) { return complaint }
        do { _ = try after.run(code) } catch is Refusal {}
        return try ActionOutcome.complaint(code, before: before, after: after).map { "\($0) when done twice" }
    }
}

extension Item {
    /// Whether a log can lead to it: a screen must cope with the others, a decider need not.
    var isPossible: Bool {
        guard (intent == nil) == (transfer == .idle), removal == .none || installed != nil else { return false }
        return removal == .none || transfer.attempt == nil
    }
}
