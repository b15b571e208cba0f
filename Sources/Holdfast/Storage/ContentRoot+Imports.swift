internal import Glibc

/// Files on their way in from elsewhere: `partial/<subject number>.import`. Anything else in that folder is foreign and left alone.
extension ContentRoot {
    /// Copies a file of the person's beside the partial files and hashes it on the way; durable when it returns.
    ///
    /// - Parameter isCancelled: asked between pieces; the copy ends with `ECANCELED` then.
    /// - Throws: `missing`, `unsafePath` for what is not a plain file. Nothing is left behind.
    func takeIn(
        _ source: ImportSource, as number: UInt64, isCancelled: () -> Bool
    ) throws(StorageFailure) -> ImportedBytes {
        _ = try removeImport(number)
        let path = Self.importPath(number)
        let flags = O_WRONLY | O_CREAT | O_EXCL
        let file = try OpenFile.open(Self.importName(number), in: partial, flags, "import", path: path)
        do throws(StorageFailure) {
            let copied = try source.copy(to: file, path: path, isCancelled: isCancelled)
            try file.sync("import", path)
            return copied
        } catch {
            _ = try? removeImport(number)
            throw error
        }
    }

    /// Renames it without replacing and syncs the folders.
    ///
    /// - Throws: `exists` where a file of that name stands there.
    func publish(import number: UInt64, as path: ContentPath) throws(StorageFailure) {
        try publish(Self.importName(number), as: path)
    }

    /// Freed bytes; 0 where there was none.
    @discardableResult
    func removeImport(_ number: UInt64) throws(StorageFailure) -> Int64 {
        try removeFromPartials(Self.importName(number), Self.importPath(number))
    }

    /// Whatever bears such a name, as an import that was cut off leaves it.
    func importNumbers() throws(StorageFailure) -> [UInt64] {
        try partial.names("partial").compactMap { name in
            guard name.hasSuffix(Self.importSuffix), let number = UInt64(name.dropLast(Self.importSuffix.count)) else {
                return nil
            }
            return Self.importName(number) == name ? number : nil
        }
        .sorted()
    }

    private static let importSuffix = ".import"
    private static func importName(_ number: UInt64) -> String { "\(number)\(importSuffix)" }
    static func importPath(_ number: UInt64) -> String { "partial/\(importName(number))" }
}

/// What was copied.
struct ImportedBytes: Sendable {
    var bytes: Int64
    /// `algorithm:hex`.
    var digest: String
}
