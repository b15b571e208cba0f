/// Text that is equal only to text of the same bytes, as in a table's key. Swift's strings are equal already when they
/// look alike.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool {
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in UnsafeRawBufferPointer(left).isEqual(to: UnsafeRawBufferPointer(right)) }
        }
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
