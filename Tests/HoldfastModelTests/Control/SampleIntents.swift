@testable import HoldfastModel

/// Every command that may come from outside, with fields present and absent.
enum SampleIntents {
    static let scopes: [Scope] = [.item("a"), .group("g"), .all]
    static let digest = Digest(sha256: [UInt8](0..<32))

    static let registration: Registration = {
        var item = Registration(id: "a", sources: ["https://a.example/b", "http://b.example/ä?c=d"])
        (item.title, item.suggestedName, item.mediaType) = ("T\n\u{1b}[2J", "n", "application/pdf")
        (item.version, item.expectedBytes, item.expectedDigest) = ("2", 5, digest)
        (item.expiresAt, item.isDownloadable) = (1_796_040_000_000_000, false)
        return item
    }()

    static let request: RequestOptions = {
        var options = RequestOptions()
        (options.reason, options.priority, options.allowsMetered) = (.repair, -100, true)
        (options.notBefore, options.deadline) = (.min, .max)
        options.consents = [Consent(.roaming, maxBytes: 7, expiresAt: 9), Consent(.pause)]
        return options
    }()

    static let all: [Command] =
        items + groups
        + scopes.flatMap { scope -> [Command] in
            [
                .pause(scope, until: nil), .pause(scope, until: 5), .resume(scope),
                .set(key: "queue.maxConcurrent", for: scope, value: nil), .set(key: "k", for: scope, value: "none"),
                .consent(scope, Consent(.metered), isGiven: true),
                .consent(scope, Consent(.large, maxBytes: 3, expiresAt: 4), isGiven: false),
            ]
        } + [
            .setOfflineMode(true, until: nil), .setOfflineMode(false, until: -1),
            .declare(Feature(id: "f", needs: .content, contentItems: ["a", "b"], whenUnmet: .queue)),
            .declare(Feature(id: "", needs: .nothing)),
        ]

    private static let items: [Command] = [
        .register(registration), .register(Registration(id: "")), .amend(item: "a", registration),
        .amend(item: "b", Registration(id: "a")), .request(item: "a", request), .request(item: "", RequestOptions()),
        .cancel(item: "a", keepsPartial: true), .cancel(item: "a", keepsPartial: false), .retry(item: "a"),
        .remove(item: "a", reason: .user, isImmediate: true), .remove(item: "a", reason: .user, isImmediate: false),
        .undoRemoval(item: "a"), .reprioritise(item: "a", priority: nil, place: nil, before: nil),
        .reprioritise(item: "a", priority: 5, place: .before, before: "b"), .waitForUnmetered(item: "a"),
        .pin(item: "a", true), .pin(item: "a", false), .opened(item: "a"), .withdraw(item: "a", reason: "gone"),
        .observeRemote(item: "a", RemoteVersion()),
        .observeRemote(item: "a", RemoteVersion(version: "3", etag: "\"e\"", bytes: 9, digest: digest)),
        .note(item: nil, target: nil, text: "remark"), .note(item: "a", target: .max, text: ""),
    ]

    private static let groups: [Command] =
        [
            .defineGroup(id: "g", title: nil), .defineGroup(id: "g", title: "G"),
            .changeMembers(group: "g", adding: [], removing: []),
            .changeMembers(group: "g", adding: ["a", "b"], removing: ["c"]),
        ]
        + [
            MemberOrder.request(request), .retry, .resume, .cancel(keepsPartial: true), .remove(isImmediate: false),
        ].map { .eachMember(group: "g", $0, after: nil) }

    /// What only an engine says, and what only it may ask for.
    static let internals: [Command] = [
        .createStore(storeID: "s", engineVersion: "1"), .closeSession(.normal), .clockFell(byMilliseconds: 1),
        .recovered(RecoveryCompleted()), .observe(ConnectivityChanged()), .measure(StorageMeasured()),
        .openSession(engineVersion: "1", operatingSystem: "o", bootID: "b"), .volume(id: 1, isAvailable: true),
        .power(PowerChanged()), .timeZone(utcOffsetInSeconds: 0), .evict(needBytes: 1, sparing: []),
        .audited(AuditCompleted()), .orphan(OrphanFound(), path: "p", item: nil),
        .imported(item: 1, bytes: 1, digest, path: "p", volume: 0),
        .startTransfer(item: 1, source: 0, fromByte: 0, validator: nil, reservedBytes: 0),
        .attempt(item: 1, id: 2, .discarded(.lost)), .startDeletion(item: 1), .deleted(item: 1, freedBytes: 0),
        .deletionFailed(item: 1, Failure()), .found(item: 1, .missing(.open)), .discardPartial(item: 1, .lost),
        .remove(item: "a", reason: .evicted, isImmediate: true), .eachMember(group: "g", .retry, after: 3),
    ]
}
