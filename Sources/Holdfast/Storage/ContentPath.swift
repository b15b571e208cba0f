/// Where a published file stands below its root: `content/<two hex digits>/<number>-<position>-<safe name>`.
///
/// The digits are the low byte of the number, so that folders stay small.
package struct ContentPath: Sendable, Hashable, CustomStringConvertible {
    package let number: UInt64
    /// Position of the `contentVerified` that proved the bytes; for an imported file the number of records when it was put there.
    package let verifiedPosition: UInt64
    package let name: SafeName

    package init(number: UInt64, verifiedPosition: UInt64, name: SafeName) {
        self.number = number
        self.verifiedPosition = verifiedPosition
        self.name = name
    }

    /// Two lower-case hex digits.
    package var folder: String { Self.folder(of: number) }
    /// One component of at most 255 bytes.
    package var fileName: String { "\(number)-\(verifiedPosition)-\(name.text)" }
    /// Without the name, which is personal.
    var shownPath: String { "content/\(folder)/\(number)-\(verifiedPosition)" }
    package var description: String { "content/\(folder)/\(fileName)" }

    /// Reads exactly what `description` writes; anything else is not a path of ours.
    package init?(parsing path: String) {
        let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "content" else { return nil }
        self.init(folder: parts[1], fileName: parts[2])
    }

    init?(folder: String, fileName: String) {
        let scalars = fileName.unicodeScalars
        let parts = scalars.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let number = UInt64(parts[0]), let position = UInt64(parts[1]),
            let name = SafeName(exactly: parts[2])
        else { return nil }
        self.init(number: number, verifiedPosition: position, name: name)
        // Compared as bytes: two spellings of one text are two file names.
        guard self.folder == folder, self.fileName.utf8.elementsEqual(fileName.utf8) else { return nil }
    }

    private static func folder(of number: UInt64) -> String {
        let digits = String(number & 0xff, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}
