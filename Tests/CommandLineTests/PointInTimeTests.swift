import HoldfastModel
import Testing

@testable import HoldfastCLI

@Suite struct PointInTimeTests {
    private func time(_ text: String, in zone: TimeZoneRules = .utc) throws -> String? {
        guard case .time(let time) = try PointInTime.parse(text, now: noon, zone: zone) else { return nil }
        return TimeText.string(time)
    }

    @Test(arguments: [
        ("2026-11-30 04:00", "2026-11-30T04:00:00.000000Z"),
        ("2026-11-30 04:00:07", "2026-11-30T04:00:07.000000Z"),
        ("2026-11-30T04:00:07.25", "2026-11-30T04:00:07.250000Z"),
        ("2026-11-30", "2026-11-30T00:00:00.000000Z"),
        ("2028-02-29", "2028-02-29T00:00:00.000000Z"),
        ("2026-11-30T04:00:00Z", "2026-11-30T04:00:00.000000Z"),
        ("2026-11-30T04:00:00.1234567+01:00", "2026-11-30T03:00:00.123456Z"),
        ("2026-11-30 04:00-0330", "2026-11-30T07:30:00.000000Z"),
        ("0001-01-01", "0001-01-01T00:00:00.000000Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000000Z"),
        ("today", "2026-11-30T00:00:00.000000Z"),
        ("yesterday", "2026-11-29T00:00:00.000000Z"),
        ("tomorrow", "2026-12-01T00:00:00.000000Z"),
        ("now", "2026-11-30T12:00:00.000000Z"),
        ("-2h", "2026-11-30T10:00:00.000000Z"),
        ("-30m", "2026-11-30T11:30:00.000000Z"),
        ("-3d", "2026-11-27T12:00:00.000000Z"),
        ("-1h30m", "2026-11-30T10:30:00.000000Z"),
        ("+250ms", "2026-11-30T12:00:00.250000Z"),
        ("@0", "1970-01-01T00:00:00.000000Z"),
        ("@1796011200.5", "2026-11-30T04:00:00.500000Z"),
        ("@-1.5", "1969-12-31T23:59:58.500000Z"),
    ])
    func `a time is understood`(_ text: String, _ expected: String) throws {
        #expect(try time(text) == expected)
    }

    @Test func `positions and sessions are understood`() throws {
        func parse(_ text: String) throws -> PointInTime {
            try PointInTime.parse(text, now: noon, zone: .utc, bareDigitsArePositions: true)
        }
        #expect(try parse("#1234") == .position(1234))
        #expect(try parse("1234") == .position(1234))
        #expect(try parse("#-1") == .position(-1))
        #expect(try parse("session:-1") == .session(-1))
        #expect(try parse("session:3") == .session(3))
    }

    @Test(arguments: [
        "", " ", "#", "#-2", "#+1", "#1x", "#99999999999999999999", "@", "@x", "@1.", "@1.x", "@99999999999999", "@--1",
        "session:", "session:x", "-", "-2", "-2x", "-h", "--2h", "-99999999999999999d", "-9999999999w",
        "2026", "1234", "2026-1-1", "2026-13-01", "2026-00-10", "2026-02-29", "2026-11-31", "0000-01-01",
        "2026-11-30 24:00", "2026-11-30 04:60", "2026-11-30 04:00:60", "2026-11-30 04", "2026-11-30 4:00",
        "2026-11-30 04:00 ", "2026-11-30T04:00:00+24:00", "2026-11-30T04:00:00+1", "2026-11-30T04:00:00.Z",
        "2026-11-30x", "yesterdya", "heute", "２０２６-11-30", "2026-11-30\u{0}", "🕰",
    ])
    func `what is no time is refused with a suggestion`(_ text: String) {
        do throws(ValueError) {
            let point = try PointInTime.parse(text, now: noon, zone: .utc)
            Issue.record("'\(text)' became \(point)")
        } catch {
            #expect(!error.suggestion.isEmpty)
        }
    }

