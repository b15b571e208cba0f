/// Numbers of things.
enum PluralText {
    /// `1 file`, `2 files`.
    static func count(_ count: some BinaryInteger, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
