/// `version`, also `--version`
enum VersionVerb {
    static let toolVersion = "0.1.0"

    static let description = CommandDescription(
        name: "version", group: .help, summary: "The version of this program",
        objects: [
            ObjectDescription(title: "one line", keys: [("version", "of this program")])
        ],
        examples: [.init(line: "holdfast version --json", purpose: "For scripts.")],
        run: { invocation throws(ToolFailure) in
            if invocation.console.isJSON {
                var line = JSONLine()
                line.add("version", toolVersion)
                invocation.console.data(line)
            } else {
                invocation.console.output.line("holdfast \(toolVersion)")
            }
            return .done
        })
}
