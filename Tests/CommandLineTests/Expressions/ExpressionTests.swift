import Testing

@testable import HoldfastCLI
@testable import HoldfastModel

@Suite struct ExpressionTests {
    private let world = ExpressionWorld()

    @Test(arguments: [
        "item(guide)", "item( guide ).intent", "item('guide').catalogue.size == 48MB", "item(\"guide\").id == guide",
        #"item('odd (id) "x"')"#, #"item("odd (id) \"x\"").id == 'odd (id) "x"'"#,
        "item(guide).intent.priority == -5", "item(guide).intent.priority < 0",
        "item(guide).catalogue.mediaType == 'text/plain'", "item(guide).catalogue.mediaType != none",
        "item(guide).transfer == ready", "item(guide).transfer.kind == ready",
        "item(guide).intent.lastFailure == offline",
        "item(guide).intent.lastFailure.code == dns", "item(guide).intent.lastFailure.osCode >= -3",
        "item(guide).installed == none", "!item(guide).installed", "item(guide).installed.bytes == none",
        "group(maps)", "group(maps).totals.items == 0", "group(maps).paused == none",
        "setting(network.allowMetered) == false", "!setting(network.allowMetered)", "setting(queue.maxConcurrent) == 5",
        "setting(queue.maxConcurrent) > 3", "setting(storage.quotaBytes) == none", "setting(verify.policy) == required",
        "setting(schedule.windows) == '[]'", "setting(retry.budget of guide) == none",
        "env.link == internet", "env.interfaces == wifi", "env.interfaces == vpn", "env.interfaces != cellular",
        "env.isMetered == false", "!env.isMetered", "env.offlineMode == none", "env.freeBytes == none", "free == none",
        "env.settledInMilliseconds == 90s", "env.settledInMilliseconds >= 1m30s",
        "device.connectivity.link == internet",
        "device.session == none", "totals.items == 2", "queue.count == 1", "queue.first == guide", "queue.failed == 0",
        "used == 0", "used < 1kB", "used <= 0", "partial == 0", "position == 8", "event.position >= 8",
        "event.type == groupDefined", "event.type != transferFailed", "event.subject == 'group:maps'",
        "event.item == none", "event.actor == app", "time == '2026-11-30 04:08'", "time > 2026-11-30", "time < now",
        "event.recordedAt <= '2026-11-30T04:08:00Z'", "5 < position", "guide == queue.first",
        "position == event.position",
        "queue.count < totals.items", "env.link != item(guide).transfer",
    ])
    func `each kind of value compares as it is`(_ text: String) throws {
        #expect(try world.holds(text))
    }

    @Test(arguments: [
        ("position == 8", true), ("position == 7", false), ("position != 8", false), ("position != 7", true),
        ("position < 8", false), ("position < 9", true), ("position <= 8", true), ("position <= 7", false),
        ("position > 8", false), ("position > 7", true), ("position >= 8", true), ("position >= 9", false),
        ("position > -1", true), ("position < -1", false), ("position == -1", false), ("-1 < position", true),
        ("!used", true), ("!!used", false), ("used && queue.count", false), ("queue.count && !used", true),
        ("used || queue.count", true), ("used || partial", false), ("(used)", false), ("!(used)", true),
        ("queue.count || used && used", true), ("(queue.count || used) && used", false), ("!used && !partial", true),
    ])
    func `each sign does what it says, and binds as it should`(_ text: String, _ answer: Bool) throws {
        #expect(try world.holds(text) == answer)
    }

    @Test(arguments: [
        ("item(nobody).installed", false), ("item(nobody).installed == none", true),
        ("item(nobody).transfer == none", true),
        ("item(nobody).transfer == idle", false), ("item(nobody).catalogue.size < 5", false),
        ("item(nobody).catalogue.size > 5", false), ("item(nobody).catalogue.size != 5", true),
        ("feature(reading)", false), ("feature(reading).needs == internet", false), ("group(none)", false),
    ])
    func `what is not there is equal to none, and neither less nor more than anything`(_ text: String, _ answer: Bool)
        throws
    {
        #expect(try world.holds(text) == answer)
    }

