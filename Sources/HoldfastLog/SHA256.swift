import CHoldfastCrypto

/// SHA-256 with one reused context. Make one for a run of hashes; it belongs to one thread at a time.
///
/// The algorithm is fetched once a process: OpenSSL 3 otherwise looks it up for every hash, which costs more than the
/// hash itself.
package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    // Written once, before its first use, and never changed; OpenSSL's fetched algorithms may be used by all threads.
    nonisolated(unsafe) private static let algorithm: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil)

    /// Whether the system's libcrypto offers SHA-256; checked when a log opens.
    package static var isAvailable: Bool { algorithm != nil }

    package init() {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("No memory for a SHA-256 context.") }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
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

    package func begin() {
        EVP_DigestInit_ex2(context, Self.algorithm, nil)
    }

    package func add(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    package func add(_ byte: UInt8) {
        withUnsafeBytes(of: byte) { add($0) }
    }

    package func finish() -> Hash {
        var value = SIMD32<UInt8>()
        withUnsafeMutableBytes(of: &value) { bytes in
            _ = EVP_DigestFinal_ex(context, bytes.bindMemory(to: UInt8.self).baseAddress, nil)
        }
        return Hash(value)
    }
}
