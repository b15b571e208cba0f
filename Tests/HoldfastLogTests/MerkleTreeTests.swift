import HoldfastLog
import Testing

/// Vectors of the reference suite of RFC 6962 and of the second tile level.
@Suite struct MerkleTreeTests {
    static let leaves: [[UInt8]] = [
        [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
        [0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
        [0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f],
    ]
    static let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    static let leafHashes = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7",
        "07506a85fd9dd2f120eb694f86011e5bb4662e5c415a62917033d4a9624487e7",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "4271a26be0d8a84f0bd54c8c302e7cb3a3b5d1fa6780a40bcce2873477dab658",
        "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
        "46f6ffadd3d06a09ff3c5860d2755c8b9819db7df44251788c7d8e3180de8eb1",
    ]
    static let node01 = roots[2]
    static let node23 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    static let node45 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
    static let node67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
    static let node03 = roots[4]
    static let node47 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"

    static func leaf(_ bytes: [UInt8]) -> Hash {
        bytes.withUnsafeBytes { SHA256().leaf($0) }
    }

    /// Hash of a range of reference leaves, folded from its perfect subtrees.
    static func hash(_ range: Range<UInt64>) -> Hash {
        let sha = SHA256()
        let nodes = MerkleTree.nodes(of: range).map { node in
            var stack = TreeStack()
            let first = Int(node.index) << node.level
            for bytes in leaves[first..<(first + 1 << node.level)] { stack.append(leaf(bytes), SHA256()) { _, _ in } }
            return stack.root(SHA256())
        }
        return MerkleTree.fold(nodes, sha)
    }

    @Test func `leaves and nodes hash as the reference does`() {
        #expect(
            "\(Self.leaf(Array("L123456".utf8)))" == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56")
        for (bytes, expected) in zip(Self.leaves, Self.leafHashes) { #expect("\(Self.leaf(bytes))" == expected) }
    }

    @Test func `the running edge gives the reference's root at every size`() {
        var stack = TreeStack()
        for size in 0...8 {
            #expect("\(stack.root(SHA256()))" == Self.roots[size])
            #expect(stack.bytes.withUnsafeBytes { TreeStack($0) } == stack)
            if size < 8 { stack.append(Self.leaf(Self.leaves[size]), SHA256()) { _, _ in } }
        }
    }

    @Test(arguments: [
        (255, "32f85bcaa87d7bcd05728f09e9aeba350ba6a2f733830087f0597682848be5cb"),
        (256, "828515d033c19d8c901f37eccb8aed919667703486f8d2fff1cf7040321c5db1"),
        (257, "1eda049a4351d86f76252bd7ec0b7746ad75b7fa0316ad5f541dbda458a312c4"),
    ]) func `trees around the second tile level have the known roots`(_ size: Int, _ root: String) {
        var stack = TreeStack()
        for number in 0..<size { stack.append(Self.leaf(Array("\(number)".utf8)), SHA256()) { _, _ in } }
        #expect("\(stack.root(SHA256()))" == root)
    }

    @Test func `inclusion proofs are the reference's`() {
        let proofs: [(UInt64, UInt64, [String])] = [
            (0, 8, [Self.leafHashes[1], Self.node23, Self.node47]),
            (5, 8, [Self.leafHashes[4], Self.node67, Self.node03]),
            (2, 3, [Self.node01]),
            (1, 5, [Self.leafHashes[0], Self.node23, Self.leafHashes[4]]),
            (0, 1, []),
        ]
        for (leaf, size, expected) in proofs {
            let found = MerkleTree.inclusionRanges(leaf: leaf, size: size).map { "\(Self.hash($0))" }
            #expect(found == expected)
        }
    }

    @Test func `consistency proofs are the reference's`() {
        let proofs: [(UInt64, UInt64, [String])] = [
            (1, 8, [Self.leafHashes[1], Self.node23, Self.node47]),
            (6, 8, [Self.node45, Self.node67, Self.node03]),
            (2, 5, [Self.node23, Self.leafHashes[4]]),
            (6, 7, [Self.node45, Self.leafHashes[6], Self.node03]),
            (1, 1, []), (0, 8, []),
        ]
        for (old, new, expected) in proofs {
            let found = MerkleTree.consistencyRanges(from: old, to: new).map { "\(Self.hash($0))" }
            #expect(found == expected)
        }
    }

    @Test func `every inclusion proof verifies, and no altered one does`() {
        for size in 1...8 as ClosedRange<UInt64> {
            let root = Self.hash(0..<size)
            for index in 0..<size {
                let proof = MerkleTree.inclusionRanges(leaf: index, size: size).map { Self.hash($0) }
                let leaf = Self.leaf(Self.leaves[Int(index)]).bytes
                func isProof(
                    _ leaf: [UInt8], _ index: UInt64, _ size: UInt64, _ proof: [Hash], _ root: Hash
                ) -> Bool {
                    MerkleTree.verifyInclusion(leafHash: leaf, index: index, size: size, proof: proof, root: root)
                }
                #expect(isProof(leaf, index, size, proof, root))
                #expect(!isProof(Array(leaf.dropLast()), index, size, proof, root))
                #expect(!isProof([], index, size, proof, root))
                #expect(!isProof(leaf, size, size, proof, root))
                #expect(!isProof(leaf, index, 0, proof, root))
                #expect(!isProof(leaf, index, size, proof + [root], root))
                #expect(!isProof(leaf, index, size, proof, Self.leaf([9])))
                if !proof.isEmpty {
                    #expect(!isProof(leaf, index, size, Array(proof.dropLast()), root))
                    #expect(!isProof(leaf, index ^ 1, size, proof, root))
                }
            }
        }
    }

    @Test func `every consistency proof verifies, and no altered one does`() {
        for new in 0...8 as ClosedRange<UInt64> {
            for old in 0...new {
                let proof = MerkleTree.consistencyRanges(from: old, to: new).map { Self.hash($0) }
                let (oldRoot, newRoot) = (Self.hash(0..<old), Self.hash(0..<new))
                func isProof(_ oldRoot: Hash, _ newRoot: Hash, _ proof: [Hash]) -> Bool {
                    MerkleTree.verifyConsistency(
                        oldSize: old, oldRoot: oldRoot, newSize: new, newRoot: newRoot, proof: proof)
                }
                #expect(isProof(oldRoot, newRoot, proof))
                #expect(!isProof(oldRoot, newRoot, proof + [oldRoot]))
                #expect(!isProof(Self.leaf([9]), newRoot, proof))
                if old > 0 { #expect(!isProof(oldRoot, Self.leaf([9]), proof)) }
                if !proof.isEmpty { #expect(!isProof(oldRoot, newRoot, Array(proof.dropLast()))) }
            }
        }
    }

    @Test func `a fingerprint does not depend on order and forgets what is taken out`() {
        let hashes = (0..<50 as Range<UInt8>).map { Self.leaf([$0]) }
        var forward = Fingerprint()
        for hash in hashes { forward.add(hash) }
        var backward = Fingerprint()
        for hash in hashes.reversed() { backward.add(hash) }
        #expect(forward == backward)
        for hash in hashes { forward.subtract(hash) }
        #expect(forward == Fingerprint())
    }
}
