extension Statistics {
    /// What `stats --json` writes, and `stats --csv` row by row.
    static let objects = figures.map { object in
        ObjectDescription(
            title: object.title,
            keys: [("kind", "of the line"), ("key", "what tells lines of one kind apart, or null")] + object.keys)
    }

    /// What is behind the kind and the key.
    private static let figures: [ObjectDescription] = [
        ObjectDescription(
            title: "the first line, kind \"range\"",
            keys: [
                ("first", "position of the first record counted, or null"), ("last", "of the last, or null"),
                ("from", "time from which time is counted"), ("until", "time up to which it is"),
            ]),
        ObjectDescription(
            title: "a line of kind \"downloads\"",
            keys: [
                ("requested", "asked for in the range"), ("completed", "done in it"), ("cancelled", "withdrawn in it"),
                ("wanted", "at its end, the next two among them"), ("failed", "given up, at its end"),
                ("paused", "one by one, at its end"), ("scheduledRetries", "waits after a failure"),
                ("requestedRetries", "tries that somebody asked for"),
            ]),
        ObjectDescription(
            title: "a line of kind \"attempts\", and one of kind \"host\" for each, its address the key (null: erased)",
            keys: [
                ("attempts", "that ended in the range"), ("completed", "the file was proved and is there"),
                ("interrupted", "without a fault of their own"), ("failed", "wrong files among them"),
                ("bytes", "of content that they brought"), ("wireBytes", "on the wire, where they were counted"),
                ("meteredBytes", "of those, over metered links"), ("unmeteredBytes", "the others"),
                ("unmeasured", "attempts of which nobody counted the bytes"),
            ]),
        ObjectDescription(
            title: "a line of kind \"saved\"",
            keys: [
                ("resumed", "attempts that went on where one before had stopped"),
                ("savedBytes", "that did not come again"),
                ("discardedBytes", "received and thrown away"),
            ]),
        ObjectDescription(
            title: "a line of kind \"failure\" for each reason, the key a running number",
            keys: [
                ("class", "of the failure"), ("code", "what was seen"), ("httpStatus", "or null"),
                ("count", "attempts that failed so"), ("sentence", "the reason in words"),
            ]),
        ObjectDescription(
            title: "a line of kind \"interruption\" for each cause, the key a running number",
            keys: [
                ("cause", "of the interruption"), ("blocker", "for the cause blocked, or null"),
                ("count", "of attempts"),
            ]),
        ObjectDescription(
            title: "a line of kind \"availability\": from the request to the file's being there",
            keys: [
                ("downloads", "that were done"), ("medianMs", "half took no longer, or null"),
                ("p90Ms", "nine of ten took no longer, or null"), ("longestMs", "or null"),
            ]),
        ObjectDescription(
            title: "a line of kind \"removals\"",
            keys: [
                ("requested", "in the range"), ("undone", "taken back in it"), ("removed", "in it"),
                ("freedBytes", "by them"),
            ]),
        ObjectDescription(
            title: "a line of kind \"network\", without --item and --group; the first six make up the whole time",
            keys: [
                ("internetMs", "not known to be metered"), ("meteredMs", "internet that was metered"),
                ("localMs", "a network with no internet behind it"), ("offlineMs", "no network"),
                ("unknownMs", "an engine ran and had not looked yet"), ("noEngineMs", "nobody looked"),
                ("sessions", "of engines"), ("clockFalls", "times at which the clock was set back"),
            ]),
        ObjectDescription(
            title:
                "lines of kind \"storage\" for \(StorageHistory.sliceCount) equal slices of the time, the key their number",
            keys: [
                ("from", "beginning of the slice"), ("until", "its end"), ("usedBytes", "by files, at its end"),
                ("largestBytes", "the most in it"),
            ]),
        ObjectDescription(
            title: "a line of kind \"day\" for each local day on which something happened, its date the key",
            keys: [
                ("began", "its first moment"), ("requested", "downloads asked for"), ("attempts", "that ended"),
                ("completed", "of those"), ("interrupted", "of those"), ("failed", "of those"),
                ("bytes", "they brought"),
                ("meteredBytes", "of those on the wire, over metered links"),
            ]),
    ]
}
