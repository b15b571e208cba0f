@testable import HoldfastModel

/// Groups, consents, pins and whatever else people and apps say about items.
extension Simulation {
    mutating func laterCommand() -> Command {
        let id = pick(ids)
        let group = pick(["g", "h"])
        switch Int.random(in: 0...14, using: &random) {
        case 0: return .defineGroup(id: group, title: pick([nil, "A title"]))
        case 1, 2: return .changeMembers(group: group, adding: [id], removing: chance(30) ? [pick(ids)] : [])
        case 3: return chance(50) ? .pause(.group(group), until: log.wall + 4_000_000) : .resume(.group(group))
        case 4:
            let orders: [MemberOrder] = [
                .request(RequestOptions()), .retry, .cancel(keepsPartial: true), .remove(isImmediate: chance(50)),
            ]
            return .eachMember(group: group, pick(orders), after: nil)
        case 5: return .set(key: "network.allowMetered", for: .group(group), value: pick([nil, "true", "false"]))
        case 6, 7:
            let limits: [Int64?] = [nil, 800_000]
            let consent = Consent(
                pick(ConsentKind.allCases), maxBytes: pick(limits), expiresAt: chance(30) ? log.wall + 5_000_000 : nil)
            return .consent(pick([.item(id), .group(group), .all]), consent, isGiven: chance(70))
        case 8:
            let pinned = ids.filter { log.item($0).isPinned }
            return pinned.isEmpty || chance(40) ? .pin(item: id, true) : .pin(item: pick(pinned), false)
        case 9: return .opened(item: id)
        case 10:
            return chance(40)
                ? .withdraw(item: id, reason: "gone")
                : .register(Registration(id: id, sources: ["https://a.example/\(id)"]))
        case 11:
            return .observeRemote(
                item: id,
                RemoteVersion(
                    version: pick([nil, "2"]), etag: pick([nil, "\"b\""]), bytes: pick([nil, 700_000]),
                    digest: pick([nil, ModelLog.otherDigest])))
        case 12: return .note(item: pick([nil, id]), target: 0, text: "seen")
        case 13: return .set(key: "storage.eviction", for: .all, value: pick(["lru", "oldest", "largest", "off"]))
        default:
            return .set(
                key: pick(["network.confirmBytes", "schedule.windows", "power.needsCharging"]),
                for: .all,
                value: pick(["1MB", "none", "[]", "[00:00-12:00]", "true", "false"]))
        }
    }

    /// What is seen around the items.
    mutating func surroundings() -> Command {
        switch Int.random(in: 0...4, using: &random) {
        case 0:
            return .power(
                filled(PowerChanged()) {
                    $0.source = .known(pick([.battery, .external]))
                    $0.levelInBasisPoints = pick([nil, 900, 5_000])
                    $0.isLowPowerMode = chance(20)
                })
        case 1: return .timeZone(utcOffsetInSeconds: pick([-18_000, 0, 3_600]))
        case 3: return .evict(needBytes: pick([1, 900_000]), sparing: [])
        case 2: return .audited(filled(AuditCompleted()) { $0.itemsChecked = 3 })
        default: return .orphan(filled(OrphanFound()) { $0.bytes = 7 }, path: "content/ab/x", item: nil)
        }
    }
}
