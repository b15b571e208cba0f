import Glibc
import HoldfastModel

/// Standard output. Collects what is written and hands it to the system in blocks, or line by line to a terminal.
///
/// A reader that goes away (`| head -1`) ends the output quietly: nothing more is written and `isEnded` is true, so that a
/// verb can stop. Any other failure to write is kept and thrown by `finish`.
final class Output {
    /// True once nothing more can be written; a verb that walks many records asks after each.
    private(set) var isEnded = false
    /// For what is watched while it happens (`run --json`, `log -f`).
    var flushesEachLine: Bool
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The object that is being written; kept for its memory.
    private var json = JSONText()
    private var failure: Int32?
    private var pager: Pager?
    /// Rows of the screen and the pager's command, until more than a screen was written.
    private var paging: (rows: Int, command: String)?
    private var lineCount = 0

    static let blockSizeInBytes = 64 * 1024

    init(descriptor: Int32 = STDOUT_FILENO, flushesEachLine: Bool) {
        self.descriptor = descriptor
        self.flushesEachLine = flushesEachLine
    }

    /// From now on, output longer than a screen goes to a pager. Shorter output is held back until `finish`.
    func pages(over rows: Int, command: String) {
        paging = (rows, command)
    }

    /// Whether the reader of a pipe is gone, which otherwise shows only at the next write.
    var isReaderGone: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR) != 0
    }

    func line(_ text: String) {
        guard !isEnded else { return }
        buffer.append(contentsOf: text.utf8)
        endLine()
    }

    /// A line that is one JSON object.
    func object(_ members: (inout JSONText) -> Void) {
        guard !isEnded else { return }
        json.removeAll()
        json.beginObject()
        members(&json)
        json.endObject()
        buffer.append(contentsOf: json.utf8)
        endLine()
    }

    /// Whole lines, made elsewhere: many, so they are not copied on their way.
    func lines(_ utf8: [UInt8]) {
        flush()
        utf8.withUnsafeBytes(send)
    }

    private func endLine() {
        buffer.append(UInt8(ascii: "\n"))
        lineCount += 1
        if let paging {
            guard lineCount >= paging.rows else { return }
            pager = Pager(command: paging.command)
            self.paging = nil
        }
        if buffer.count >= Self.blockSizeInBytes || (flushesEachLine && pager == nil) { flush() }
    }

    func flush() {
        buffer.withUnsafeBytes(send)
        buffer.removeAll(keepingCapacity: true)
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while start < bytes.count, !isEnded {
            let target = pager?.descriptor ?? descriptor
            let written = write(target, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if written >= 0 {
                start += written
            } else if errno != EINTR {
                if errno != EPIPE { failure = errno }
                isEnded = true
            }
        }
    }

    /// Writes what is left and waits for the pager.
    ///
    /// - Throws: `inputOutput` when something could not be written, except to a reader that went away.
    func finish() throws(ToolFailure) {
        flush()
        pager?.close()
        pager = nil
        guard let failure else { return }
        throw ToolFailure(
            .inputOutput, "the output could not be written: \(String(cString: strerror(failure))).",
            advice: failure == ENOSPC ? "Free some space, or write it elsewhere." : nil)
    }
}
