import Holdfast
import HoldfastModel

/// A condition on a state and the record that led to it, as somebody wrote it.
struct Predicate: Sendable {
    let text: String
    let expression: Expression

    init(_ text: String, now: Int64, zone: TimeZoneRules) throws(ExpressionError) {
        self.text = text
        expression = try ExpressionParser.parse(text, now: now, zone: zone)
    }

    /// Ids of the items that it names.
    var items: [String] {
        expression.paths.compactMap { path in
            switch path.root {
            case .item(let id): id
            default: nil
            }
        }
    }

    /// Asks about the record as well: each one that fits is a finding of its own.
    var asksForEvent: Bool { expression.paths.contains { $0.root == .event } }

    func holds(_ scene: ExpressionScene) throws -> Bool { try expression.holds(scene) }
}

/// What an expression is about.
struct ExpressionScene {
    var view: any StateView
    /// The last record of the state; `nil` for the empty one.
    var record: Record?
    /// Its subject's name, `item:ID` for an item.
    var subject: String?
}

extension Meaning {
    func predicate(option: String) throws(ToolFailure) -> Predicate? {
        guard let text = text(option) else { return nil }
        do {
            return try Predicate(text, now: now, zone: zone)
        } catch {
            throw error.failure(for: "--" + option)
        }
    }
}
