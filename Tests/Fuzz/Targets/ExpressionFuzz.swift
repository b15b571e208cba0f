@testable import HoldfastCLI
@testable import HoldfastModel

/// An expression is refused with a place in it, or answered in any state.
func fuzzExpression(_ bytes: UnsafeRawBufferPointer) throws {
    let text = FuzzInput(bytes).text
    switch parsed(text) {
    case .success(let predicate):
        let answers = try sampleScenes.map(predicate.holds)
        // At the limits of length and depth there is no room for more.
        guard case .success(let turned) = parsed("!(\(text))") else { return }
        try claim(
            try sampleScenes.map(turned.holds) == answers.map { !$0 }, "what does not hold holds when turned round")
    case .failure(let error):
        try claim((1...text.count + 1).contains(error.column), "an error stands in the text")
        for line in error.failure(for: "--where").lines
        where line.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
            throw FuzzFinding(claim: "an error shows no control characters")
        }
    }
}

private func parsed(_ text: String) -> Result<Predicate, ExpressionError> {
    Result { () throws(ExpressionError) in try Predicate(text, now: 1_796_040_000_000_000, zone: .utc) }
}

/// The empty state, and one with an item in it.
private var sampleScenes: [ExpressionScene] {
    [
        ExpressionScene(view: MemoryState()),
        ExpressionScene(view: sampleState, record: SampleRecord.lifeRecords.last, subject: "item:guide"),
    ]
}

private let sampleState: MemoryState = {
    var state = MemoryState()
    for record in SampleRecord.lifeRecords { state.apply(record) }
    return state
}()
