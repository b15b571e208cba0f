/// Numbers of things.
enum PluralText {
    /// `1 file`, `2 files`.
    static func count(_ count: some BinaryInteger, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// `1 try`, `2 tries`.
    static func count(_ count: some BinaryInteger, _ noun: String, _ nouns: String) -> String {
        "\(count) \(count == 1 ? noun : nouns)"
    }
}
