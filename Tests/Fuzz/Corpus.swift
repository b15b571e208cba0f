import Foundation

@testable import HoldfastModel

/// The inputs of a target that are kept in the repository: `Corpus/TARGET.txt`, one a line in hex. What was found broken
/// stands there too, behind a line with `#` that says what it was.
enum Corpus {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    static func file(_ target: FuzzTarget) -> URL { folder.appending(path: target.rawValue + ".txt") }

    static func inputs(_ target: FuzzTarget) throws -> [[UInt8]] {
        let text = try String(contentsOf: file(target), encoding: .utf8)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            guard let bytes = TextForm.bytes(hex: line) else { throw FuzzFinding(claim: "a line of \(target) is hex") }
            return bytes
        }
    }

    /// Writes seeds and kept inputs as files for libFuzzer.
    static func unpack(_ target: FuzzTarget, into folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, input) in try (FuzzSeeds.inputs(target) + inputs(target)).enumerated() {
            try Data(input).write(to: URL(filePath: "\(folder)/kept-\(index)"))
        }
    }

    /// Takes the files of a folder into the corpus, the shortest first, up to a size that is good to keep.
    static func pack(_ target: FuzzTarget, from folder: String) throws {
        let kept = Set(try inputs(target) + FuzzSeeds.inputs(target))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let found = try Set(files.map { try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
        let new = found.subtracting(kept).map(TextForm.hex).sorted { ($0.count, $0) < ($1.count, $1) }
        var text = try String(contentsOf: file(target), encoding: .utf8)
        var room = sizeInBytesMax - text.utf8.count
        for line in new where !line.isEmpty {
            room -= line.utf8.count + 1
            guard room >= 0 else { break }
            text += line + "\n"
        }
        try text.write(to: file(target), atomically: true, encoding: .utf8)
    }

    private static let sizeInBytesMax = 24_000
}
