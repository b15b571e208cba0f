// Where each event goes: to the device, to its item, or to the state as a whole.

/// An event about the machine around the items.
protocol DevicePayload: EventPayload {
    func fold(into device: inout Device, _ head: borrowing RecordHead)
}

extension DevicePayload {
    @inline(__always)
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        fold(into: &state.device, head)
    }
}

/// An event about one item.
protocol ItemPayload: EventPayload {
    /// Whether it may begin or end the item's request.
    static var endsRequest: Bool { get }
    func fold(into item: inout Item, _ head: borrowing RecordHead)
}

extension ItemPayload {
    static var endsRequest: Bool { false }

    @inline(__always)
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard let slot = try state.slot(head, over: base) else { return }
        state.change(slot, endsRequest: Self.endsRequest) { fold(into: &$0, head) }
    }
}

/// An event that changes no state.
protocol PlainPayload: EventPayload {}

extension PlainPayload {
    @inline(__always)
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {}
}

extension StoreCreated: PlainPayload {}
extension RecoveryCompleted: PlainPayload {}
extension ClockJumped: PlainPayload {}
extension AuditCompleted: PlainPayload {}
extension NoteAdded: PlainPayload {}
extension EvictionPlanned: PlainPayload {}
extension OrphanFound: PlainPayload {}

/// Folds the payload of an event into the visited overlay.
struct PayloadFold: PayloadVisitor, ~Copyable {
    let head: RecordHead
    let base: any StateView

    @inline(__always)
    mutating func visit<Payload: EventPayload>(_ payload: Payload, _ state: inout Overlay) throws(any Error) {
        try payload.fold(into: &state, head, over: base)
    }
}
