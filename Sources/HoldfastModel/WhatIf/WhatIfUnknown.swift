/// Something that the recorded history cannot tell about what would have been.
@nonexhaustive
public enum WhatIfUnknown: String, Sendable, CaseIterable {
    case settingNotModelled, speed, outcome, historyEnds, neverRan, sizeUnknown, notObserved, processDied, splitByTime,
        sourceErased, slotsShared, freeSpace, clockSetBack, unreadable, tooManyMoments

    public var sentence: String {
        switch self {
        case .settingNotModelled:
            "Only what lets a download start or go on can be told; other settings change what was drawn, decided or checked at the time."
        case .speed:
            "How fast another network would have been is not recorded: a moved transfer is taken to be as fast as the recorded one."
        case .outcome:
            "A moved transfer might have failed or been cut, or have been spared a failure: it is taken to end as recorded."
        case .historyEnds: "The history ends before every download could have gone on."
        case .neverRan: "A download that could have started never ran: how long it would have taken is not known."
        case .sizeUnknown: "The size of a download that never ran is not known: its bytes are missing from the sums."
        case .notObserved: "No network was observed while no engine ran: no download goes on in that time."
        case .processDied: "When a process that died ended is not recorded: its last record is taken for it."
        case .splitByTime: "The network changed between two counts of a transfer's bytes: they are split by time."
        case .sourceErased:
            "Addresses were erased: those sources are taken to need the internet, each on a host of its own."
        case .slotsShared:
            "A download that goes on earlier may have taken a slot or the room of one that was recorded: the recorded one keeps it."
        case .freeSpace: "Free space is as it was measured, with the files of the recorded downloads in place."
        case .clockSetBack: "The clock was set back: that time is counted as none."
        case .unreadable: "Records of a newer version cannot be read: from there on nothing goes another way."
        case .tooManyMoments: "Too many moments lie between two records: some were not looked at."
        }
    }
}