    @Test func `local time follows the zone of that day, not of today`() throws {
        #expect(try time("2026-07-01 12:00", in: berlin) == "2026-07-01T10:00:00.000000Z")
        #expect(try time("2026-11-30 12:00", in: berlin) == "2026-11-30T11:00:00.000000Z")
        #expect(try time("today", in: berlin) == "2026-11-29T23:00:00.000000Z")
    }

    @Test func `a local time that was skipped stands for the moment of the change`() throws {
        #expect(try time("2026-03-29 01:59:59", in: berlin) == "2026-03-29T00:59:59.000000Z")
        #expect(try time("2026-03-29 02:00", in: berlin) == "2026-03-29T01:00:00.000000Z")
        #expect(try time("2026-03-29 02:30", in: berlin) == "2026-03-29T01:00:00.000000Z")
        #expect(try time("2026-03-29 03:00", in: berlin) == "2026-03-29T01:00:00.000000Z")
        #expect(try time("2026-03-29 03:00:01", in: berlin) == "2026-03-29T01:00:01.000000Z")
    }

    @Test func `of a local time that happened twice the first is meant`() throws {
        #expect(try time("2026-10-25 01:59", in: berlin) == "2026-10-24T23:59:00.000000Z")
        #expect(try time("2026-10-25 02:30", in: berlin) == "2026-10-25T00:30:00.000000Z")
        #expect(try time("2026-10-25 03:00", in: berlin) == "2026-10-25T02:00:00.000000Z")
        #expect(try time("2026-10-25T02:30:00+01:00", in: berlin) == "2026-10-25T01:30:00.000000Z")
    }

    @Test func `days in words are days of the calendar, also where one has 23 or 25 hours`() throws {
        // 2026-03-30 00:30 in Berlin.
        let after = try PointInTime.parse(
            "yesterday", now: 1_774_823_400_000_000, zone: berlin)
        #expect(after == .time(1_774_738_800_000_000))
        let next = try PointInTime.parse("tomorrow", now: 1_792_890_000_000_000, zone: berlin)
        #expect(next == .time(1_792_969_200_000_000))
    }

    @Test func `a moment near the end of what can be counted is refused, not wrapped`() {
        #expect(throws: ValueError.self) { try PointInTime.parse("-1h", now: .min, zone: .utc) }
        #expect(throws: ValueError.self) { try PointInTime.parse("+1h", now: .max, zone: .utc) }
    }
}

@Suite struct LocalTimeTests {
    @Test func `a moment is shown as the clock on the wall showed it`() {
        #expect(LocalTime.text(1_774_746_000_000_000 - 1, berlin) == "2026-03-29 01:59:59")
        #expect(LocalTime.text(1_774_746_000_000_000, berlin) == "2026-03-29 03:00:00")
        #expect(LocalTime.text(-1, .utc) == "1969-12-31 23:59:59")
        #expect(!LocalTime.text(.max, berlin).isEmpty && !LocalTime.text(.min, berlin).isEmpty)
    }

    @Test func `the day is left out on the same day only`() {
        #expect(LocalTime.brief(noon + 3_600_000_000, now: noon, .utc) == "13:00")
        #expect(LocalTime.brief(noon - 86_400_000_000, now: noon, .utc) == "2026-11-29 12:00")
    }

    @Test func `any local time that is written back and read again is the same moment or the first of two`() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<2000 {
            let moment = Int64.random(in: 1_700_000_000...1_900_000_000, using: &random) * 1_000_000
            let text = LocalTime.text(moment, berlin)
            guard case .time(let read) = try PointInTime.parse(text, now: noon, zone: berlin) else { continue }
            #expect(LocalTime.text(read, berlin) == text, "seed 7")
            #expect(read == moment || read == moment - 3_600_000_000, "seed 7, \(text)")
        }
    }
}
