extension HelpTopic {
    static let expressions = HelpTopic(
        name: "expressions", summary: "conditions for bisect --where, replay --where and breakpoints",
        lines: [
            "A condition on the state after a record, and on that record:",
            "",
            "  item(guide).installed                 it is on the device",
            "  item('odd id').transfer == failed     quotes go round names with ) or \"",
            "  queue.count > 3 && env.link != internet",
            "  event.type == transferFailed && event.item == guide",
            "  used > 10MB || !(setting(network.allowMetered) == false)",
            "",
            "Values:",
            "  item(ID)       its row: catalogue, intent, installed, staging, transfer...",
            "  group(ID)      its row: paused, totals...",
            "  feature(ID)    its row: needs, contentItems, whenUnmet",
            "  setting(KEY)   as set for all, else the default; (KEY of ID) for one item",
            "  device         its row: session, volumes...",
            "  env            its connectivity and the rest in one: env.link, env.isMetered,",
            "                 env.offlineMode, env.freeBytes; env.link is unknown at first",
            "  totals         its row: items, installed, usedBytes, wanted...",
            "  queue          count, first (an id), running, failed, paused",
            "  event          the record: type, item, subject, actor, rule, command, cause,",
            "                 position, recordedAt, and the fields of its payload",
            "  used, partial, free      totals.usedBytes, totals.partialBytes, env.freeBytes",
            "  position, time           event.position, event.recordedAt",
            "",
        ]
            + Wrap.lines(
                "Fields have the names that 'state --json' and 'log --json' show, from the outermost in: "
                    + "item(guide).intent.priority.", width: HelpText.width)
            + [
                "",
                "Signs: == != < <= > >= ! && || ( ), where && binds more than ||.",
                "",
            ]
            + Wrap.lines(
                "Compared with: numbers, sizes (10MB), lengths of time for fields in milliseconds (90s), times "
                    + "('2026-11-30 04:00', yesterday), true, false, words (failed), text in quotes, and none, "
                    + "which is what an absent field is equal to. A machine or failure is compared by its kind or class: "
                    + "item(guide).transfer == receiving; one at rest is idle. A list is equal to each of its elements: "
                    + "env.interfaces == wifi.", width: HelpText.width)
            + [""]
            + Wrap.lines(
                "A value by itself holds when it is there and is not false, 0 or empty. A row that is not there has no "
                    + "fields, so item(guide).installed is false before the item is known.", width: HelpText.width))
}
