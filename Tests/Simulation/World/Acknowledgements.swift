package import HoldfastModel

/// 10: what a caller was told is on disk stays there, once, whatever happens afterwards.
package struct Acknowledgements {
    package private(set) var positions: [String: Range<UInt64>] = [:]

    package init() {}

    /// A call under the id returned with these positions; an empty range says that there was nothing to do.
    package mutating func add(_ id: String, _ written: Range<UInt64>) {
        if !written.isEmpty { positions[id] = written }
    }

    package func problems(in records: [Record]) -> [Violation] {
        var found: [String: Range<UInt64>] = [:]
        var problems: [Violation] = []
        for record in records {
            guard let command = record.command else { continue }
            let range = record.position..<(record.position + command.count)
            if found.updateValue(range, forKey: command.id) != nil {
                problems.append(Violation(.acknowledgedIsKept, "command \(command.id) stands in the log twice"))
            }
        }
        for (id, range) in positions.sorted(by: { $0.key < $1.key }) where found[id] != range {
            let what = found[id].map { "it stands at \($0)" } ?? "it is not in the log"
            problems.append(
                Violation(.acknowledgedIsKept, "command \(id) was acknowledged at \(range), and \(what)"))
        }
        return problems
    }
}

/// 10: bytes that are shown as there are what some origin offered, whole, and what the log says that they are.
package enum ContentPromise {
    package static func problem(
        _ id: String, digest: Digest, installed: Digest?, offered: Set<Digest>
    ) -> Violation? {
        guard digest == installed else {
            return Violation(.acknowledgedIsKept, "the file of \(id) has \(digest), the log says \(installed as Any)")
        }
        guard offered.contains(digest) else {
            return Violation(.acknowledgedIsKept, "the file of \(id) has bytes that no origin ever offered")
        }
        return nil
    }
}
