import Foundation
import HoldfastTestSupport
import Testing

/// The reader that knows Format.md alone and the tool say the same of a store, record for record and member for member.
///
/// Presentation only, and so not compared: in `private.sources` the tool leaves out what may be a secret, the values of a query.
@Suite(.enabled(if: Reader.isUsable, "needs Debian's python3-lmdb and python3-cbor2"), .timeLimit(.minutes(10)))
struct AgreementTests {
    @Test func `both agree on a store that the tool made, in records, state and proof`() throws {
        let directory = try TemporaryDirectory()
        try Self.live(in: directory.path)
        try Self.compare(directory.path)
        let state = try Self.objects("state", directory.path)
        let read = try Reader.read(directory.path, state: true)
        #expect(read.status == 0, "\(read.errors)")
        // The tool walks the state in an order of its own.
        let rows = try read.objects().dropLast()
        #expect(rows.count == state.count && rows.count > 5)
        for row in rows {
            let shown = state.first { "\($0["kind"] ?? "")" == "\(row["kind"] ?? "")" && same($0["key"], row["key"]) }
            let found = try #require(shown, "\(row)")
            #expect(same(found["value"], row["value"]), "\(row) and \(found)")
        }
    }

    @Test(arguments: ["every-event", "killed", "erased", "unknown"])
    func `both agree on the golden stores`(_ name: String) throws {
        let directory = try Self.copy(name)
        try Self.compare(directory.path)
    }

