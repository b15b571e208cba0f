import Foundation

/// Runs one target under libFuzzer: `HoldfastFuzz TARGET [libFuzzer's arguments]`; `Tools/fuzz` builds and calls it.
///
/// Without a target it lists them. `TARGET --unpack DIR` and `TARGET --pack DIR` move inputs between the repository and files.
@main
struct FuzzMain {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 1, let target = FuzzTarget(rawValue: words[1]) else {
            for target in FuzzTarget.allCases { print(target.rawValue) }
            exit(words.count > 1 ? 64 : 0)
        }
        switch words.dropFirst(2).first {
        case "--unpack" where words.count == 4: try Corpus.unpack(target, into: words[3])
        case "--pack" where words.count == 4: try Corpus.pack(target, from: words[3])
        default: exit(fuzz(target, Array(words.dropFirst(2))))
        }
    }

    private static func fuzz(_ target: FuzzTarget, _ arguments: [String]) -> Int32 {
        chosen = target
        let words = [CommandLine.arguments[0], "-max_len=\(target.byteCountMax)"] + arguments
        var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var count = Int32(words.count)
        return vector.withUnsafeMutableBufferPointer { words in
            guard var start = words.baseAddress else { return 70 }
            return runFuzzer(&count, &start, tryInput)
        }
    }
}

/// Set once, before the fuzzer begins, and only read from then on; the fuzzer has one thread.
nonisolated(unsafe) private var chosen = FuzzTarget.records

private func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        try chosen.run(UnsafeRawBufferPointer(start: start, count: count))
    } catch {
        FileHandle.standardError.write(Data("found: \(error)\n".utf8))
        // libFuzzer takes any death for a finding and keeps the input.
        abort()
    }
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ tryInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
