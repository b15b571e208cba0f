import Holdfast
import HoldfastModel

/// `verify`
enum VerifyVerb {
    static let description = CommandDescription(
        name: "verify", group: .prove, summary: "Check records, tree, tables and (--content) files",
        discussion: [
            "Reads every record, checks positions and the tree of hashes, folds the log anew and compares the result with "
                + "the stored tables. With --content it also hashes every downloaded file. Writes nothing.",
            "Files on a volume that is not connected are neither sound nor missing: it says how many were not checked, and ends with 1.",
            "There is one hash for 64 records, so a changed record is named by its 64, or by fewer near the end. What verify cannot "
                + "see: records cut off the end, forged ones put there, or a whole log written anew, where tree and head in the "
                + "same file were made to fit. Against that helps only a root and count kept elsewhere. A deleted private part "
                + "looks like an erased one.",
            "With --record it acts: the audit and every missing or damaged file it finds are records then, so that such a file is "
                + "shown as what it is and 'download --repair' fetches it again. That needs the store for itself.",
            "Ends with 1 when something is wrong, and names the first position; with 65 when the store is too damaged to be opened.",
        ],
        options: [
            .flag("content", nil, "also hash every downloaded file"),
            .flag("record", nil, "write down in the log what was found"),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each check",
                keys: [
                    ("check", "records, tree, tables, private or content"),
                    ("isSound", "true or false; null when it was not looked at"),
                    ("checked", "number of things looked at"),
                    ("position", "of the damage, or of the first record of the block it is in; or null"),
                    ("last", "position of the block's last record, or null"),
                    ("root", "of the tree, over what was read; on the line of the tree, else null"),
                    ("message", "what is wrong, or null"),
                ])
        ],
        examples: [
            .init(line: "holdfast verify", purpose: "Log and tables."),
            .init(line: "holdfast verify --store /backup/log.mdb", purpose: "Of a backup."),
        ],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let console = looking.console
            let content = invocation.meaning.has("content")
            let found = try looking.attempt {
                try looking.store.verify(content: content) { done, all in
                    console.progress?.draw([
                        ProgressBar(
                            name: "records", receivedBytes: Int64(clamping: done), totalBytes: Int64(clamping: all),
                            unit: .count)
                    ])
                }
            }
            console.progress?.clear()
            let checks = Check.all(of: found, content: content)
            if console.isJSON {
                for check in checks { for line in check.lines { console.data(line) } }
            } else {
                show(checks, found, content: content, looking)
            }
            if invocation.meaning.has("record") {
                // One process has a store open once.
                looking.store.close()
                try await record(invocation)
            }
            guard !found.isSound else {
                if found.filesAway == 0 { return .done }
                throw ToolFailure(.answerIsNo, "\(unchecked(found)). Nothing wrong was found.")
            }
            let place = found.firstBadPosition.map { "the first at position \($0)" } ?? "no position can be named"
            let count = found.problems.count == 1 ? "1 problem was" : "\(found.problems.count) problems were"
            throw ToolFailure(.answerIsNo, "\(count) found in \(looking.path), \(place).")
        })

    private static func record(_ invocation: Invocation) async throws(ToolFailure) {
        let scope: AuditScope = invocation.meaning.has("content") ? .both : .log
        let report = try await OwnEngine.lend(invocation) { engine throws(HoldfastError) in
            try await engine.audit(scope)
        }
        invocation.console.say("Recorded as #\(report.position).")
    }

    fileprivate static func unchecked(_ found: StoreVerification) -> String {
        "\(PluralText.count(found.filesAway, "file")) could not be checked: the storage at "
            + found.missingVolumes.joined(separator: " and at ") + " is not connected"
    }

    private static func show(_ checks: [Check], _ found: StoreVerification, content: Bool, _ looking: Looking) {
        let (console, style) = (looking.console, looking.console.style)
        for check in checks {
            let (word, role): (String, Style.Role) =
                switch check.isSound {
                case true?: ("sound", .good)
                case false?: ("DAMAGED", .bad)
                case nil: ("not checked", .warning)
                }
            console.output.line(
                DisplayWidth.pad(check.name, to: 9) + style.paint(DisplayWidth.pad(word, to: 13), role) + check.extent)
            for problem in check.problems {
                console.output.line(style.text("         " + Check.place(problem) + problem.detail))
            }
        }
        console.output.line(
            "root     \(TextForm.hex(found.root)) over \(PluralText.count(found.recordCount, "record"))")
        guard found.isSound else { return }
        let words =
            "This proves that no record was changed, removed from the middle, put in or moved since it was written, that "
            + "the stored state is what the records say\(content && found.filesAway == 0 ? ", and that the files are those that were published" : "")."
            + " It cannot rule out that somebody who could write the store cut records off the end, added forged ones there or "
            + "wrote it anew whole: for that, keep the root above elsewhere and compare it."
        for line in Wrap.lines(words, width: min(style.width ?? 79, 100)) { console.output.line(line) }
    }

    /// One kind of check and what it came to.
    private struct Check {
        var name: String
        /// `nil` where it was not made, since what it builds on is damaged.
        var isSound: Bool?
        var checked: UInt64
        var extent: String
        var root: [UInt8]?
        var problems: [StoreVerification.Problem]

        static func all(of found: StoreVerification, content: Bool) -> [Check] {
            // With damaged records nothing can be folded from them.
            let isFolded = found.problems.allSatisfy { ![.position, .record, .tree].contains($0.kind) }
            func check(
                _ name: String, _ kinds: [StoreVerification.Problem.Kind], _ checked: UInt64, _ noun: String,
                _ what: String = "",
                needsFold: Bool = true
            ) -> Check {
                let problems = found.problems.filter { kinds.contains($0.kind) }
                let isSound = problems.isEmpty ? (needsFold && !isFolded ? nil : true) : false
                return Check(
                    name: name, isSound: isSound, checked: checked,
                    extent: isSound == nil ? "" : "\(PluralText.count(checked, noun))\(what)",
                    problems: problems)
            }
            var checks = [
                check(
                    "records", [.position, .record], found.recordCount, "record", ", each against its hash",
                    needsFold: false),
                check("tree", [.tree], found.recordCount, "record", ", each in the tree of hashes", needsFold: false),
                check("tables", [.derived, .state], found.recordCount, "record", " folded anew and compared"),
                check(
                    "private", [.privatePart], found.privatePartsIntact,
                    "part", " intact, \(found.privatePartsErased) erased"),
            ]
            if content {
                var files = check(
                    "content", [.content], found.filesChecked,
                    "file", " hashed, \(ByteText.format(found.bytesChecked)) in all")
                if files.isSound == true, found.filesAway > 0 {
                    files.isSound = nil
                    files.extent += "; \(VerifyVerb.unchecked(found))"
                }
                checks.append(files)
            }
            for index in checks.indices where checks[index].name == "tree" && !found.root.isEmpty {
                checks[index].root = found.root
            }
            return checks
        }

        /// A line for a sound check, else one for each problem.
        var lines: [JSONLine] {
            let empty: [StoreVerification.Problem?] = [nil]
            return (problems.isEmpty ? empty : problems).map { problem in
                var line = JSONLine()
                line.add("check", name)
                line.add("isSound", isSound)
                line.add("checked", isSound == nil && extent.isEmpty ? nil : checked)
                line.add("position", problem?.positions?.lowerBound)
                line.add("last", problem?.positions.flatMap { $0.last })
                line.add("root", root.map { TextForm.hex($0) })
                line.add(
                    "message",
                    problem?.detail
                        ?? (isSound != nil ? nil : extent.isEmpty ? "not looked at, since records are damaged" : extent)
                )
                return line
            }
        }

        static func place(_ problem: StoreVerification.Problem) -> String {
            guard let positions = problem.positions, !positions.isEmpty else { return "" }
            return positions.count == 1
                ? "#\(positions.lowerBound): " : "#\(positions.lowerBound) to #\(positions.upperBound - 1): "
        }
    }
}
