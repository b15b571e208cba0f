/// Text that is equal only to text of the same bytes, as in a table's key. Swift's strings are equal already when they look alike.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    /// Texts of the same bytes look alike too, and that is told apart faster than byte by byte.
    static func == (left: Self, right: Self) -> Bool {
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
