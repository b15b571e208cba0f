internal import Glibc

/// Partial files: `partial/<subject number>.part`. Anything else in that folder is foreign and left alone.
extension ContentRoot {
    /// Bytes in the file; `nil` where there is none.
    ///
    /// - Throws: `unsafePath` where a link or folder stands in its place.
    package func partialSize(_ number: UInt64) throws(StorageFailure) -> Int64? {
        let path = Self.partialPath(number)
        guard let status = try Self.status(of: Self.partialName(number), in: partial, path: path) else { return nil }
        guard status.isRegular else { throw StorageFailure(.unsafePath, "look at", path) }
        return status.bytes
    }

    /// Freed bytes; 0 where there was none. A link in its place is removed itself.
    @discardableResult
    package func removePartial(_ number: UInt64) throws(StorageFailure) -> Int64 {
        try removeFromPartials(Self.partialName(number), Self.partialPath(number))
    }

    func removeFromPartials(_ name: String, _ path: String) throws(StorageFailure) -> Int64 {
        guard let status = try Self.status(of: name, in: partial, path: path) else { return 0 }
        guard unlinkat(partial.descriptor, name, 0) == 0 || errno == ENOENT else { throw .last("delete", path) }
        try partial.sync("delete", path)
        return status.isRegular ? status.bytes : 0
    }

    /// Every regular file that is named as a partial file is.
    package func partialEntries() throws(StorageFailure) -> [PartialEntry] {
        var entries: [PartialEntry] = []
        for name in try partial.names("partial") {
            guard let number = Self.partialNumber(ofName: name),
                let status = try Self.status(of: name, in: partial, path: "partial/\(number).part"), status.isRegular
            else { continue }
            entries.append(PartialEntry(number: number, bytes: status.bytes))
        }
        return entries.sorted { $0.number < $1.number }
    }

    package func digest(ofPartial number: UInt64, _ algorithm: DigestAlgorithm) throws(StorageFailure) -> String {
        let path = Self.partialPath(number)
        let file = try OpenFile.open(Self.partialName(number), in: partial, O_RDONLY, "read", path: path)
        _ = try file.requireRegular("read", path)
        let digest = try StreamingDigest(algorithm)
        _ = try digest.update(file: file, path: path)
        return digest.finish()
    }

    /// Opens it for writing; `nil` where there is none and it is not to be made.
    func openPartial(_ number: UInt64, creating: Bool) throws(StorageFailure) -> OpenFile? {
        let path = Self.partialPath(number)
        do throws(StorageFailure) {
            let flags = O_RDWR | (creating ? O_CREAT : 0)
            let file = try OpenFile.open(Self.partialName(number), in: partial, flags, "open", path: path)
            _ = try file.requireRegular("open", path)
            return file
        } catch {
            if error.kind == .missing && !creating { return nil }
            throw error
        }
    }

    /// Cuts bytes off its end that may not be what was written; durable when it returns.
    package func cutPartial(_ number: UInt64, to bytes: Int64) throws(StorageFailure) {
        let path = Self.partialPath(number)
        guard let file = try openPartial(number, creating: false) else { return }
        guard ftruncate(file.descriptor, off_t(bytes)) == 0 else { throw .last("cut", path) }
        try file.sync("cut", path)
    }

    static func partialName(_ number: UInt64) -> String { "\(number).part" }
    static func partialPath(_ number: UInt64) -> String { "partial/\(number).part" }

    private static func partialNumber(ofName name: String) -> UInt64? {
        guard name.hasSuffix(".part"), let number = UInt64(name.dropLast(5)) else { return nil }
        return partialName(number) == name ? number : nil
    }
}

package struct PartialEntry: Sendable, Equatable {
    package var number: UInt64
    package var bytes: Int64
}
