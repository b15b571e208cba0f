/// A group of numbered, named fields: an event's payload, a private part, a stored row.
///
/// The one list of fields in `code(_:)` serves encoding, decoding and the schema that is stored in the log, so the three cannot disagree.
/// Fields are visited in ascending order of their key. A key is never reused for another meaning.
protocol FieldGroup: FieldValue {
    /// A value in which every field has its default; decoding fills it in.
    init()
    /// Fields that a newer program wrote and this one does not know, kept so that the bytes survive a round trip.
    var unknownFields: UnknownFields { get set }
    /// Hands every field to the coder, in ascending order of key.
    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure)
}

/// Visits the fields of a group: writes them, reads them, or collects their names.
protocol FieldCoder {
    /// A field that is always present. Decoding fails with `missingField` without it.
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure)
    /// A field that is left out when `nil`.
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure)
    /// A text that is only shown: no fold looks at it, so a fold need not make a `String` of it.
    mutating func shownText(_ key: UInt64, _ name: String, _ value: inout String) throws(CodingFailure)
    mutating func shownText(_ key: UInt64, _ name: String, _ value: inout String?) throws(CodingFailure)
}

extension FieldCoder {
    @inline(__always)
    mutating func shownText(_ key: UInt64, _ name: String, _ value: inout String) throws(CodingFailure) {
        try field(key, name, &value)
    }

    @inline(__always)
    mutating func shownText(_ key: UInt64, _ name: String, _ value: inout String?) throws(CodingFailure) {
        try field(key, name, &value)
    }
}

/// Raw encoded values by key, ascending, of fields that this program does not know.
struct UnknownFields: Sendable, Equatable {
    struct Field: Sendable, Equatable {
        let key: UInt64
        /// The value's exact CBOR bytes.
        let bytes: [UInt8]
    }
    // Nothing at all in almost every group: `nil` costs less to copy than the empty array does.
    private var kept: [Field]?

    var fields: [Field] {
        get { kept ?? [] }
        set { kept = newValue.isEmpty ? nil : newValue }
    }
    var isEmpty: Bool { kept == nil }
    init() {}

    mutating func append(_ field: Field) {
        if kept == nil { kept = [field] } else { kept?.append(field) }
    }
}

/// A value that can stand in a field.
protocol FieldValue: Sendable, Equatable {
    /// What the schema says about the value, e.g. `uint`, `text`, `code DownloadReason`.
    static var shape: FieldShape { get }
    /// The value as people read it.
    var described: DescribedValue { get }
    /// Writes what `described.json` writes, without making the description. `name` is the field's.
    func write(into json: inout JSONText, field name: String)
    /// Hands what the value is made of to the flattener, which stands at the field of that name.
    func flatten(into flattener: inout FieldFlattener, field name: String)
    func encode(into writer: inout CBORWriter)
    init(from reader: inout CBORReader) throws(CodingFailure)
}

/// The kind of a field's value, as written in the stored schema.
indirect enum FieldShape: Sendable, Equatable {
    case unsigned, integer, boolean, text, bytes
    /// A digest as `algorithm:hex` in words, one algorithm byte and the digest's bytes on disk.
    case digest
    /// An open set of numbered words; the list is in order of the numbers, beginning at 0.
    case code(name: String, words: [String])
    case group(name: String, fields: [FieldDescription])
    case list(FieldShape)
    /// An array of exactly these, in this order.
    case tuple([FieldShape])
    /// One of several, told apart by their CBOR kinds.
    case oneOf([FieldShape])
    /// The group that belongs to the record's type.
    case payload
}

/// One field in the stored schema.
struct FieldDescription: Sendable, Equatable {
    let key: UInt64
    let name: String
    let shape: FieldShape
    let isOptional: Bool
}
