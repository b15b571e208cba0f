import HoldfastModel

extension Expression {
    /// - Throws: what reading the state throws.
    func holds(_ scene: ExpressionScene) throws -> Bool {
        switch self {
        case .holds(let path): try path.value(in: scene)?.stands ?? false
        case .not(let inner): try !inner.holds(scene)
        case .all(let parts): try parts.allSatisfy { try $0.holds(scene) }
        case .any(let parts): try parts.contains { try $0.holds(scene) }
        case .compare(let path, let comparison, let operand):
            try comparison.holds(path.value(in: scene), operand.value(in: scene))
        }
    }
}

extension Expression.Operand {
    fileprivate func value(in scene: ExpressionScene) throws -> DescribedValue? {
        switch self {
        case .none: nil
        case .number(let number): .integer(number)
        case .time(let time): .time(time)
        case .boolean(let value): .boolean(value)
        case .text(let text): .text(text)
        case .path(let path): try path.value(in: scene)
        }
    }
}

extension Comparison {
    /// What is absent is equal to nothing but what is absent too, and neither less nor greater than anything.
    fileprivate func holds(_ left: DescribedValue?, _ right: DescribedValue?) -> Bool {
        if case .list(let elements)? = left {
            let isFound = elements.contains { Comparison.equal.holds($0, right) }
            return self == .equal ? isFound : self == .notEqual && !isFound
        }
        guard let left = left?.telling, let right = right?.telling else {
            let areEqual = left == nil && right == nil
            return self == .equal ? areEqual : self == .notEqual && !areEqual
        }
        switch (left, right) {
        case (.unsigned(let left), .unsigned(let right)): return holds(left, right)
        case (.unsigned(let left), .integer(let right)):
            return right >= 0 ? holds(left, right.magnitude) : holds(1, 0)
        case (.integer(let left), .unsigned(let right)):
            return left >= 0 ? holds(left.magnitude, right) : holds(0, 1)
        case (.integer(let left), .integer(let right)), (.time(let left), .time(let right)):
            return holds(left, right)
        case (.boolean(let left), .boolean(let right)): return self == .equal ? left == right : left != right
        default:
            let areEqual = left.word.map { $0.utf8.elementsEqual(right.word?.utf8 ?? "".utf8) } ?? (left == right)
            return self == .equal ? areEqual : self == .notEqual && !areEqual
        }
    }
}

extension DescribedValue {
    /// Says something by itself: it is not false, not 0, not empty, and no word for nothing.
    fileprivate var stands: Bool {
        switch self {
        case .boolean(let value): value
        case .unsigned(let value): value != 0
        case .integer(let value): value != 0
        case .text(let text): !text.isEmpty
        case .code(let word): !["none", FieldForm.rest, FieldForm.unknownLink].contains(word)
        case .list(let values): !values.isEmpty
        default: true
        }
    }

    /// The field that stands for a group in a comparison; `nil` for a group without one.
    fileprivate var telling: DescribedValue? {
        guard case .group(let fields) = self else { return self }
        return fields.first { FieldForm.tellingFields.contains($0.name) }?.value ?? self
    }

    fileprivate var word: String? {
        switch self {
        case .text(let text), .code(let text): text
        case .digest(let digest): digest.description
        case .bytes(let bytes): "0x" + TextForm.hex(bytes)
        default: nil
        }
    }
}
