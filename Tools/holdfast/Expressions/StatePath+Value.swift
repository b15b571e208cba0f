import HoldfastModel

extension StatePath {
    /// `nil` where there is no such row or no such field in it.
    func value(in scene: ExpressionScene) throws -> DescribedValue? {
        let view = scene.view
        switch root {
        case .item(let id):
            let item = try view.number(ofItem: id).flatMap { try view.item($0) }
            if let value = pick(item?.described) { return value }
            let asksForTransfer = fields == ["transfer"] || fields == ["transfer", "kind"]
            return item != nil && asksForTransfer ? .code(FieldForm.rest) : nil
        case .group(let id): return pick(try view.number(ofGroup: id).flatMap { try view.group($0) }?.described)
        case .feature(let id): return pick(try view.features().first { $0.id == id }?.described)
        case .setting(let key, let owner): return try setting(key, of: owner, in: view)
        case .device: return pick(try view.device().described)
        case .totals: return pick(try view.totals().described)
        case .environment: return try environment(view)
        case .queue: return try queue(view)
        case .event: return try event(scene)
        }
    }

    private func pick(_ row: [DescribedField]?) -> DescribedValue? {
        guard let row else { return nil }
        return fields.reduce(DescribedValue.group(row)) { value, name in
            guard case .group(let fields)? = value else { return nil }
            return fields.first { $0.name == name }?.value
        }
    }

    /// The value set, else the default, as what the setting takes.
    private func setting(_ name: String, of owner: String?, in view: any StateView) throws -> DescribedValue? {
        guard let key = SettingKey.named(name) else { return nil }
        var text: String?
        if let owner {
            let number = if let item = try view.number(ofItem: owner) { item } else { try view.number(ofGroup: owner) }
            text = try number.flatMap { try view.setting(name, for: $0) }
        } else {
            text = try view.setting(name, for: nil) ?? key.standard
        }
        guard let text else { return nil }
        switch form {
        case .boolean: return .boolean(text == "true")
        case .number: return Int64(text).map { .integer($0) }
        default: return .text(text)
        }
    }

    private func environment(_ view: any StateView) throws -> DescribedValue? {
        let device = try view.device()
        if fields.isEmpty { return device.connectivity.map { .code("\($0.link)") } }
        if fields == ["freeBytes"] { return device.contentVolume.freeBytes.map { .integer($0) } }
        if fields == ["link"] { return .code(device.connectivity.map { "\($0.link)" } ?? FieldForm.unknownLink) }
        let row = device.described
        guard let link = row.first(where: { $0.name == "connectivity" }), case .group(let own) = link.value,
            let found = pick(own)
        else { return pick(row) }
        return found
    }

    private func queue(_ view: any StateView) throws -> DescribedValue? {
        let totals = try view.totals()
        switch fields.first {
        case "running": return .integer(totals.running)
        case "failed": return .integer(totals.failed)
        case "paused": return .integer(totals.paused)
        case "first":
            var first: UInt64?
            try view.walk(.wanted) { key in
                first = key.number
                return false
            }
            return try first.flatMap { try view.item($0) }.map { .text($0.id) }
        default: return .integer(totals.wanted)
        }
    }

    private func event(_ scene: ExpressionScene) throws -> DescribedValue? {
        guard let record = scene.record else { return nil }
        switch fields.first {
        case nil, "type": return .code(record.event.typeName)
        case "subject": return scene.subject.map { .text($0) }
        case "item":
            guard let subject = scene.subject, subject.hasPrefix("item:") else { return nil }
            return .text(String(subject.dropFirst("item:".utf8.count)))
        case "actor": return .code(record.actor.kind.description)
        case "rule": return record.actor.rule.map { .text($0) }
        case "command": return record.command.map { .text($0.id) }
        case "position": return .unsigned(record.position)
        case "cause": return record.cause.map { .unsigned($0) }
        case "recordedAt": return .time(record.recordedAt)
        default: return pick(record.event.fields)
        }
    }
}
