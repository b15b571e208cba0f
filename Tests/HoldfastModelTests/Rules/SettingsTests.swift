import Testing

@testable import HoldfastModel

@Suite struct SettingsTests {
    @Test(arguments: [
        ("queue.maxConcurrent", "0"), ("queue.maxConcurrent", "-1"), ("queue.maxConcurrent", "abc"),
        ("queue.maxConcurrent", "1e9"), ("queue.maxConcurrent", "17"), ("queue.maxConcurrent", " 5 "),
        ("queue.maxConcurrent", ""), ("queue.maxConcurrent", "none"), ("queue.maxConcurrent", "1KB"),
        ("queue.maxConcurrent", "+3"), ("storage.quotaBytes", "-1"), ("storage.quotaBytes", "10GBB"),
        ("storage.quotaBytes", " 5 "), ("storage.quotaBytes", "9223372036854775808"), ("storage.quotaBytes", "GB"),
        ("storage.quotaBytes", "9999999999GB"), ("storage.quotaBytes", "1.5GB"), ("storage.keepFreeBytes", "none"),
        ("network.allowMetered", "maybe"), ("verify.policy", "never"), ("storage.eviction", "mru"),
        ("bandwidth.maxBps", "0"), ("schedule.windows", "25:00-26:00"), ("power.needsCharging", "1"),
        ("ui.undoMs", "86400001"),
    ])
    func `a senseless value is refused, naming what is allowed, and the old value stands`(key: String, value: String)
        throws
    {
        let log = try ModelLog.online()
        let refusal = #expect(throws: Refusal.self) {
            try decide(
                .set(key: key, for: .all, value: value), in: log.state,
                context: DecisionContext(now: log.now, next: log.next))
        }
        #expect(refusal?.code == .valueOutOfRange)
        #expect(refusal?.message.contains(SettingKey.named(key)?.allowed ?? "?") == true)
    }

    @Test(arguments: [
        ("storage.quotaBytes", "10GB", "10000000000"), ("storage.quotaBytes", "2GiB", "2147483648"),
        ("storage.quotaBytes", "5kb", "5000"), ("storage.quotaBytes", "7B", "7"), ("storage.quotaBytes", "0", "0"),
        ("network.allowMetered", "on", "true"), ("storage.eviction", "lru", "lru"),
        ("bandwidth.maxBps", "1MiB", "1048576"), ("schedule.windows", "MON-fri 22:00-06:00", "[mon-fri 22:00-06:00]"),
        ("queue.maxConcurrent", "016", "16"), ("verify.policy", "sizeOnly", "sizeOnly"),
    ])
    func `a value is recorded in one form`(key: String, value: String, recorded: String) throws {
        var log = try ModelLog.online()
        try log.run(.set(key: key, for: .all, value: value))
        #expect(log.state.setting(key, for: nil) == recorded)
        guard case .settingChanged(let payload) = log.records.last?.event else {
            Issue.record("not set")
            return
        }
        #expect(payload.old == nil && payload.new == recorded)
        #expect(try log.note(.set(key: key, for: .all, value: value)) == .alreadySet)
    }

    @Test func `the value that stands writes nothing, the default included`() throws {
        var log = try ModelLog.online()
        #expect(try log.note(.set(key: "queue.maxConcurrent", for: .all, value: "3")) == .alreadySet)
        #expect(try log.note(.set(key: "queue.maxConcurrent", for: .all, value: nil)) == .alreadySet)
        try log.run(.set(key: "queue.maxConcurrent", for: .all, value: "5"))
        #expect(try log.events(.set(key: "queue.maxConcurrent", for: .all, value: nil)) == ["settingChanged"])
        #expect(log.state.setting("queue.maxConcurrent", for: nil) == nil)
    }

    @Test func `an unknown setting is refused`() throws {
        let log = try ModelLog.online()
        #expect(log.refusal(.set(key: "unknownKey", for: .all, value: "x")) == .unknownSetting)
    }

    @Test func `an item's own setting stands before the global one`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        try log.register("b")
        try log.run(.set(key: "network.allowMetered", for: .item("a"), value: "true"))
        #expect(try Settings(of: log.item("a"), in: log.state).allowsMetered)
        #expect(try !Settings(of: log.item("b"), in: log.state).allowsMetered)
        #expect(log.item("a").settingCount == 1)
        // For one item even the default can be set: it stands when the global value changes.
        #expect(
            try log.events(.set(key: "network.allowMetered", for: .item("b"), value: "false")) == ["settingChanged"])
        #expect(log.refusal(.set(key: "queue.maxConcurrent", for: .item("a"), value: "5")) == .valueOutOfRange)
        try log.run(.set(key: "network.allowMetered", for: .item("a"), value: nil))
        #expect(log.item("a").settingCount == 0)
        let key = try #require(SettingKey.named("network.allowMetered"))
        #expect(try effectiveSetting(key, item: log.item("b"), in: log.state) == "false")
    }

    @Test func `a bad value in an old log is brought into its range`() throws {
        var log = try ModelLog.online()
        for (key, value) in [("queue.maxConcurrent", "99"), ("retry.budget", "x"), ("verify.policy", "?")] {
            let event = filled(SettingChanged()) {
                $0.key = key
                $0.new = value
            }
            log.append(NewEvent(subject: .settings, event: .settingChanged(event)))
        }
        let settings = try Settings(of: nil, in: log.state)
        #expect(settings.maxConcurrent == 16 && settings.retryBudget == 8 && settings.verifyPolicy == .required)
    }

    @Test func `the defaults are those of the table`() throws {
        var settings = Settings()
        settings = try Settings(of: nil, in: DefaultsWritten())
        #expect(settings == Settings())
    }

    @Test func `offline mode is set once`() throws {
        var log = try ModelLog.online()
        #expect(try log.note(.setOfflineMode(false, until: nil)) == .alreadySet)
        #expect(try log.events(.setOfflineMode(true, until: nil)) == ["offlineModeSet"])
        #expect(try log.note(.setOfflineMode(true, until: nil)) == .alreadySet)
        #expect(log.refusal(.setOfflineMode(true, until: 1)) == .valueOutOfRange)
        #expect(try log.events(.setOfflineMode(true, until: log.wall + 5)) == ["offlineModeSet"])
        log.wall += 5
        #expect(try log.events(.setOfflineMode(true, until: log.wall + 5)) == ["offlineModeSet"])
        #expect(try log.events(.setOfflineMode(false, until: nil)) == ["offlineModeSet"])
    }

    @Test func `a feature is declared once`() throws {
        var log = try ModelLog.online()
        let feature = Feature(id: "maps", needs: .content, contentItems: ["a"], whenUnmet: .degrade)
        #expect(try log.events(.declare(feature)) == ["featureDeclared"])
        #expect(try log.note(.declare(feature)) == .alreadySet)
        #expect(log.state.features() == [feature])
        #expect(try log.events(.declare(filled(feature) { $0.contentItems = [] })) == ["featureDeclared"])
        #expect(log.refusal(.declare(Feature(id: "", needs: .nothing))) == .invalidIdentifier)
    }
}

/// State in which every setting was set to its default.
private struct DefaultsWritten: StateView {
    func item(_ number: UInt64) -> Item? { nil }
    func number(ofItem id: String) -> UInt64? { nil }
    func group(_ number: UInt64) -> Group? { nil }
    func number(ofGroup id: String) -> UInt64? { nil }
    func groups() -> [Group] { [] }
    func device() -> Device { Device() }
    func totals() -> Totals { Totals() }
    func setting(_ key: String, for scope: UInt64?) -> String? { SettingKey.named(key)?.standard }
    func features() -> [Feature] { [] }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) {}
    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) {}
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) -> Row? { nil }
    func walkLedger<Row: LedgerRow>(_ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool) throws {}
    func privatePart(at position: UInt64) -> PrivatePart? { nil }
}
