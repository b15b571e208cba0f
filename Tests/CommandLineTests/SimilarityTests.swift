import Testing

@testable import HoldfastCLI

@Suite struct SimilarityTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "ab", 2), ("log", "log", 0), ("lgo", "log", 1), ("status", "stats", 1),
    ])
    func `distance counts insertions, deletions, replacements and swaps`(_ left: String, _ right: String, _ count: Int)
    {
        #expect(Similarity.distance(left, right) == count)
        #expect(Similarity.distance(right, left) == count)
    }

    @Test func `what is far from everything has no question`() {
        #expect(Similarity.question("xyzzy", among: ["log", "show"]) == nil)
        #expect(Similarity.question("", among: ["log"]) == nil)
    }

    @Test func `the beginning of exactly one word means it`() {
        #expect(Similarity.nearest(to: "hist", among: ["history", "queue"]) == "history")
        #expect(Similarity.nearest(to: "re", among: ["replay", "remove"]) == nil)
    }

    @Test func `every synonym names a verb`() {
        for word in [
            "fetch", "request", "move", "consent", "edit", "import", "man", "copy", "health", "start", "stop",
            "continue", "abort", "rm", "ls", "path", "audit", "inspect", "explain",
            "config", "restore",
        ] {
            let verb = VerbSynonyms.verb(for: word)
            #expect(CommandList.all.contains { $0.name == verb }, "\(word)")
        }
    }
}
