import HoldfastModel

extension CommandKind {
    static let catalogue: [CommandKind] = [
        .init("register", 12) { [.register($0.registration())] },
        .init("amend", 4) { draw in
            var item = draw.registration()
            if draw.chance.happens(0.1) { item.isDownloadable = draw.chance.happens(0.5) }
            if draw.chance.happens(0.1) { item.expiresAt = draw.wall + draw.chance.time(60...90_000) }
            return [.amend(item: item.id, item)]
        },
    ]

    static let wishes: [CommandKind] = [
        .init("register and request", 14) { draw in
            let item = draw.registration()
            return [.register(item), .request(item: item.id, RequestOptions())]
        },
        .init("request", 20) { draw in
            var options = RequestOptions()
            options.reason = draw.chance.pick(Array(DownloadReason.allCases))
            options.priority = draw.chance.pick([0, 0, 10, -10, 100])
            options.notBefore = draw.chance.happens(0.2) ? draw.time() : nil
            options.deadline = draw.chance.happens(0.1) ? draw.time() : nil
            options.allowsMetered = draw.chance.pick([nil, nil, true, false])
            return [.request(item: draw.id(), options)]
        },
        .init("pause", 6) { [.pause(.item($0.id()), until: $0.time())] },
        .init("resume", 6) { [.resume(.item($0.id()))] },
        .init("pause all", 2) { [.pause(.all, until: $0.time())] },
        .init("resume all", 3) { _ in [.resume(.all)] },
        .init("cancel", 5) { [.cancel(item: $0.id(), keepsPartial: $0.chance.happens(0.5))] },
        .init("retry", 5) { [.retry(item: $0.id())] },
        // Two people at once.
        .init("cancel and request", 3) { draw in
            let id = draw.id()
            return [.cancel(item: id, keepsPartial: draw.chance.happens(0.5)), .request(item: id, RequestOptions())]
        },
    ]

    static let queue: [CommandKind] = [
        .init("reprioritise", 5) { draw in
            let place = draw.chance.pick([nil, QueuePlace.first, .last, .before])
            return [
                .reprioritise(
                    item: draw.id(), priority: draw.chance.pick([nil, 5, -50, 100]), place: place,
                    before: place == .before ? draw.id() : nil)
            ]
        },
        .init("set", 6) { draw in
            let key = draw.chance.pick(SettingKey.all)
            let scope: Scope = key.isPerItem && draw.chance.happens(0.5) ? .item(draw.id()) : .all
            let value = draw.chance.happens(0.4) ? nil : draw.value(of: key)
            return [.set(key: key.name, for: scope, value: value)]
        },
    ]

    static let removals: [CommandKind] = [
        .init("remove", 7) { [.remove(item: $0.id(), reason: .user, isImmediate: $0.chance.happens(0.4))] },
        .init("undo", 4) { [.undoRemoval(item: $0.id())] },
    ]

    static let device: [CommandKind] = [
        .init("offline mode", 2) { draw in
            let isOn = draw.chance.happens(0.4)
            return [.setOfflineMode(isOn, until: isOn ? draw.time() : nil)]
        },
        .init("declare", 1) { draw in
            let needs = draw.chance.pick(Array(FeatureNeed.allCases))
            return [
                .declare(
                    Feature(
                        id: draw.chance.pick(["maps", "search"]), needs: needs,
                        contentItems: needs == .content ? [draw.id()] : [],
                        whenUnmet: draw.chance.pick(Array(WhenUnmet.allCases))))
            ]
        },
    ]
}

extension CommandDraw {
    /// A value that the setting takes, mostly one that matters here.
    mutating func value(of key: SettingKey) -> String {
        switch (key.name, key.kind) {
        case ("storage.quotaBytes", _): chance.pick(["none", "0", "50kB", "1MB", "20MB"])
        case ("storage.keepFreeBytes", _): chance.pick(["0", "0", "100kB", "1MB", "500MB"])
        case ("ui.undoMs", _): chance.pick(["0", "1000", "10000", "3600000"])
        case (_, .boolean): chance.pick(["true", "false"])
        case (_, .number(let range)): "\(chance.int(range.lowerBound...min(range.upperBound, range.lowerBound + 9)))"
        case (_, .bytes): chance.pick(["0", "100kB", "1MB"])
        case (_, .word(let words)): chance.pick(words)
        default: key.standard
        }
    }
}

extension Command {
    /// The item that it is about; `nil` for none, or all.
    package var itemID: String? {
        switch self {
        case .register(let item): item.id
        case .amend(let id, _), .request(let id, _), .pause(.item(let id), _), .resume(.item(let id)),
            .cancel(let id, _), .retry(let id), .remove(let id, _, _), .undoRemoval(let id),
            .reprioritise(let id, _, _, _):
            id
        case .set(_, .item(let id), _): id
        default: nil
        }
    }

    /// Nobody wants the item after it.
    package var isEnding: Bool {
        switch self {
        case .cancel, .remove: true
        default: false
        }
    }
}
