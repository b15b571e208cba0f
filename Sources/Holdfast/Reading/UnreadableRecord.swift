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

    /// - Throws: `UnreadableRecord`, which names the position.
    static func storedTypeNumber(
        _ bytes: UnsafeRawBufferPointer, at position: UInt64
    ) throws(UnreadableRecord) -> UInt64 {
        do throws(CodingFailure) {
            return try typeNumber(in: bytes)
        } catch {
            throw UnreadableRecord(position: position, cause: error)
        }
    }
}

extension Record {
    /// Number of the subject.
    /// - Throws: `UnreadableRecord`, which names the position.
    static func storedSubject(_ bytes: UnsafeRawBufferPointer, at position: UInt64) throws(UnreadableRecord) -> UInt64 {
        do throws(CodingFailure) {
            return switch try RecordEnvelope(decoding: bytes).subject {
            case .first: position
            case .number(let number): number
            }
        } catch {
            throw UnreadableRecord(position: position, cause: error)
        }
    }
}

extension StateFold {
    /// Folds stored bytes in.
    /// - Throws: `UnreadableRecord`, which names the position, and what reading the base throws.
    mutating func apply(stored bytes: UnsafeRawBufferPointer, at position: UInt64) throws {
        do {
            try apply(bytes, at: position)
        } catch let cause as CodingFailure {
            throw UnreadableRecord(position: position, cause: cause)
        }
    }
}