    @Test func `the tool shows what only a newer program knows, raw, and does not act on it`() throws {
        let directory = try Self.copy("unknown")
        let lines = try Self.objects("log", directory.path)
        #expect(
            lines.compactMap { $0["type"] as? String }.filter { $0.hasPrefix("unknown(") } == [
                "unknown(250)", "unknown(70000)",
            ])
        #expect(same(lines[3]["payload"], ["cbor": "9g=="]))
        for line in [["run", "--until-idle"], ["pause", "a"], ["add", "https://example.org/b"]] {
            let refused = try Programs.holdfast(line + ["--store", directory.path])
            #expect(refused.status == 69, "\(line)")
            #expect(refused.errors.contains("record 2 of"), "\(refused.errors)")
        }
        for line in [["status"], ["state"], ["state", "--at", "#1"], ["verify"], ["replay"], ["history", "a"]] {
            let shown = try Programs.holdfast(line + ["--store", directory.path])
            #expect(shown.status == 0 && !shown.output.isEmpty, "\(line): \(shown.errors)")
        }
    }

    /// A golden store to open.
    private static func copy(_ name: String) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../Golden/Stores/\(name)/log.mdb")
        try FileManager.default.copyItem(at: golden, to: URL(filePath: directory.file("log.mdb")))
        return directory
    }

    @Test func `LMDB's own tools read the file, its records have the very bytes, and a loaded dump is the same store`()
        throws
    {
        let directory = try TemporaryDirectory()
        try Self.live(in: directory.path)
        let file = directory.file("log.mdb")
        let counted = try Programs.run("/usr/bin/mdb_stat", ["-n", "-s", "records", file])
        let leaves = try Reader.read(directory.path).objects().compactMap { $0["leaf"] as? String }
        #expect(counted.status == 0 && counted.output.contains("Entries: \(leaves.count)\n"), "\(counted.output)")
        let dump = try Programs.run("/usr/bin/mdb_dump", ["-n", "-s", "records", file])
        try directory.write(dump.output.utf8, to: "records.txt")
        let hash = """
            import hashlib
            lines = [l.strip() for l in open("\(directory.file("records.txt"))") if l.startswith(" ")]
            for i in range(0, len(lines), 2):
                assert int(lines[i], 16) == i // 2
                print(hashlib.sha256(b"\\0" + bytes.fromhex(lines[i + 1])).hexdigest())
            """
        let hashed = try Programs.run(Reader.python, ["-c", hash])
        #expect(hashed.output.split(separator: "\n").map { String($0) } == leaves, "\(hashed.errors)")
        let whole = try Programs.run("/usr/bin/mdb_dump", ["-n", "-a", file])
        #expect(whole.status == 0, "\(whole.errors)")
        try directory.write(whole.output.utf8, to: "all.txt")
        try FileManager.default.createDirectory(atPath: directory.file("loaded"), withIntermediateDirectories: true)
        let loaded = try Programs.run(
            "/usr/bin/mdb_load", ["-n", "-f", directory.file("all.txt"), directory.file("loaded/log.mdb")])
        #expect(loaded.status == 0, "\(loaded.errors)")
        try? FileManager.default.removeItem(atPath: directory.file("loaded/log.mdb-lock"))
        let verified = try Programs.holdfast(["verify", "--store", directory.file("loaded"), "--json"])
        #expect(verified.status == 0, "\(verified.errors)")
        let copied = try Programs.holdfast(["log", "--store", directory.file("loaded"), "--json"]).output
        #expect(try copied == Programs.holdfast(["log", "--store", directory.path, "--json"]).output)
    }

    /// A life with a bit of everything that the tool can do against an origin.
    private static func live(in store: String) throws {
        let origin = try Origin.shared.get()
        let good = try origin.page(["body": ["random": 30_000, "seed": 5], "etag": "\"i\""])
        let gone = try origin.page(["status": 404])
        let lines: [[String]] = [
            ["add", good.url, "--id", "guide", "--title", "A \"guide\" für 日本", "--priority", "5"],
            ["add", good.url + "?signature=SECRET", "--id", "signed"], ["add", gone.url, "--id", "gone"],
            ["set", "queue.maxConcurrent", "2"], ["pause", "guide"], ["resume", "guide"], ["offline", "on"],
            ["offline", "off"],
            ["run", "--until-idle"], ["remove", "guide"], ["undo", "guide"], ["remove", "signed", "--now"],
            ["run", "--until-idle"],
        ]
        for line in lines {
            let result = try Programs.holdfast(line + ["--store", store])
            // An item that fails leaves `run` with a no.
            #expect(result.status == 0 || line[0] == "run", "\(line): \(result.errors)")
        }
    }

    private static func objects(_ verb: String, _ store: String) throws -> [[String: Any]] {
        let result = try Programs.holdfast([verb, "--store", store, "--json"])
        #expect(result.status == 0, "\(result.errors)")
        return try result.objects()
    }

    private static func compare(_ store: String) throws {
        let read = try Reader.read(store)
        #expect(read.status == 0, "\(read.errors)")
        var theirs = try read.objects()
        let summary = try #require(theirs.last)
        theirs.removeLast()
        let ours = try objects("log", store)
        #expect(ours.count == theirs.count && same(summary["count"], ours.count))
        for (var their, var our) in zip(theirs, ours) {
            #expect(their.removeValue(forKey: "leaf") != nil)
            // Presentation only, see above.
            compareSources(&their, &our)
            #expect(same(their, our), "\(their)\n\(our)")
        }
        let checks = try objects("verify", store)
        for check in checks {
            #expect(check["isSound"] as? Bool == true, "\(check)")
            let isPrivate = check["check"] as? String == "private"
            #expect(same(check["checked"], summary[isPrivate ? "intact" : "count"]), "\(check)")
            let isTree = check["check"] as? String == "tree"
            if isTree { #expect(same(check["root"], summary["root"])) }
        }
        #expect(checks.compactMap { $0["check"] as? String } == ["records", "tree", "tables", "private"])
    }

    private static func compareSources(_ their: inout [String: Any], _ our: inout [String: Any]) {
        guard var their0 = their["private"] as? [String: Any], var our0 = our["private"] as? [String: Any] else {
            return
        }
        let whole = their0.removeValue(forKey: "sources") as? [String] ?? []
        let shown = our0.removeValue(forKey: "sources") as? [String] ?? []
        #expect(whole.count == shown.count)
        for (whole, shown) in zip(whole, shown) {
            #expect(whole.split(separator: "?").first == shown.split(separator: "?").first)
            #expect(!shown.contains("SECRET"))
        }
        (their["private"], our["private"]) = (their0, our0)
    }
}

/// Whether two values of JSON are the same.
private func same(_ left: Any?, _ right: Any?) -> Bool {
    let (left, right) = (left ?? NSNull(), right ?? NSNull())
    guard let left = left as? NSObject, let right = right as? NSObject else { return "\(left)" == "\(right)" }
    return left.isEqual(right)
}
