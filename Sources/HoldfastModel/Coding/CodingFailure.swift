/// Why bytes could not be read as what they should be. `offset` counts from the start of the bytes handed in.
package enum CodingFailure: Error, Sendable, Equatable {
    case truncated(offset: Int)
    /// Not the shortest form, keys out of order, an indefinite length, a float: RFC 8949 §4.2 allows none of them.
    case notDeterministic(offset: Int)
    case wrongKind(offset: Int, expected: String)
    case outOfRange(offset: Int)
    case invalidText(offset: Int)
    case missingField(key: UInt64)
    case trailingBytes(offset: Int)
    case tooDeep(offset: Int)
}

extension CodingFailure: CustomStringConvertible {
    /// What is wrong and where, for the end of a sentence that says what was read.
    package var description: String {
        switch self {
        case .truncated(let offset): "byte \(offset): the bytes end in the middle of a value"
        case .notDeterministic(let offset): "byte \(offset): not in deterministic CBOR"
        case .wrongKind(let offset, let expected): "byte \(offset): another kind of value than the expected \(expected)"
        case .outOfRange(let offset): "byte \(offset): a value out of range"
        case .invalidText(let offset): "byte \(offset): text that is not UTF-8"
        case .missingField(let key): "the field with key \(key) is missing"
        case .trailingBytes(let offset): "byte \(offset): more bytes than the value has"
        case .tooDeep(let offset): "byte \(offset): nested too deeply"
        }
    }
}
