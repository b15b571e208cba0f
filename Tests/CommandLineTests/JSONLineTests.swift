import Testing

@testable import HoldfastCLI

@Suite struct JSONLineTests {
    @Test func `keys stay in the order in which they are added, and what is absent is null`() {
        var line = JSONLine()
        line.add("z", UInt64.max)
        line.add("a", Int64.min)
        line.add("none", nil as String?)
        line.add("yes", true)
        line.add("at", time: 0)
        line.add("list", ["x", "y"])
        line.add("positions", numbers: [1, 2])
        line.add("object") { $0.add("k", "v") }
        line.add("objects", each: [1, 2]) { $0.add("n", Int64($1)) }
        #expect(
            line.text
                == #"{"z":18446744073709551615,"a":-9223372036854775808,"none":null,"yes":true,"#
                + #""at":"1970-01-01T00:00:00.000000Z","list":["x","y"],"positions":[1,2],"object":{"k":"v"},"objects":[{"n":1},{"n":2}]}"#
        )
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("q\"b\\", #""q\"b\\""#), ("a\nb\r\t", #""a\nb\r\t""#),
        ("\u{0}\u{1b}\u{7f}", #""\u0000\u001b\u007f""#),
        ("ü🙂", #""ü🙂""#), ("a\r\nb", #""a\r\nb""#), ("", #""""#),
    ])
    func `text is escaped so that a line stays a line`(_ text: String, _ json: String) {
        var line = JSONLine()
        line.add("k", text)
        #expect(line.text == #"{"k":"# + json + "}")
    }

    @Test func `bytes that are no text can be had back`() {
        var line = JSONLine()
        line.add("good", doubtful: Array("ü".utf8))
        line.add("bad", doubtful: [0xff, 0x0a])
        #expect(line.text == #"{"good":"ü","bad":{"base64":"/wo="}}"#)
    }
}
