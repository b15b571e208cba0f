// Events that change more than one row, or rows of other tables.

extension ItemRegistered {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard case .item(let id) = head.subject, try base.number(ofItem: id) == nil, state.name(id, head.position)
        else { return }
        let slot = state.insert(Item(number: head.position, id: id))
        state.items.change(slot) { $0.fold(self, hasDetails: head.hasPrivatePart) }
        state.totals.items &+= 1
    }
}

/// The place of an item is a function of the record's position, or of the item that it is put before.
extension DownloadReprioritised {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard case .number(let number) = head.subject, let slot = try state.load(number, over: base) else { return }
        var given: (place: Int64, room: Int64)?
        if let before, before != number, let beside = try state.load(before, over: base) {
            state.change(beside) { given = $0.intent?.giveRoom() }
        }
        state.change(slot) { item in
            guard item.transfer.state.answer(to: .downloadReprioritised).applies else { return }
            if let priority { item.intent?.priority = Intent.clamped(priority) }
            switch place {
            case .known(.first): given = (Intent.firstPlace(head.position), Intent.stride)
            case .known(.last): given = (Intent.lastPlace(head.position), Intent.stride)
            case .known(.before), .unknown, nil: break
            }
            guard let given else { return }
            item.intent?.place = given.place
            item.intent?.room = given.room
        }
    }
}

extension FeatureDeclared {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard !featureID.isEmpty, featureID.utf8.count <= Overlay.keyByteCountMax else { return }
        state.features[ExactText(featureID)] = Feature(self)
    }
}

extension Overlay {
    /// Longest text that can stand in a key of a table.
    static let keyByteCountMax = 255

    /// False when the overlay has an item of this name already.
    fileprivate mutating func name(_ id: String, _ number: UInt64) -> Bool {
        guard let known = names.updateValue(number, forKey: ExactText(id)) else { return true }
        names[ExactText(id)] = known
        return false
    }
}

extension Intent {
    package static let priorities: ClosedRange<Int64> = -100...100
    /// Room between the places of two requests that follow each other: it can be halved 24 times.
    static let stride: Int64 = 1 << 24

    static func clamped(_ priority: Int64) -> Int64 {
        min(max(priority, priorities.lowerBound), priorities.upperBound)
    }

    /// Behind all that were placed before.
    static func lastPlace(_ position: UInt64) -> Int64 {
        let place = Int64(clamping: position).multipliedReportingOverflow(by: stride)
        return place.overflow ? .max : place.partialValue
    }

    /// Before all that were placed before.
    static func firstPlace(_ position: UInt64) -> Int64 { -lastPlace(position) }

    /// Gives away half of the room before this item. Without room the two share a place and stand in order of their numbers.
    mutating func giveRoom() -> (place: Int64, room: Int64) {
        room /= 2
        let given = place.subtractingReportingOverflow(room)
        return (given.overflow ? .min : given.partialValue, room)
    }
}
