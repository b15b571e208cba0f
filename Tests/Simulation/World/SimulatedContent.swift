import HoldfastLog
package import HoldfastModel

/// One state of an item's content at its origin.
package struct ContentVersion: Sendable {
    package let bytes: [UInt8]
    package let digest: Digest
    let tag: String

    init(bytes: [UInt8], tag: String) {
        self.bytes = bytes
        self.tag = tag
        digest = Self.digest(of: bytes)
    }

    package static func digest(of bytes: some Sequence<UInt8>) -> Digest {
        let sha = SHA256()
        return Array(bytes).withUnsafeBytes { bytes in
            sha.begin()
            sha.add(bytes)
            return Digest(sha256: sha.finish().bytes)
        }
    }

    /// Random bytes; the same for the same draws.
    static func random(_ count: Int, tag: String, _ chance: inout Chance) -> ContentVersion {
        // Words of one stream, which is quicker than a draw for each byte.
        var word = chance.number()
        let bytes = [UInt8](unsafeUninitializedCapacity: count + 8) { buffer, filled in
            for start in stride(from: 0, to: count, by: 8) {
                word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                UnsafeMutableRawBufferPointer(buffer).storeBytes(
                    of: word ^ word >> 29, toByteOffset: start, as: UInt64.self)
            }
            filled = count
        }
        return ContentVersion(bytes: bytes, tag: tag)
    }
}

/// How an origin tells versions of an item apart.
package enum TagKind: CaseIterable {
    case strong, weak, none, flapping, lastModified
}

/// An item as its origins have it.
package final class SimulatedContent: @unchecked Sendable {
    // Used on the loop's one thread.
    package let id: String
    package let addresses: [String]
    /// The content may change under way only where something proves what came.
    package let isDigestKnown: Bool
    let tagKind: TagKind
    package private(set) var current: ContentVersion
    /// Digests of everything that an origin ever gave out as the whole content of this item.
    package private(set) var offered: Set<Digest>
    private var versionCount = 1

    init(id: String, addresses: [String], isDigestKnown: Bool, tagKind: TagKind, first: ContentVersion) {
        self.id = id
        self.addresses = addresses
        self.isDigestKnown = isDigestKnown
        self.tagKind = tagKind
        current = first
        offered = [first.digest]
    }

    func change(_ chance: inout Chance) {
        versionCount += 1
        let count = chance.happens(0.7) ? current.bytes.count : Self.size(&chance)
        current = .random(count, tag: "v\(versionCount)", &chance)
        offer(current.digest)
    }

    func offer(_ digest: Digest) { offered.insert(digest) }

    static func size(_ chance: inout Chance) -> Int {
        switch chance.index(below: 40) {
        case 0: 0
        case 1: 9 << 20
        case 2...8: Int(chance.int(100_000...600_000))
        default: Int(chance.int(1...60_000))
        }
    }
}
