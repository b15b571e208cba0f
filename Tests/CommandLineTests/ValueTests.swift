import HoldfastModel
import Testing

@testable import HoldfastCLI

@Suite struct ValueTests {
    @Test(arguments: [
        ("0", 0), ("500000", 500_000), ("10MB", 10_000_000), ("10 mb", 10_000_000), ("64KiB", 65_536),
        ("1.5GB", 1_500_000_000),
        ("1.5MiB", 1_572_864), ("2g", 2_000_000_000), ("1B", 1), ("9.2TB", 9_200_000_000_000),
        ("1TiB", 1_099_511_627_776),
    ])
    func `a size is understood`(_ text: String, _ bytes: Int64) throws {
        #expect(try ByteText.parse(text) == bytes)
    }

    @Test(arguments: [
        "", "MB", "-1", "1.5", "1..5MB", ".5MB", "1.MB", "10XB", "1e6", "99999999999999999999", "9999999999TB", "１MB",
    ])
    func `what is no size is refused`(_ text: String) {
        #expect(throws: ValueError.self) { try ByteText.parse(text) }
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1500, "1.5 kB"), (48_000_000, "48 MB"), (9_950_000, "10 MB"),
        (999_499, "999 kB"),
        (999_500, "1 MB"), (1_234_567_890, "1.2 GB"), (Int64.max, "9.2 EB"), (-5, "-5 B"),
    ])
    func `a size is written with few figures`(_ bytes: Int64, _ text: String) {
        #expect(ByteText.format(bytes) == text)
    }

    @Test(arguments: [
        (999, "999 B"), (999_999, "999 kB"), (1_000_000, "1 MB"), (84_999_999_999, "84 GB"), (2_990_000, "2.9 MB"),
    ])
    func `what is free is never written as more than it is`(_ bytes: Int64, _ text: String) {
        #expect(ByteText.format(bytes, roundsDown: true) == text)
    }

    @Test func `lengths of time are understood and refused`() throws {
        #expect(try DurationText.parse("1h30m") == 5_400_000_000)
        #expect(try DurationText.parse("250ms") == 250_000)
        #expect(try DurationText.parse("1w2d") == 777_600_000_000)
        for text in ["", "5", "h", "1.5h", "1h30", "1x", "-1h", "99999999999999999999s", "9999999999w"] {
            #expect(throws: ValueError.self) { try DurationText.parse(text) }
        }
        #expect(
            [0, 59, 60, 200, 3600, 7500, 90_000].map { DurationText.brief(seconds: $0) } == [
                "0 s", "59 s", "1 min", "3 min 20 s", "1 h", "2 h 5 min", "1 d 1 h",
            ])
    }

    @Test func `a priority has bounds and its refusal names them`() throws {
        #expect(try NumberText.priority("-100") == -100)
        #expect(try NumberText.priority("+5") == 5)
        for text in ["101", "-101", "x", "", "1.5"] {
            do throws(ValueError) {
                _ = try NumberText.priority(text)
                Issue.record("\(text) was accepted")
            } catch {
                #expect(error.suggestion.contains("-100 to 100"))
            }
        }
    }

    @Test func `a digest has 64 digits`() throws {
        let digits = String(repeating: "0f", count: 32)
        #expect(try NumberText.sha256("sha256:" + digits) == Digest(sha256: [UInt8](repeating: 15, count: 32)))
        #expect(try NumberText.sha256(digits.uppercased()) == Digest(sha256: [UInt8](repeating: 15, count: 32)))
        for text in ["", "sha256:", String(digits.dropLast()), digits + "0", String(repeating: "g", count: 64)] {
            #expect(throws: ValueError.self) { try NumberText.sha256(text) }
        }
    }

    @Test func `a speed is positive`() throws {
        #expect(try NumberText.speed("60") == 60_000)
        #expect(try NumberText.speed("0.5") == 500)
        for text in ["0", "-1", "", "x", "1.", "9999999"] {
            #expect(throws: ValueError.self) { try NumberText.speed(text) }
        }
    }

    @Test(arguments: [
        ("https://example.org/maps/harz.pmtiles", "harz.pmtiles"), ("http://h/a/b/?token=secret#x", "b"),
        ("HTTPS://h/f%C3%BCr%20dich.pdf", "für dich.pdf"), ("https://user:pw@h:8080/", "h:8080"), ("https://h", "h"),
        ("https://h/a%2Fb", "a%2Fb"), ("https://h/%zz", "%zz"), ("https://h/%0a", "%0a"), ("https://h/%ff", "%ff"),
    ])
    func `an id is the last part of the path, without secrets`(_ url: String, _ id: String) {
        #expect(SourceName.id(fromURL: url) == id)
    }

    @Test(arguments: ["", "x", "ftp://h/f", "https://", "https:///x", "file:///etc/passwd"])
    func `what is no address has no id`(_ text: String) {
        #expect(SourceName.id(fromURL: text) == nil)
    }

    @Test func `an id made from an address has at most 255 bytes`() {
        let url = "https://h/" + String(repeating: "ü", count: 300)
        #expect(SourceName.id(fromURL: url)?.utf8.count == 254)
    }
}
