import Testing

@testable import HoldfastModel

/// What a source offers now, what it offers no more, and files that come from elsewhere.
@Suite struct VersionTests {
    @Test func `another version makes the installed one stale, and it stays usable while the update runs`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        #expect(log.item("a").isCurrent)
        #expect(
            try log.events(.observeRemote(item: "a", RemoteVersion(version: "2", etag: "\"b\"", bytes: 2_000_000)))
                == ["remoteVersionObserved"])
        #expect(!log.item("a").isCurrent)
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.reason = .update }))
        try log.start("a")
        #expect(log.item("a").installed?.isSound == true)
        try log.report("a", .response(ModelLog.response(bytes: 2_000_000, etag: "\"b\"")))
        try log.report("a", ModelLog.completed(2_000_000))
        try log.report("a", .verified(bytes: 2_000_000, ModelLog.otherDigest, .sizeOnly))
        try log.report("a", .published(path: "content/a2", volume: 0))
        #expect(log.item("a").isCurrent && log.item("a").installed?.version == "2")
    }

    @Test func `a promise for the old bytes is not asked of the new ones`() throws {
        var log = try ModelLog.online()
        var registration = Registration(id: "a", sources: ["https://a.example/"])
        registration.expectedDigest = ModelLog.digest
        registration.expectedBytes = 5
        registration.version = "1"
        try log.run(.register(registration))
        try log.run(.observeRemote(item: "a", RemoteVersion(version: "1")))
        #expect(log.item("a").catalogue.expectedDigest == ModelLog.digest)
        try log.run(.observeRemote(item: "a", RemoteVersion(version: "2")))
        #expect(log.item("a").catalogue.expectedDigest == nil && log.item("a").catalogue.expectedBytes == nil)
        try log.run(.observeRemote(item: "a", RemoteVersion(digest: ModelLog.otherDigest)))
        #expect(log.item("a").catalogue.expectedDigest == ModelLog.otherDigest)
    }

    @Test func `the same again is no news, and senseless values are refused`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.observeRemote(item: "a", RemoteVersion(etag: "\"a\"", bytes: 1_000_000)))
        #expect(try log.note(.observeRemote(item: "a", RemoteVersion(etag: "\"a\"", bytes: 1_000_000))) == .unchanged)
        #expect(log.item("a").isCurrent)
        #expect(try log.note(.observeRemote(item: "a", RemoteVersion())) == .unchanged)
        #expect(log.refusal(.observeRemote(item: "a", RemoteVersion(bytes: -1))) == .valueOutOfRange)
        #expect(log.refusal(.observeRemote(item: "x", RemoteVersion(bytes: 1))) == .unknownItem)
    }

    @Test func `another version is what a download that failed for its source waits for`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.start("a")
        _ = try log.fail("a", .notFound)
        #expect(
            try log.events(.observeRemote(item: "a", RemoteVersion(bytes: 7)))
                == ["remoteVersionObserved", "retryRequested"])
    }

    @Test(arguments: [TransferState.ready, .held, .backoff, .connecting, .receiving])
    func `a withdrawn item that is wanted fails for all to see, from every state`(state: TransferState) throws {
        var log = try ModelLog.online()
        try log.want("a")
        switch state {
        case .held: try log.run(.pause(.item("a"), until: nil))
        case .backoff:
            try log.start("a")
            _ = try log.fail("a", .transient)
        case .connecting: try log.start("a")
        case .receiving: try log.receive("a", durable: 5)
        default: break
        }
        #expect(log.item("a").transfer.state == state)
        try log.run(.withdraw(item: "a", reason: "rights ended"))
        guard case .failed(let failure, _) = log.item("a").transfer else {
            Issue.record("\(log.item("a").transfer)")
            return
        }
        #expect(failure.class == .known(.notFound) && failure.code == "withdrawn")
        #expect(log.refusal(.retry(item: "a")) == .withdrawn && log.refusal(.request(item: "a", .init())) == .withdrawn)
        #expect(try log.note(.withdraw(item: "a", reason: "again")) == .alreadyWithdrawn)
        // Its failed request can be taken back.
        #expect(try log.events(.cancel(item: "a", keepsPartial: false)).first == "downloadCancelled")
    }

    @Test func `what is installed stays, and registering again brings the item back`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.withdraw(item: "a", reason: ""))
        #expect(log.item("a").installed?.isSound == true)
        let again = filled(Registration(id: "a", sources: ["https://a.example/file"])) { $0.expectedBytes = 1_000_000 }
        #expect(try log.events(.register(again)) == ["itemAmended"])
        #expect(!log.item("a").catalogue.isWithdrawn)
        #expect(try log.note(.register(again)) == .alreadyRegistered)
    }

    @Test func `an imported file is installed, meets a wish, and can be no other than was promised`() throws {
        var log = try ModelLog.online()
        try log.want("a", bytes: 5)
        let number = log.item("a").number
        #expect(
            log.refusal(.imported(item: number, bytes: 6, ModelLog.digest, path: "p", volume: 0)) == .notProven)
        #expect(
            try log.events(.imported(item: number, bytes: 5, ModelLog.digest, path: "p", volume: 0))
                == ["contentImported"])
        let item = log.item("a")
        #expect(item.installed?.bytes == 5 && item.installed?.trust == .known(.sizeOnly) && item.intent == nil)
        #expect(log.state.totals().completed == 1)
        let published = try #require(item.installed?.published)
        #expect(log.state.privatePart(at: published)?.path == "p")
    }

    @Test func `an import waits for an open attempt and for a removal that has begun, and undoes one that has not`()
        throws
    {
        var log = try ModelLog.online()
        try log.receive("a")
        func importing(_ id: String) -> Command {
            .imported(item: log.item(id).number, bytes: 1_000_000, ModelLog.digest, path: "p", volume: 0)
        }
        #expect(log.refusal(importing("a")) == .attemptOpen)
        try log.install("b")
        try log.run(.remove(item: "b", reason: .user, isImmediate: false))
        #expect(try log.events(importing("b")) == ["deletionUndone", "contentImported"])
        try log.run(.remove(item: "b", reason: .user, isImmediate: true))
        try log.run(.startDeletion(item: log.item("b").number))
        #expect(log.refusal(importing("b")) == .removalStarted)
    }

    @Test func `opening is written down once an hour`() throws {
        var log = try ModelLog.online()
        #expect(log.refusal(.opened(item: "a")) == .unknownItem)
        try log.register("b")
        #expect(try log.note(.opened(item: "b")) == .notInstalled)
        try log.install("a")
        #expect(try log.events(.opened(item: "a")) == ["contentOpened"])
        log.wall += 3_599_999_999
        #expect(try log.note(.opened(item: "a")) == .unchanged)
        log.wall += 1
        try log.connect(.none)
        try log.run(.opened(item: "a"))
        guard case .contentOpened(let opened) = log.records.last?.event else {
            Issue.record("not written down")
            return
        }
        #expect(opened.isOffline)
        // A clock that was set back must not silence it for years.
        log.wall -= 1_000_000_000
        #expect(try log.events(.opened(item: "a")) == ["contentOpened"])
    }

    @Test func `a note is about an item or a record, and its text can be erased`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        #expect(try log.events(.note(item: "a", target: 2, text: "seen on the train")) == ["noteAdded"])
        let note = try #require(log.records.last)
        #expect(note.subject == .number(log.item("a").number) && note.cause == 2)
        #expect(log.details[note.position]?.note == "seen on the train")
        #expect(log.refusal(.note(item: nil, target: log.next, text: "x")) == .notFound)
        #expect(log.refusal(.note(item: nil, target: nil, text: "")) == .valueOutOfRange)
        #expect(
            log.refusal(.note(item: nil, target: nil, text: String(repeating: "x", count: 4_097))) == .valueOutOfRange)
    }
}