    @Test func `a value changes with the records`() throws {
        func counts(_ text: String) throws -> [Int] {
            try world.scenes.indices.filter { try world.holds(text, after: $0) }
        }
        #expect(try counts("item(guide)") == [2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try counts("item(guide).transfer == idle") == [2])
        #expect(try counts("item(guide).transfer == connecting") == [5])
        #expect(try counts("event.type == transferFailed && event.failure == offline") == [6])
        #expect(try counts("event.failure.code == dns") == [6])
        #expect(try counts("event.item == guide && event.actor == system") == [5, 6])
        #expect(try counts("env.link == unknown") == [0, 1, 2, 3])
        #expect(try counts("setting(queue.maxConcurrent) == 3") == [0, 1, 2, 3, 4, 5, 6])
        #expect(try counts("event") == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(try counts("position == none") == [0])
    }

    @Test func `every name that a row or record may have can be asked for`() throws {
        func names(_ form: FieldForm, _ prefix: String) -> [String] {
            form.members.flatMap { member in [prefix + member.name] + names(member.form, prefix + member.name + ".") }
        }
        let roots: [(FieldForm, String)] = [
            (.item, "item(guide)."), (.itemGroup, "group(maps)."), (.feature, "feature(x)."), (.device, "device."),
            (.totals, "totals."), (.environment, "env."), (.queue, "queue."), (.event, "event."),
        ]
        let all = roots.flatMap { names($0.0, $0.1) }
        #expect(all.count > 150)
        for name in all { _ = try world.holds(name + " || " + name + " == none") }
        for key in SettingKey.all { _ = try world.holds("setting(\(key.name))") }
    }

    /// What `state --json` shows is what can be asked for.
    @Test func `rows hold no field that an expression does not know`() throws {
        let scene = try #require(world.scenes.last)
        let rows = try StateRow.general(scene.view)
        let item = try #require(try scene.view.number(ofItem: "guide").flatMap { try scene.view.item($0) })
        for row in rows + [StateRow(item)] where row.setting == nil {
            let root =
                switch row.kind {
                case .item, .group, .feature: "\(row.kind.rawValue)('\(row.key ?? "")')."
                default: row.kind.rawValue + "."
                }
            for (name, value) in RowChange.flat(row.fields, "") {
                if case .list(let values) = value, values.isEmpty { continue }
                #expect(try world.holds("\(root)\(name) != none"), "\(root)\(name)")
            }
        }
    }
}

