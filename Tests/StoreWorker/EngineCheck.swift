import Glibc
import Holdfast
import HoldfastTestSupport

extension EngineScenario {
    /// Everything that is wrong with a store that was left anywhere in its life; then lives on to the end and looks again.
    func checkAndFinish(_ marks: [Mark]) async -> [String] {
        var problems = look(marks)
        do {
            try await run()
            problems += look(marks).map { "at the end: \($0)" }
            problems += try problemsAtTheEnd().map { "at the end: \($0)" }
        } catch {
            problems.append("typed error: living on: \(error)")
        }
        return problems
    }

    /// What holds at any moment, before anything is recovered.
    func look(_ marks: [Mark]) -> [String] {
        let store: OfflineStore
        do {
            store = try OfflineStore.open(at: path)
        } catch {
            guard error.code == .noStore else { return ["typed error: \(error)"] }
            return marks.isEmpty ? [] : ["lost acknowledgement: \(error)"]
        }
        defer { store.close() }
        do {
            var problems = try store.verify(content: true).problems.map { "wrong data: \($0)" }
            let count = try store.recordCount()
            for mark in marks {
                guard mark.position < count else {
                    problems.append("lost acknowledgement: \(mark.text) of \(count) records")
                    continue
                }
                let record = try store.record(at: mark.position)
                if record.subject != "item:\(mark.item)"
                    || !(record.record.event.type.map(mark.types.contains) ?? false)
                {
                    problems.append("wrong data: \(mark.text), but the record is \(record.record)")
                }
            }
            return problems + (try wrongContent(store))
        } catch {
            return ["typed error: \(error)"]
        }
    }

    /// What the state calls usable must have one of the digests that the item was ever given.
    private func wrongContent(_ store: OfflineStore) throws -> [String] {
        let known = ["plain": [0], "cut": [1], "updated": [2, 3]]
        return try store.read { try $0.items() }.compactMap { item in
            guard let installed = item.installed else { return nil }
            let digests = (known[item.id] ?? []).map { sources[$0].digest }
            return digests.contains(installed.digest) ? nil : "wrong data: \(item.id) has \(installed.digest)"
        }
    }

    private func problemsAtTheEnd() throws -> [String] {
        var problems: [String] = []
        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        let items = try store.read { try $0.items() }
        let expected: [String: Digest?] = ["plain": sources[0].digest, "cut": nil, "updated": sources[3].digest]
        if Set(items.map(\.id)) != Set(expected.keys) { problems.append("items are \(items.map(\.id))") }
        var paths: [String] = []
        for item in items {
            if item.installed?.digest != expected[item.id] ?? nil { problems.append("\(item.id): \(item)") }
            if item.intent != nil || item.transfer != .idle || item.removal != Removal.none {
                problems.append("\(item.id) is not at rest: \(item)")
            }
            let published = try store.positions(ofSubject: "item:\(item.id)").filter {
                try store.record(at: $0).record.event.type == .contentPublished
            }
            // A call that failed may have kept a file from its place until it was amended or removed.
            let counts = [
                "plain": 1...1, "cut": retriesFailed ? 0...1 : 1...1, "updated": retriesFailed ? 1...2 : 2...2,
            ]
            if counts[item.id]?.contains(published.count) != true {
                problems.append("\(item.id) was published at \(published)")
            }
            if item.installed != nil { paths.append(try store.contentPath(of: item.id)) }
        }
        let files = Self.files(below: path).map { "\(path)/\($0)" }.sorted()
        let kept = ["log.mdb", "log.mdb-lock", "reserve", "store.id", "writer.lock"].map { "\(path)/\($0)" } + paths
        // The room for the reserve may be missing for good where calls fail on purpose.
        if Set(files).symmetricDifference(kept).subtracting(["\(path)/reserve"]) != [] {
            problems.append("files are \(files), referred to \(kept)")
        }
        return problems
    }

    /// Paths of everything that is no folder.
    private static func files(below folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var files: [String] = []
        while let entry = readdir(stream) {
            let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name == "." || name == ".." { continue }
            if entry.pointee.d_type == DT_DIR {
                files += Self.files(below: "\(folder)/\(name)").map { "\(name)/\($0)" }
            } else {
                files.append(name)
            }
        }
        return files
    }
}
