/// Folds many records, one after another, from their bytes. What is derived from the rows comes up to date when they are asked for.
package struct StateFold: ~Copyable {
    private var target: FoldTarget

    /// - Parameters:
    ///   - rows: what earlier records changed over the base.
    ///   - base: the state before the first record.
    package init(_ rows: Overlay = Overlay(), over base: any StateView = EmptyState()) {
        target = FoldTarget(overlay: rows, base: base)
    }

    /// - Throws: `CodingFailure` for bytes that are no record in its only form, and what reading the base throws. Nothing was folded then.
    package mutating func apply(_ bytes: UnsafeRawBufferPointer, at position: UInt64) throws {
        if !target.overlay.isBegun { try target.overlay.begin(over: target.base) }
        var reading = try RecordReading(bytes, at: position)
        if let type = reading.type {
            try type.accept(&reading, &target)
        } else {
            try reading.skipPayload()
            target.overlay.device.meetUnreadable(at: position)
        }
        target.overlay.device.lastRecordedAt = reading.head.recordedAt
    }

    /// What to write so far, as `Overlay.changes()`; folding may go on.
    package mutating func changes() -> [[Overlay.Change]] {
        target.overlay.settle()
        return target.overlay.changes()
    }

    /// Lends the rows so far, with everything derived from them; folding may go on.
    package mutating func withRows<Value>(_ body: (Overlay) throws -> Value) rethrows -> Value {
        target.overlay.settle()
        return try body(target.overlay)
    }

    /// Ends the fold. Gives the rows that differ from the base's.
    package consuming func finish() -> Overlay {
        target.overlay.settle()
        return target.overlay
    }
}

extension MemoryState {
    /// The state after the records of a fold over nothing.
    package init(_ fold: consuming StateFold) { self.init(fold.finish()) }

    /// - Parameter rows: what all records so far have changed.
    package init(_ rows: Overlay) { overlay = rows }
}

/// What a record that is being read is folded into.
struct FoldTarget {
    var overlay: Overlay
    let base: any StateView
}

extension RecordReading: PayloadTypeVisitor {
    /// Decodes the payload and folds it at once: no `Event` is made of it.
    @inline(__always)
    mutating func visit<Payload: EventPayload>(
        _ type: Payload.Type, _ target: inout FoldTarget, wrap: (Payload) -> Event
    ) throws(any Error) {
        let payload = try payload(type)
        try payload.fold(into: &target.overlay, head, over: target.base)
    }
}
