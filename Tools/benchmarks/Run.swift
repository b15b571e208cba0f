import Glibc

/// A whole run: `[--quick] [--json | --markdown] [--list] [SUBJECT...]`.
struct Run {
    private var form = Report.Form.table
    private var isQuick = false
    private var isList = false
    private var names: [String] = []

    init(_ words: ArraySlice<String>) throws {
        for word in words {
            switch word {
            case "--quick": isQuick = true
            case "--json": form = .json
            case "--markdown": form = .markdown
            case "--list": isList = true
            default: names.append(word)
            }
        }
    }

    /// - Returns: the exit code. A missed goal is told and is no failure of the run.
    func perform() throws -> Int32 {
        if isList {
            print(Self.list)
            return 0
        }
        for name in names where !Subject.all.contains(where: { $0.name == name }) {
            Counters.complain("There is no subject \(name). The subjects are:\n\(Self.list)")
            return 64
        }
        let bench = Bench(
            sizes: Sizes(isQuick: isQuick), work: try Self.variable("HOLDFAST_BENCH_WORK"),
            peers: try Self.variable("HOLDFAST_BENCH_PEERS"), holdfast: try Self.variable("HOLDFAST_BENCH_TOOL"),
            isDone: { [form] in
                guard form == .json else { return }
                print(Report.line($0))
                fflush(nil)
            })
        for subject in Subject.all where names.isEmpty ? !(isQuick && subject.isLong) : names.contains(subject.name) {
            if form != .json { Counters.complain("\(subject.name): \(subject.says)") }
            try subject.run(bench)
        }
        switch form {
        case .table: print(Report.table(bench.comparisons))
        case .markdown: print(Report.markdown(bench.comparisons))
        case .json: break
        }
        return 0
    }

    private static var list: String {
        let width = Subject.all.map(\.name.count).max() ?? 0
        return Subject.all.map { subject in
            let room = String(repeating: " ", count: width - subject.name.count)
            return "  \(subject.name)\(room)  \(subject.says)"
        }.joined(separator: "\n")
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = getenv(name) else { throw MeasureFailure.usage("\(name) is not set: run Tools/bench") }
        return String(cString: value)
    }
}
