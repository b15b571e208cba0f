@testable import HoldfastLMDB
@testable import HoldfastLog
@testable import HoldfastModel

/// Rows of the log's own tables are written as they were read.
func fuzzMeta(_ bytes: UnsafeRawBufferPointer) throws {
    var input = FuzzInput(bytes)
    let kind = input.byte() % 5
    let row = input.rest
    switch kind {
    case 0:
        guard let stack = TreeStack(row) else { return }
        try claim(stack.bytes.elementsEqual(row), "a running edge is written as it was read")
        _ = stack.root(SHA256())
    case 1:
        guard let state = TableState(row) else { return }
        try claim(state.bytes.elementsEqual(row), "a table's state is written as it was read")
    case 2:
        guard let command = CommandRow(row) else { return }
        try claim(command.bytes.elementsEqual(row), "a command's row is written as it was read")
    case 3: _ = Schema.replaces(Array(row))
    default:
        var sum = PostingSum()
        let key = UnsafeRawBufferPointer(rebasing: row.prefix(16))
        _ = sum.add(key, UnsafeRawBufferPointer(rebasing: row.dropFirst(16)))
    }
}

/// Both checks of a file end with an answer, whatever its pages say.
func fuzzPages(_ bytes: UnsafeRawBufferPointer) {
    let image = FuzzImage(bytes: bytes)
    let view = HeaderPreflight.FileHandleReading(
        sizeInBytes: { image.bytes.count }, bytes: { image.read($0, $1) })
    let preflight = HeaderPreflight(path: "image", file: view)
    guard (try? preflight.check()) != nil else { return }
    for header in [0, Int(number32(Array(bytes.prefix(44)), 40))] {
        let commit = number64(image.read(header, 168), 144)
        try? preflight.pageCheck(ofCommit: commit)?.checkEverything()
    }
}

private struct FuzzImage {
    let bytes: UnsafeRawBufferPointer

    /// As a read of a file: what is there, and nothing past the end.
    func read(_ offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, offset < bytes.count else { return [] }
        return Array(bytes[offset...].prefix(count))
    }
}
