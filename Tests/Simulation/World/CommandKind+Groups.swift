import HoldfastModel

extension CommandKind {
    static let groups: [CommandKind] = [
        .init("define group", 3) { draw in
            let title: String? = draw.chance.happens(0.5) ? "Group \(draw.chance.index(below: 9))" : nil
            return [.defineGroup(id: draw.group(), title: title)]
        },
        .init("change members", 6) { draw in
            let adding = draw.ids(3)
            let removing = draw.chance.happens(0.3) ? draw.ids(2).filter { !adding.contains($0) } : []
            return [.changeMembers(group: draw.group(), adding: adding, removing: removing)]
        },
        .init("pause group", 3) { [.pause(.group($0.group()), until: $0.time())] },
        .init("resume group", 4) { [.resume(.group($0.group()))] },
        .init("request members", 6) { draw in
            var options = RequestOptions()
            options.allowsMetered = draw.chance.pick([nil, nil, true, false])
            if draw.chance.happens(0.2) { options.consents = [draw.consent()] }
            return [.eachMember(group: draw.group(), .request(options), after: nil)]
        },
        .init("retry members", 2) { [.eachMember(group: $0.group(), .retry, after: nil)] },
        .init("cancel members", 4) { draw in
            [.eachMember(group: draw.group(), .cancel(keepsPartial: draw.chance.happens(0.5)), after: nil)]
        },
        .init("remove members", 1) { draw in
            [.eachMember(group: draw.group(), .remove(isImmediate: draw.chance.happens(0.4)), after: nil)]
        },
    ]

    static let agreements: [CommandKind] = [
        .init("request with consent", 6) { draw in
            var options = RequestOptions()
            options.consents = [draw.consent()]
            return [.request(item: draw.id(), options)]
        },
        .init("consent", 5) { draw in
            [.consent(draw.scope(), draw.consent(), isGiven: draw.chance.happens(0.6))]
        },
        .init("note", 1) { draw in
            let target: UInt64? = draw.chance.happens(0.5) ? UInt64(draw.chance.index(below: 40)) : nil
            return [.note(item: draw.chance.happens(0.5) ? draw.id() : nil, target: target, text: "A note.")]
        },
    ]

    static let files: [CommandKind] = [
        .init("pin", 5) { [.pin(item: $0.id(), $0.chance.happens(0.6))] },
        .init("opened", 6) { [.opened(item: $0.id())] },
        .init("make way", 4) { draw in
            // Little room, and content may go for it.
            let rule = draw.chance.pick(["lru", "oldest", "largest"])
            return [
                .set(key: "storage.eviction", for: .all, value: rule),
                .set(key: "storage.quotaBytes", for: .all, value: draw.chance.pick(["100kB", "200kB", "1MB"])),
            ]
        },
    ]
}

extension CommandDraw {
    mutating func group() -> String { chance.pick(["g0", "g1"]) }

    mutating func ids(_ countMax: Int) -> [String] { (0..<chance.index(below: countMax) + 1).map { _ in id() } }

    mutating func scope() -> Scope {
        switch chance.index(below: 4) {
        case 0, 1: .item(id())
        case 2: .group(group())
        default: .all
        }
    }

    mutating func consent() -> Consent {
        Consent(
            chance.pick([.metered, .metered] + Array(ConsentKind.allCases)),
            maxBytes: chance.pick([nil, nil, 50_000, 10_000_000]),
            expiresAt: chance.happens(0.3) ? wall + chance.time(60...20_000) : nil)
    }
}
