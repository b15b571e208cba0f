import Glibc

/// What the program was asked for.
struct SimulateOptions {
    var seeds: Range<UInt64> = 0..<1
    var days = 1.0
    /// In memory where there is such a folder: only what a process leaves behind matters, not what a power cut does.
    var folder = "\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/holdfast-simulate.\(getpid())"
    var isTracing = false
    var keeps = false

    static let usage = """
        usage: holdfast-simulate [--seeds N | A..B] [--days D] [--folder PATH] [--trace] [--keep]

        Each seed is a life of a store of D days (default 1): a real engine, everything around it simulated.
        --seeds   one seed, or all from A to B, both included
        --folder  where the stores stand while they live
        --trace   prints every record
        --keep    leaves the stores behind

        """

    init?(_ words: [String]) {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--seeds":
                guard let range = words.popFirst().flatMap(Self.range) else { return nil }
                seeds = range
            case "--days":
                guard let days = words.popFirst().flatMap(Double.init), days > 0 else { return nil }
                self.days = days
            case "--folder":
                guard let folder = words.popFirst(), folder.hasPrefix("/") else { return nil }
                self.folder = folder
            case "--trace": isTracing = true
            case "--keep": keeps = true
            default: return nil
            }
        }
    }

    private static func range(_ text: String) -> Range<UInt64>? {
        let ends = text.split(separator: ".", omittingEmptySubsequences: true).map { UInt64($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last, last < .max else { return nil }
        return first..<(last + 1)
    }
}
