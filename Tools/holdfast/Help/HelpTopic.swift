/// Help about what concerns many verbs.
struct HelpTopic: Sendable {
    var name: String
    var summary: String
    var lines: [String]

    static let all = [exitCodes, times, expressions, json, store, output]

    static let exitCodes = HelpTopic(
        name: "exit-codes", summary: "how holdfast ends, for scripts",
        lines: ExitCode.allCases.flatMap { code in
            Wrap.lines(code.meaning, width: HelpText.width, indent: 6, lead: String(code.rawValue))
        })

    static let times = HelpTopic(
        name: "times", summary: "how to write times, positions, sizes and lengths of time",
        lines: [
            "Times are local unless they carry an offset.",
            "",
            "  2026-11-30 04:00[:SS]     a local date and time",
            "  2026-11-30                the beginning of that day",
            "  today, yesterday          the beginning of the day; also tomorrow, and now",
            "  -2h, -30m, -3d, -1h30m    before now; a day is 24 hours here",
            "  +2h                       after now, for --until and --not-before",
            "  2026-11-30T04:00:00+01:00 RFC 3339; Z is UTC",
            "  @1796011200[.5]           seconds since 1970 UTC",
            "  #1234                     a position in the log: the state after that record",
            "  1234                      the same, where a verb takes a position",
            "  #-1                       the empty state, before the first record",
            "  head                      as it is now",
            "  session:0, session:-1     the last session, the one before; session:1 is the first;",
            "                            its first record with --from and --since, else its last",
            "",
        ]
            + Wrap.lines(
                "A time is turned into the last position whose time is not later, and the choice is told on stderr. "
                    + "Where clocks were put back, a local time happens twice and the first is meant; where they were "
                    + "put forward, the moment of the change stands for the times left out.", width: HelpText.width)
            + [
                "",
                "Sizes: 500000, 10MB, 1.5GB (powers of 1000), 64KiB, 2GiB (powers of 1024).",
                "Lengths of time: 250ms, 90s, 15m, 2h, 3d, 1w, 1h30m.",
            ])

    static let json = HelpTopic(
        name: "json", summary: "what --json promises",
        lines: Wrap.lines(
            "With --json, stdout holds one JSON object a line (NDJSON) and nothing else; all words are on stderr. "
                + "The keys of a kind of line are always in the same order. An absent value is null; in records it is left out. "
                + "Keys may be added in later versions and are never renamed. Times are RFC 3339 in UTC with six digits "
                + "of fraction, bytes are base64, digests and hashes are hexadecimal. Text that is not UTF-8 becomes "
                + "{\"base64\": ...}. After an error in mid-stream every line written is whole, the error is on stderr, "
                + "and the exit code is not 0.", width: HelpText.width)
            + ["", "'holdfast VERB --help' lists the keys that a verb writes."])

    static let store = HelpTopic(
        name: "store", summary: "where the store is, and who may open it",
        lines: [
            "The store is the directory named by the first of these:",
            "",
            "  --store DIR",
            "  $HOLDFAST_STORE",
            "  $XDG_DATA_HOME/holdfast, or ~/.local/share/holdfast",
            "",
        ]
            + Wrap.lines(
                "One program at a time may write to it. While it is 'holdfast run', or an app that allows it, verbs that act "
                    + "(add, pause, set) hand it their commands over the socket control.sock in the store, for the same user "
                    + "and for root; any other second writer is told that the store is in use, and ends with 75. Verbs that "
                    + "look open it read-only, also while another program writes, and create nothing; they also take a log file by "
                    + "itself, such as a backup, in place of the directory.", width: HelpText.width))

    static let output = HelpTopic(
        name: "output", summary: "colour, icons, pager and what goes where",
        lines: Wrap.lines(
            "Data goes to stdout, words go to stderr. Colour and icons appear on a terminal only, and never say "
                + "what the words do not. --color never, $NO_COLOR or TERM=dumb turn colour off; --color always keeps "
                + "colour and icons in a file or pipe; --ascii keeps to plain ASCII. Control characters in names are shown "
                + "escaped. Progress bars are drawn on a terminal; elsewhere each event is a line. Long output on a "
                + "terminal goes through $HOLDFAST_PAGER, $PAGER or 'less -FIRX', unless --no-pager is given.",
            width: HelpText.width))
}
