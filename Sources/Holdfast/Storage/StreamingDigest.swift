internal import CHoldfastCrypto
internal import Glibc
internal import HoldfastModel

/// Digests that content can be proven with; the raw value is the prefix of their text.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
    case sha256, sha512

    /// From `algorithm:hex`; `nil` for an algorithm or length that is not known.
    package init?(ofDigest text: String) {
        guard let colon = text.firstIndex(of: ":"), let known = Self(rawValue: String(text[..<colon])) else {
            return nil
        }
        let hex = text[text.index(after: colon)...].utf8
        guard hex.count == known.byteCount * 2, hex.allSatisfy(Self.isHexDigit) else { return nil }
        self = known
    }

    package var byteCount: Int { self == .sha256 ? 32 : 64 }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}

extension DigestAlgorithm {
    /// - Throws: `internal` where the library cannot start.
    package func digest(of bytes: [UInt8]) throws(HoldfastError) -> [UInt8] {
        guard let digest = try? StreamingDigest(self) else {
            throw HoldfastError(.internal, "a digest could not be started")
        }
        bytes.withUnsafeBytes(digest.update)
        return digest.finishedBytes()
    }
}

/// A digest of bytes as they come.
final class StreamingDigest {
    let algorithm: DigestAlgorithm
    private let context: OpaquePointer

    /// - Throws: `system` with ENOMEM where the library cannot start.
    init(_ algorithm: DigestAlgorithm) throws(StorageFailure) {
        let method = algorithm == .sha256 ? EVP_sha256() : EVP_sha512()
        guard let context = EVP_MD_CTX_new() else { throw Self.failure }
        guard EVP_DigestInit_ex(context, method, nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw Self.failure
        }
        self.algorithm = algorithm
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// `algorithm:hex`. Call once.
    func finish() -> String { algorithm.rawValue + ":" + TextForm.hex(finishedBytes()) }

    fileprivate func finishedBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { buffer, count in
            var length: UInt32 = 0
            EVP_DigestFinal_ex(context, buffer.baseAddress, &length)
            count = Int(length)
        }
    }

    /// Takes `limit` bytes of a file, or all of it.
    ///
    /// - Returns: bytes taken; fewer than asked when the file is shorter or `isCancelled` became true.
    func update(
        file: OpenFile, limit: Int64 = .max, path: String, isCancelled: () -> Bool = { false }
    ) throws(StorageFailure) -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while position < limit, !isCancelled() {
            let wanted = Int(min(Int64(buffer.count), limit - position))
            let count = pread(file.descriptor, buffer.baseAddress, wanted, off_t(position))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last("read", path) }
            if count == 0 { break }
            update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            position += Int64(count)
        }
        return position
    }

    private static var failure: StorageFailure {
        StorageFailure(.system, "start a digest of", "content", osCode: ENOMEM)
    }
}
