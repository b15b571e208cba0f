import Glibc
import Holdfast
import HoldfastModel

/// `backup FILE`
enum BackupVerb {
    static let description = CommandDescription(
        name: "backup", group: .keep, summary: "Copy the log to a new file, also while it is written to",
        discussion: [
            "The copy is the log as it is at this moment, whole and without unused pages, readable by you alone; it appears under its "
                + "name when it is on disk. Downloaded files are not in it. A file that is there is not replaced.",
            "Every verb that looks takes the copy with --store FILE. To go back to it, make a directory with the copy in it as log.mdb.",
        ],
        arguments: [ArgumentDescription(name: "FILE", summary: "the file to make")],
        objects: [
            ObjectDescription(
                title: "one line",
                keys: [
                    ("path", "of the copy"), ("records", "in it"), ("bytes", "of the file"),
                    ("root", "of the tree over these records, to be kept elsewhere"),
                ])
        ],
        examples: [
            .init(line: "holdfast backup /media/card/offline.mdb", purpose: "On a card."),
            .init(line: "holdfast verify --store /media/card/offline.mdb", purpose: "Whether it is sound."),
        ],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let path = invocation.meaning.operands[0]
            try looking.attempt { try looking.store.backUp(to: path) }
            // What is said is what the copy holds, not what the log has become since.
            let copy = try Looking(invocation, at: path)
            let (root, count) = try copy.attempt { try copy.store.root() }
            var status = stat()
            let bytes = stat(path, &status) == 0 ? Int64(status.st_size) : 0
            if looking.console.isJSON {
                var line = JSONLine()
                line.add("path", path)
                line.add("records", count)
                line.add("bytes", bytes)
                line.add("root", TextForm.hex(root))
                looking.console.data(line)
            } else {
                let text = "\(PluralText.count(count, "record")), \(ByteText.format(bytes))"
                looking.console.output.line(looking.console.style.text("\(path): \(text)"))
                looking.console.output.line("root \(TextForm.hex(root))")
            }
            return .done
        })
}
