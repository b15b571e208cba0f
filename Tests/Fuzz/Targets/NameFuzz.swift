@testable import Holdfast
@testable import HoldfastModel

/// What the rules think of an address is what the transfer does with it.
func fuzzAddress(_ bytes: UnsafeRawBufferPointer) throws {
    let text = FuzzInput(bytes).text
    let source = try? SourceAddress(text)
    guard let request = try? RequestAddress(parsing: text) else { return }
    let again = try RequestAddress(parsing: request.requestText)
    try claim(again.credentials == nil, "no credentials stand in a request's text")
    try claim(
        again.requestText == request.requestText && again.hasSameOrigin(as: request),
        "a request's text reads back as itself")
    if let source {
        try claim(request.credentials == nil, "credentials in an address are seen by the rules")
        try claim(source.scheme == request.scheme, "rules and transfer see one scheme")
        try claim(Int(source.port ?? (source.scheme == "https" ? 443 : 80)) == request.port, "both see one port")
        // A host in another spelling of a number, as 127.1, becomes the usual one in the request.
        if source.host.utf8.contains(where: { $0 > 0x39 && $0 != UInt8(ascii: "x") }), !source.host.hasPrefix("[") {
            try claim(source.host == request.host, "rules and transfer see one host")
        }
        _ = source.reach
    }
    if let target = try? request.resolving(text) { try claim(target.credentials == nil, "a redirect gives none") }
}

/// Names from elsewhere are one harmless component, and paths are read as they are written.
func fuzzName(_ bytes: UnsafeRawBufferPointer) throws {
    let text = FuzzInput(bytes).text
    for name in [SafeName(suggested: text, url: nil), SafeName(suggested: nil, url: "https://a/" + text)] {
        try claim((1...SafeName.byteCountMax).contains(name.text.utf8.count), "a name has a length a folder can hold")
        try claim(!name.text.utf8.contains { $0 == 0x2f || $0 < 0x20 }, "a name is one component")
        try claim(name.text != "." && name.text != "..", "a name leads nowhere else")
        try claim(SafeName(exactly: name.text) == name, "a safe name is safe as it stands")
        let path = ContentPath(number: UInt64(bytes.count), verifiedPosition: .max, name: name)
        try claim(ContentPath(parsing: path.description) == path, "a path reads back")
    }
    if let path = ContentPath(parsing: text) {
        try claim(path.description.utf8.elementsEqual(text.utf8), "a path is written as it was read")
    }
    if let marker = StoreMarker(parsing: text) {
        try claim(marker.line.utf8.elementsEqual(text.utf8), "a marker is written as it was read")
    }
}
