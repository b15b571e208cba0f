import Testing

@testable import HoldfastBenchmarks

@Suite struct ReportTests {
    @Test func `a ratio is taken within each round, so that slow rounds count for both`() {
        let compared = Comparison(
            "s", "events/s", [100, 10, 50], against: .init(name: "p", values: [50, 5, 25]), goal: .ratioAtLeast(2))
        #expect(compared.ratio == 2)
        #expect(compared.ours == 50)
        #expect(compared.peer == 25)
        #expect(compared.range == 10...100)
        #expect(compared.isMet == true)
    }

    @Test func `a goal is met at its bound and missed beyond it`() {
        #expect(Goal.ratioAtLeast(8).isMet(value: 1, ratio: 8))
        #expect(!Goal.ratioAtLeast(8).isMet(value: 1, ratio: 7.99))
        #expect(!Goal.ratioAtLeast(8).isMet(value: 1, ratio: nil))
        #expect(Goal.valueAtMost(150).isMet(value: 150, ratio: nil))
        #expect(!Goal.valueAtMost(150).isMet(value: 150.1, ratio: nil))
        #expect(Comparison("s", "µs", [1]).isMet == nil)
    }

    @Test(arguments: [
        (0.0, "0"), (0.0236, "0.0236"), (1.5, "1.5"), (8, "8"), (143.01, "143"), (1234.5, "1,230"),
        (9_995, "10,000"), (1_234_567, "1,230,000"),
    ])
    func `figures have three digits that count`(value: Double, text: String) {
        #expect(Figure.text(value) == text)
    }

    @Test func `a line for machines has every key, and null where there is no peer`() {
        #expect(
            Report.line(Comparison("size", "bytes/event", [143.5], goal: .valueAtMost(150)))
                == #"{"subject": "size", "unit": "bytes/event", "ours": 143.5, "peer": null, "peerName": null, "#
                + #""ratio": null, "goal": "≤ 150", "met": true, "oursMin": 143.5, "oursMax": 143.5}"#)
    }

    @Test func `every subject has a name of its own`() {
        let names = Subject.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count == 16)
    }
}
