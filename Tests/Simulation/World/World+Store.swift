import Holdfast
import HoldfastModel

/// What a run leaves behind is looked at by somebody else than the engine.
extension World {
    func checkStore() {
        do {
            let store = try OfflineStore.open(at: path, clock: clock)
            defer { store.close() }
            for problem in try store.verify(content: true).problems {
                note(Violation(.foldIsStored, "verify: \(problem.kind.rawValue): \(problem.detail)"))
            }
            try checkRecords(store)
            try checkFiles(store)
        } catch {
            note(Violation(nil, "the store cannot be read: \(error)"))
        }
    }

    private func checkRecords(_ store: OfflineStore) throws {
        var checker = InvariantChecker()
        var bytes: [[UInt8]] = []
        let count = try store.recordCount()
        let prefixes = Set((0..<4).map { _ in count == 0 ? 0 : UInt64(chance.int(0...Int64(count) - 1)) })
        for position in 0..<count {
            let stored = try store.record(at: position)
            checker.take(stored.record, privatePart: stored.privatePart)
            records.append(stored.record)
            bytes.append(stored.bytes)
            guard prefixes.contains(position) else { continue }
            let difference = try store.read(at: .position(position)) { past in
                try StateComparison.difference(checker.state, past.view)
            }
            if let difference { note(Violation(.incrementalIsRebuilt, "at \(position) they differ in \(difference)")) }
        }
        checker.finish(isClosed: violations.isEmpty)
        for violation in checker.violations { note(violation) }
        let difference = try store.read { head in try StateComparison.difference(checker.state, head.view) }
        if let difference { note(Violation(.foldIsStored, "they differ in \(difference)")) }
        let (root, rootCount) = try store.root()
        if let problem = RootCheck.problem(bytes, root: root, count: rootCount) {
            note(Violation(.contiguousAndRooted, problem))
        }
        for violation in acknowledgements.problems(in: records) { note(violation) }
    }

    /// Every file belongs to an item, and every item that is there has its file.
    private func checkFiles(_ store: OfflineStore) throws {
        let items = try store.read { try $0.items() }
        let partials = Folder.names("\(path)/partial")
        let staged = Set(items.filter { $0.staging != nil }.map { "\($0.number).part" })
        let strangers = partials.filter { !staged.contains($0) }
        if !strangers.isEmpty {
            note(Violation(nil, "partial files that nobody needs are left: \(strangers.sorted())"))
        }
        let files = Folder.names("\(path)/content").reduce(0) { $0 + Folder.names("\(path)/content/\($1)").count }
        let installed = items.filter { $0.installed?.isMissing == false }.count
        if files != installed { note(Violation(nil, "\(files) files stand for \(installed) installed items")) }
    }
}
