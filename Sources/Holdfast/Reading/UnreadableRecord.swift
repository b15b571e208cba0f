/// The bytes at a position are no record.
struct UnreadableRecord: Error {
    let position: UInt64
    let cause: CodingFailure
}

extension Record {
    /// Reads stored bytes.
    /// - Throws: `UnreadableRecord`, which names the position.
    init(stored bytes: UnsafeRawBufferPointer, at position: UInt64) throws(UnreadableRecord) {
        do throws(CodingFailure) {
            self = try Record(decoding: bytes, at: position)
        } catch {
            throw UnreadableRecord(position: position, cause: error)
        }
    }
}
