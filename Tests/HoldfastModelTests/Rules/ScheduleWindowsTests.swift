import Testing

@testable import HoldfastModel

@Suite struct ScheduleWindowsTests {
    private static let minute: Int64 = 60_000_000
    private static let day: Int64 = 1_440 * minute
    /// Monday 2026-11-30, 00:00 UTC.
    private static let monday: Int64 = 1_795_996_800_000_000

    @Test(arguments: [
        ("[]", "[]"), ("", "[]"), ("22:00-06:00", "[22:00-06:00]"),
        ("[mon-fri 22:00-06:00, sat-sun 00:00-24:00]", "[mon-fri 22:00-06:00, sat-sun 00:00-24:00]"),
        ("SAT-mon 01:30-02:00", "[sat-mon 01:30-02:00]"), ("wed 00:00-00:01", "[wed 00:00-00:01]"),
        ("mon-sun 10:00-11:00", "[10:00-11:00]"),
    ])
    func `windows are recorded in one form`(text: String, recorded: String) {
        #expect(ScheduleWindows(text).map { "\($0)" } == recorded)
        #expect(ScheduleWindows(recorded) == ScheduleWindows(text))
    }

    @Test(arguments: [
        "24:00-25:00", "10:00-10:00", "1:00-2:00", "10:00", "foo 10:00-11:00", "mon-tue-wed 10:00-11:00", "10:60-11:00",
        "10:00-11:00,", ",", "mon 10:00 11:00", "10:00-24:01", "24:00-01:00", "١0:00-11:00",
        String(repeating: "10:00-11:00,", count: 16) + "10:00-11:00",
    ])
    func `what is no windows is refused`(text: String) { #expect(ScheduleWindows(text) == nil) }

    @Test func `a night window goes over midnight, and belongs to the day on which it begins`() throws {
        let windows = try #require(ScheduleWindows("fri 22:00-06:00"))
        let friday = Self.monday + 4 * Self.day
        for (time, isOpen) in [
            (friday + 21 * 60 * Self.minute, false), (friday + 22 * 60 * Self.minute, true),
            (friday + 30 * 60 * Self.minute - 1, true), (friday + 30 * 60 * Self.minute, false),
            (friday + 3 * 60 * Self.minute, false),
        ] {
            #expect(windows.isOpen(at: time, utcOffsetInSeconds: 0) == isOpen)
        }
    }

    @Test func `a Sunday night window reaches into Monday of the next week`() throws {
        let windows = try #require(ScheduleWindows("sun 23:00-01:00"))
        #expect(windows.isOpen(at: Self.monday + 30 * Self.minute, utcOffsetInSeconds: 0))
        #expect(!windows.isOpen(at: Self.monday + 60 * Self.minute, utcOffsetInSeconds: 0))
        #expect(windows.nextChange(after: Self.monday, utcOffsetInSeconds: 0) == Self.monday + 60 * Self.minute)
    }

    @Test func `windows are local times`() throws {
        let windows = try #require(ScheduleWindows("mon 00:00-01:00"))
        #expect(windows.isOpen(at: Self.monday, utcOffsetInSeconds: 0))
        #expect(!windows.isOpen(at: Self.monday, utcOffsetInSeconds: -3_600))
        #expect(windows.isOpen(at: Self.monday - 60 * Self.minute, utcOffsetInSeconds: 3_600))
        #expect(windows.nextChange(after: Self.monday, utcOffsetInSeconds: -3_600) == Self.monday + 60 * Self.minute)
    }

    @Test func `windows that touch or overlap are one, and always open never changes`() throws {
        let windows = try #require(ScheduleWindows("10:00-12:00, 11:00-13:00, 13:00-14:00"))
        let ten = Self.monday + 600 * Self.minute
        #expect(windows.nextChange(after: ten, utcOffsetInSeconds: 0) == Self.monday + 840 * Self.minute)
        #expect(try #require(ScheduleWindows("00:00-24:00")).nextChange(after: ten, utcOffsetInSeconds: 0) == nil)
        #expect(ScheduleWindows().isOpen(at: ten, utcOffsetInSeconds: 0))
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `the next change is the first minute at which it differs`(seed: UInt64) throws {
        var random = CodingRandom(seed: seed)
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        func clock(_ minutes: Int) -> String {
            "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
        }
        let text = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let start = Int.random(in: 0..<1_440, using: &random)
            let end = (start + Int.random(in: 1..<1_440, using: &random)) % 1_440
            let first = days[Int.random(in: 0..<7, using: &random)]
            let last = days[Int.random(in: 0..<7, using: &random)]
            return "\(first)-\(last) \(clock(start))-\(end == 0 ? "24:00" : clock(end))"
        }.joined(separator: ",")
        let windows = try #require(ScheduleWindows(text), "\(text)")
        let offset = Int64.random(in: -50_000...50_000, using: &random) / 60 * 60
        let start = Self.monday + Int64.random(in: 0..<20_160, using: &random) * Self.minute
        let isOpen = windows.isOpen(at: start, utcOffsetInSeconds: offset)
        let found = (1...10_080).map { start + Int64($0) * Self.minute }
            .first { windows.isOpen(at: $0, utcOffsetInSeconds: offset) != isOpen }
        #expect(windows.nextChange(after: start, utcOffsetInSeconds: offset) == found, "seed \(seed): \(text)")
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func `no time traps`(time: Int64) throws {
        let windows = try #require(ScheduleWindows("mon 00:00-01:00"))
        _ = windows.isOpen(at: time, utcOffsetInSeconds: 86_399)
        _ = windows.nextChange(after: time, utcOffsetInSeconds: -86_399)
    }
}
