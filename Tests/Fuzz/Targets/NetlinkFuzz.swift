@testable import Holdfast

/// Messages in pieces or broken give a table or an error.
func fuzzNetlink(_ bytes: UnsafeRawBufferPointer) throws {
    var parser = NetlinkParser { $0.hasPrefix("w") }
    let end = parser.take(bytes, sequence: 1)
    if case .failed(let code) = end { try claim(code >= 0, "an error has a number of the system") }
    try claim(
        parser.table.addresses.allSatisfy { $0.address.bytes.count == 4 || $0.address.bytes.count == 16 },
        "an address is of one of two families")
    let facts = parser.table.facts
    try claim(facts.link != .none || facts.interfaces.isEmpty, "nothing carries where there is no link")
    for address in parser.table.interfaceAddresses {
        _ = HostReach(host: "10.0.0.1", addresses: [address])
    }
}
