import Testing

@testable import HoldfastModel

/// One row of the table by example.
struct RowExample: Sendable, CustomTestStringConvertible {
    var row: AffordanceRow
    var line: String
    var scene: Scene
    var testDescription: String { "\(row): \(line)" }

    init(_ row: AffordanceRow, _ line: String, _ change: (inout Scene) -> Void) {
        self.row = row
        self.line = line
        scene = Scene()
        change(&scene)
    }

    static let all = removal + installed + active + waiting + waitingForNeeds + failed + absent
}