@Suite struct ExpressionHelpTests {
    @Test func `the topic fits a screen of 80 columns, and its examples are understood`() throws {
        let lines = HelpTopic.expressions.lines
        for line in lines { #expect(DisplayWidth.of(line) <= HelpText.width, "\(line)") }
        let examples = lines.dropFirst(2).prefix { !$0.isEmpty }
        #expect(examples.count == 5)
        for line in examples {
            let parts = line.dropFirst(2).split(separator: "  ", maxSplits: 1)
            _ = try Predicate(String(parts[0]), now: noon, zone: .utc)
        }
        let whole = lines.joined(separator: "\n")
        for name in ExpressionName.allCases { #expect(whole.contains(name.rawValue)) }
        for sign in Comparison.allCases { #expect(whole.contains(sign.rawValue)) }
    }
}

@Suite struct ExpressionErrorTests {
    @Test(arguments: [
        ("", 1, "empty"), ("   ", 1, "empty"), ("item(guide).instaled", 13, "Did you mean 'installed'?"),
        ("item(guide).installed && usd > 3", 26, "Did you mean 'used'?"), ("itm(guide)", 1, "Did you mean 'item'?"),
        ("item.installed", 1, "Write item(guide)."), ("item(", 6, "not closed"), ("item()", 6, "needs a name"),
        ("item('guide", 6, "quotes are not closed"), ("item(guide", 11, "not closed"),
        ("item(guide).transfer == faild", 25, "Did you mean 'failed'?"),
        ("item(guide).transfer < failed", 22, "compares numbers and times"),
        ("event.type == 3", 15, "it is never '3'"), ("used == many", 9, "'many' is not a number"),
        ("used > 10XB", 8, "'10XB' is not a number"), ("used > none", 8, "'none' is not a number"),
        ("time > '2026-13-01'", 8, "the month"), ("time == '#12'", 9, "not a time"),
        ("env.isMetered == maybe", 18, "neither true nor false"),
        ("env.settledInMilliseconds > soon", 29, "length of time"),
        ("item(guide).installed == 3", 26, "only there or not"), ("used.bytes", 6, "it has no fields"),
        ("setting(network.allowMeterd)", 9, "Did you mean 'network.allowMetered'?"),
        ("queue.count >", 14, "value is missing"),
        ("queue.count = 3", 13, "Did you mean '=='?"), ("used & partial", 6, "Did you mean '&&'?"),
        ("used | partial", 6, "Did you mean '||'?"), ("(used", 6, "not closed"), ("used)", 5, "ended here"),
        ("used partial", 6, "Join two conditions"), ("&& used", 1, "value is missing"),
        ("used &&", 8, "value is missing"),
        ("used § 3", 6, "has no meaning"), ("3 == 3", 1, "no value of the state"),
        ("item(guide).", 13, "name of a field"),
        ("env.link == used", 13, "a number does not compare with a word"), ("'used'", 1, "no value of the state"),
        ("フ == 日本", 1, "no value of the state"),
    ])
    func `an error points at its place and says what would do`(_ text: String, _ column: Int, _ words: String) {
        do {
            _ = try Predicate(text, now: noon, zone: .utc)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.column == column, "\(error.line)")
            #expect(error.line.contains(words), "\(error.line)")
        }
    }

    @Test func `the mark stands below the place, in columns of the screen`() {
        func mark(_ text: String) -> (above: String, mark: String)? {
            do {
                _ = try Predicate(text, now: noon, zone: .utc)
                return nil
            } catch {
                let lines = error.failure(for: "--where").lines
                return lines.count == 4 ? (lines[1], lines[2]) : nil
            }
        }
        let wide = mark("item(日本).installed && nothing")
        #expect(wide?.above == "  item(日本).installed && nothing")
        #expect(wide.map { DisplayWidth.of($0.mark) } == 27)
        let long = mark(String(repeating: "used && ", count: 40) + "nothing")
        #expect(long?.above.hasSuffix("nothing") == true)
        #expect(long.map { DisplayWidth.of($0.mark) } == 49)
    }

    @Test func `an expression has limits, and what is at them is taken`() throws {
        func isTaken(_ text: String) -> Bool { (try? Predicate(text, now: noon, zone: .utc)) != nil }
        let depth = ExpressionParser.depthMax
        #expect(isTaken(String(repeating: "!", count: depth - 1) + "used"))
        #expect(!isTaken(String(repeating: "!", count: depth) + "used"))
        #expect(isTaken(String(repeating: "(", count: depth - 1) + "used" + String(repeating: ")", count: depth - 1)))
        #expect(!isTaken(String(repeating: "(", count: depth) + "used" + String(repeating: ")", count: depth)))
        let words = "used" + String(repeating: " || used", count: 510)
        #expect(words.utf8.count <= ExpressionScanner.sizeInBytesMax && isTaken(words))
        let most = words + String(repeating: " ", count: ExpressionScanner.sizeInBytesMax - words.utf8.count)
        #expect(isTaken(most) && !isTaken(most + " "))
    }

    @Test func `the command line says where an expression goes wrong`() throws {
        let meaning = try meaning("bisect", "--where", "used >> 3")
        #expect(throws: ToolFailure.self) { try BisectVerb.request(meaning) }
    }
}
