/// How one request would have gone from the moment on at which it parts from the records.
///
/// Shared by the views of one moment, so that a change of one costs no copy of all.
final class Course {
    let request: UInt64
    let isAhead: Bool
    /// As it would be: ready, held, receiving, or idle once all that is known of it has moved.
    var item: Item
    /// Still to move.
    private(set) var bytes: Int64
    private(set) var microseconds: Int64
    /// When its last byte came is recorded, or can be assumed.
    private let endsWhole: Bool
    var report: WhatIfItem
    var table = ByteTable()
    var waitsBefore = WaitList()
    var waitsAfter = WaitList()

    init(_ item: Item, request: UInt64, isAhead: Bool, _ work: RequestWork, endsWhole: Bool, at time: Int64) {
        self.item = item
        self.request = request
        self.isAhead = isAhead
        self.endsWhole = endsWhole
        bytes = work.bytes
        microseconds = work.microseconds
        report = WhatIfItem(
            id: item.id, request: request, parted: time, isEarlier: isAhead, ranBefore: work.ran,
            wholeBefore: work.whole)
        self.item.transfer = .ready
    }

    var isRunning: Bool { item.transfer.attempt != nil }
    var isOver: Bool { item.intent == nil }
    /// All that is known has moved, and yet it was not whole: from here on it waits as recorded.
    private(set) var isAsRecorded = false

    /// When it would be done if nothing stops it.
    func end(at time: Int64) -> Int64? { isRunning ? time.clampedSum(microseconds) : nil }

    func start(at time: Int64, _ network: NetworkClass) {
        report.ranAfter = report.ranAfter ?? time
        waitsAfter.end(at: time)
        let durable = item.staging?.durableBytes ?? 0
        let need = max(bytes, (item.catalogue.size ?? 0).clampedDifference(durable))
        item.transfer = .receiving(
            Attempt(id: request, source: 0, fromByte: durable, reservedBytes: need, startedAt: time))
        if microseconds == 0 { run(for: 0, from: time, network) }
    }

    func stop(_ state: Transfer = .ready) {
        if isRunning || !isOver { item.transfer = state }
    }

    /// Moves what can be moved in that time.
    func run(for duration: Int64, from time: Int64, _ network: NetworkClass) {
        let moved = bytes.share(duration, of: microseconds)
        table.addAfter(moved, network)
        let durable = item.staging?.durableBytes ?? 0
        if moved > 0 {
            var staging = item.staging ?? Staging(durableBytes: 0)
            staging.durableBytes = durable.clampedSum(moved)
            item.staging = staging
        }
        bytes -= moved
        guard duration >= microseconds else {
            microseconds -= duration
            return
        }
        if endsWhole { report.wholeAfter = time.clampedSum(microseconds) }
        isAsRecorded = !endsWhole
        microseconds = 0
        finish(at: time)
    }

    /// Nothing more moves.
    func finish(at time: Int64) {
        waitsAfter.end(at: time)
        item.transfer = .idle
        item.intent = nil
    }

    /// - Parameter time: the end of the history, or of the request.
    func told(at time: Int64, isEnd: Bool) -> WhatIfItem {
        if !isEnd {
            waitsBefore.end(at: time)
            waitsAfter.end(at: time)
        }
        var told = report
        told.waitsBefore = waitsBefore.waits
        told.waitsAfter = waitsAfter.waits
        told.bytes = table.listed
        return told
    }
}
