/// How one item waits, stretch by stretch.
struct WaitList: Sendable {
    /// Ended ones, and the open one last.
    private(set) var waits: [RecordedWait] = []
    private var isOpen = false
    private var isFull: Bool { waits.count >= WhatIfItem.waitCountMax }

    /// From `time` on it waits for this reason. The same reason goes on.
    mutating func wait(for blocker: Blocker?, at time: Int64) {
        if isOpen, let last = waits.last, last.blocker?.code == blocker?.code { return }
        let begins = isOpen ? time : nil
        end(at: time)
        if begins != nil || waits.last?.until == time, let last = waits.last, last.blocker?.code == blocker?.code {
            waits[waits.count - 1].until = nil
        } else if isFull {
            return
        } else {
            waits.append(RecordedWait(from: time, until: nil, blocker: blocker))
        }
        isOpen = true
    }

    mutating func end(at time: Int64) {
        guard isOpen, let last = waits.last else { return }
        isOpen = false
        // The clock may have been set back meanwhile.
        if time > last.from { waits[waits.count - 1].until = time } else { waits.removeLast() }
    }
}
