// Several phrases in one text.
extension Phrases {
    /// The parts of a detail: "12 MB of 48 MB · 2 min left", or with commas for a voice.
    func joined(_ parts: [Part], _ voice: Voice = .written) -> String {
        parts.map { text($0, voice) }.joined(separator: text(voice == .written ? .separator : .spokenSeparator))
    }

    /// What a screen reader says: each text a sentence. A text that trails off ends by itself.
    func sentences(_ texts: [String?]) -> String {
        let end = text(.sentenceEnd)
        return texts.compactMap { $0 }.filter { !$0.isEmpty }.reduce("") { spoken, next in
            guard let last = spoken.last else { return next }
            return spoken + (last == "…" ? " " : end) + next
        }
    }

    /// A text for the screen that is itself made of parts, as a voice says it.
    func spoken(_ text: String) -> String {
        text.split(separator: self.text(.separator)).joined(separator: self.text(.spokenSeparator))
    }
}
