import Testing

@testable import HoldfastModel

@Suite struct TextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"), (1, "1970-01-01T00:00:00.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
        (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
        (1_796_023_896_123_456, "2026-11-30T07:31:36.123456Z"),
        (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ])
    func `a time goes both ways`(microseconds: Int64, text: String) {
        #expect(TimeText.string(microseconds) == text)
        #expect(TimeText.microseconds(text) == microseconds)
    }

    @Test func `every day of 800 years follows the one before`() {
        var day: (year: Int, month: Int, day: Int) = (1600, 1, 1)
        for number in stride(from: -135_140 as Int64, to: -135_140 + 2 * 146_097, by: 1) {
            let date = TimeText.string(number * 86_400_000_000).prefix(10).split(separator: "-").compactMap { Int($0) }
            guard date == [day.year, day.month, day.day] else {
                Issue.record("\(date) is not \(day)")
                return
            }
            let isLeap = day.year % 4 == 0 && (day.year % 100 != 0 || day.year % 400 == 0)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][day.month - 1]
            day.day += 1
            if day.day > length { day = (day.year, day.month + 1, 1) }
            if day.month > 12 { day = (day.year + 1, 1, 1) }
        }
    }

    @Test func `times at the ends of their range have a text`() {
        #expect(TimeText.string(.max) == "+294247-01-10T04:00:54.775807Z")
        #expect(TimeText.string(.min) == "-290308-12-21T19:59:05.224192Z")
    }

    @Test func `other forms of RFC 3339 are read`() {
        #expect(TimeText.microseconds("1970-01-01T00:00:00Z") == 0)
        #expect(TimeText.microseconds("1970-01-01t00:00:00z") == 0)
        #expect(TimeText.microseconds("1970-01-01 00:00:00.5Z") == 500_000)
        #expect(TimeText.microseconds("1970-01-01T00:00:00.1234567890Z") == 123_456)
        #expect(TimeText.microseconds("1970-01-01T01:30:00+01:30") == 0)
        #expect(TimeText.microseconds("1969-12-31T19:00:00-05:00") == 0)
        #expect(TimeText.microseconds("2016-12-31T23:59:60Z") == TimeText.microseconds("2017-01-01T00:00:00Z"))
    }

    @Test(arguments: [
        "", "1970", "1970-01-01", "1970-01-01T00:00:00", "1970-13-01T00:00:00Z", "1970-00-01T00:00:00Z",
        "1970-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "1970-04-31T00:00:00Z", "1970-01-01T24:00:00Z",
        "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00+24:00",
        "1970-01-01T00:00:00+0100", "1970-01-01T00:00:00Zx", "+1970-01-01T00:00:00Z", "1970-01-0١T00:00:00Z",
    ])
    func `what is no time is refused`(text: String) {
        #expect(TimeText.microseconds(text) == nil)
    }

    @Test func `JSON escapes what it must and what a terminal would obey`() {
        var json = JSONText()
        json.string("\"\\/\n\r\t\u{8}\u{c}\0\u{1b}\u{7f}\u{9b}é€𝄞")
        #expect(json.string == #""\"\\/\n\r\t\b\f\u0000\u001b\u007f\u009bé€𝄞""#)
    }

    @Test func `JSON puts commas between values and nowhere else`() {
        var json = JSONText()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.unsigned(.max)
        json.integer(.min)
        json.beginObject()
        json.endObject()
        json.null()
        json.endArray()
        json.key("b")
        json.boolean(true)
        json.endObject()
        #expect(json.string == #"{"a":[18446744073709551615,-9223372036854775808,{},null],"b":true}"#)
    }

    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `base64 follows its vectors`(text: String, base64: String) {
        #expect(TextForm.base64(Array(text.utf8)) == base64)
    }

    @Test func `a digest is read with and without its algorithm and printed with it`() throws {
        let digits = String(repeating: "0123456789abcdef", count: 4)
        let digest = try #require(Digest(digits))
        #expect(digest.description == "sha256:" + digits)
        #expect(Digest("sha256:" + digits.uppercased()) == digest)
        #expect(Digest(sha256: digest.bytes) == digest)
        for text in ["", "sha256:", String(digits.dropLast()), digits + "0", "md5:" + digits, "g" + digits.dropFirst()]
        {
            #expect(Digest(text) == nil)
        }
    }
}
