/// What a running engine says to a command.
package enum ControlReply: Sendable, Equatable {
    /// It is on disk.
    /// - note: why there was nothing to do, a word of `Decision.Note`.
    case receipt(positions: Range<UInt64>, note: String?)
    /// - code: a word of the error's code.
    /// - refusal: the code of the rule that said no, where one did.
    case failure(code: String, message: String, refusal: String?)

    package func encode() -> [UInt8] {
        CBORWriter.bytes { Fields(self).encode(into: &$0) }
    }

    /// Fields that a newer engine adds are left out.
    package init(decoding message: [UInt8]) throws(ControlFault) {
        let fields: Fields
        do {
            fields = try message.withUnsafeBytes { try Fields(decoding: $0) }
        } catch {
            throw .malformed("the answer could not be read (\(error))")
        }
        guard let reply = fields.reply else { throw .malformed("the answer is neither a receipt nor a failure") }
        self = reply
    }

    private struct Fields: FieldGroup {
        var version = ControlVersion.current
        var first: UInt64?
        var count: UInt64?
        var note: String?
        var code: String?
        var message: String?
        var refusal: String?
        var unknownFields = UnknownFields()

        init() {}

        init(decoding message: UnsafeRawBufferPointer) throws(CodingFailure) {
            var reader = CBORReader(message)
            self = try FieldDecoder.decode(Self.self, from: &reader)
            guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
        }

        init(_ reply: ControlReply) {
            switch reply {
            case .receipt(let positions, let note):
                (first, count) = (positions.lowerBound, positions.upperBound - positions.lowerBound)
                self.note = note
            case .failure(let code, let message, let refusal):
                (self.code, self.message, self.refusal) = (code, message, refusal)
            }
        }

        mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
            try coder.field(1, "version", &version)
            try coder.field(2, "first", &first)
            try coder.field(3, "count", &count)
            try coder.field(4, "note", &note)
            try coder.field(5, "code", &code)
            try coder.field(6, "message", &message)
            try coder.field(7, "refusal", &refusal)
        }

        /// More records than any command writes, be it for a group of millions.
        private static let countMax: UInt64 = 1 << 24

        var reply: ControlReply? {
            if let code { return .failure(code: code, message: message ?? "", refusal: refusal) }
            guard let first, let count, count <= Self.countMax else { return nil }
            let (end, overflows) = first.addingReportingOverflow(count)
            return overflows ? nil : .receipt(positions: first..<end, note: note)
        }
    }
}
