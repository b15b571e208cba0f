import Testing

@testable import Holdfast

struct RequestAddressTests {
    @Test(arguments: [
        ("http://Host.example/a?b#c", "host.example:80", "http://Host.example/a?b"),
        ("HTTPS://user:pass@host:8443/x", "host:8443", "https://host:8443/x"),
        ("http://[::1]:81/", "[::1]:81", "http://[::1]:81/"), ("http://host", "host:80", "http://host/"),
        ("http://127.1/x", "127.0.0.1:80", "http://127.0.0.1/x"), ("http://host/a b", "host:80", "http://host/a%20b"),
    ])
    func `an address is taken apart`(text: String, key: String, request: String) throws {
        let address = try RequestAddress(parsing: text)
        #expect(address.hostKey == key)
        #expect(address.requestText == request)
    }

    @Test(arguments: [
        "", "host/path", "http://", "http://a b/", "http://h/\u{0}", "http://h/\n", "http://h:x/",
    ])
    func `what is no address is refused`(text: String) {
        #expect(throws: TransferFailure.self) { _ = try RequestAddress(parsing: text) }
    }

    @Test func `an address without bound is refused`() {
        let text = "http://host/" + String(repeating: "a", count: RequestAddress.byteCountMax)
        #expect(throws: TransferFailure.malformedAddress) { _ = try RequestAddress(parsing: text) }
    }

    @Test(arguments: [
        ("/y", "http://host/y"), ("y", "http://host/a/y"), ("../y", "http://host/y"), ("//other/y", "http://other/y"),
        ("?q", "http://host/a/x?q"), ("https://other", "https://other/"), ("ü y", "http://host/a/%c3%bc%20y"),
    ])
    func `a location is resolved against the address`(location: String, target: String) throws {
        let address = try RequestAddress(parsing: "http://host/a/x?old")
        #expect(try address.resolving(location).requestText == target)
    }

    @Test func `origins differ by scheme, host or port`() throws {
        let address = try RequestAddress(parsing: "http://host/a")
        #expect(address.hasSameOrigin(as: try RequestAddress(parsing: "http://HOST:80/b")))
        for other in ["https://host/a", "http://host:81/a", "http://host.example/a"] {
            #expect(!address.hasSameOrigin(as: try RequestAddress(parsing: other)))
        }
    }

    @Test func `no failure shows an address`() {
        let failures: [TransferFailure] = [
            .cancelled, .dns, .connect(osCode: 111), .timeout, .stalled(received: 5), .tls(code: 60),
            .truncated(received: 1, expected: 2), .reset(osCode: nil), .rangeNotHonoured, .validatorUnstable,
            .http(status: 404, retryAfterMilliseconds: nil), .captivePortal, .encoded("gzip\n\u{1b}"), .lengthUnknown,
            .unexpectedSize(expected: 1, announced: 2), .sink(osCode: 28), .tooManyRedirects, .insecureRedirect,
            .unsupportedScheme, .malformedAddress, .malformedRequest, .malformedResponse, .transport(code: 1),
        ]
        for failure in failures {
            #expect(!failure.description.isEmpty && !failure.code.isEmpty)
            #expect(failure.description.allSatisfy { $0.isASCII && $0 != "\n" && $0 != "\u{1b}" })
        }
        #expect(Set(failures.map(\.code)).count == failures.count)
    }
}
