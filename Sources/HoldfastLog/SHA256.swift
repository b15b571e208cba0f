import CHoldfastCrypto

/// SHA-256 with one reused context. Make one for a run of hashes; it belongs to one thread at a time.
///
/// Records are so short that OpenSSL 3's way to a hash, with an algorithm that is looked up and a context that is made anew
/// each time, costs as much as the hash; these functions do nothing but hash.
package struct SHA256: ~Copyable {
    private let context: UnsafeMutablePointer<SHA256_CTX>

    package init() {
        context = .allocate(capacity: 1)
        context.initialize(to: SHA256_CTX())
    }

    deinit {
        context.deallocate()
    }

    /// SHA-256 of `bytes`.
    package func hash(_ bytes: UnsafeRawBufferPointer) -> Hash {
        begin()
        add(bytes)
        return finish()
    }

    /// RFC 6962 §2.1: the hash of a leaf is SHA-256(0x00 ‖ record).
    package func leaf(_ record: UnsafeRawBufferPointer) -> Hash {
        begin()
        add(0)
        add(record)
        return finish()
    }

    /// RFC 6962 §2.1: the hash of an inner node is SHA-256(0x01 ‖ left ‖ right).
    package func node(_ left: Hash, _ right: Hash) -> Hash {
        begin()
        add(1)
        left.withUnsafeBytes { add($0) }
        right.withUnsafeBytes { add($0) }
        return finish()
    }

    /// The root of a tree without leaves: SHA-256 of nothing.
    package func empty() -> Hash {
        begin()
        return finish()
    }

    @inline(__always)
    package func begin() {
        SHA256_Init(context)
    }

    @inline(__always)
    package func add(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(context, bytes.baseAddress, bytes.count)
    }

    @inline(__always)
    package func add(_ byte: UInt8) {
        withUnsafeBytes(of: byte) { add($0) }
    }

    @inline(__always)
    package func finish() -> Hash {
        var value = SIMD32<UInt8>()
        withUnsafeMutableBytes(of: &value) { bytes in
            _ = SHA256_Final(bytes.bindMemory(to: UInt8.self).baseAddress, context)
        }
        return Hash(value)
    }
}
