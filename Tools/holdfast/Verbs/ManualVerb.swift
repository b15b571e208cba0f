/// `manual`
enum ManualVerb {
    static let description = CommandDescription(
        name: "manual", group: .keep, summary: "The manual page",
        discussion: [
            "On a terminal it is shown by man(1); elsewhere it is the page's source. There is no --json of it."
        ],
        examples: [
            .init(line: "holdfast manual", purpose: "To read."),
            .init(
                line: "holdfast manual > ~/.local/share/man/man1/holdfast.1",
                purpose: "So that 'man holdfast' finds it."),
        ],
        run: { invocation throws(ToolFailure) in
            let console = invocation.console
            console.allowPager(through: "man -l -")
            for line in ManualPage.lines(CommandList.all, version: VersionVerb.toolVersion) {
                console.output.line(line)
            }
            return .done
        })
}
