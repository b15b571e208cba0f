@testable import HoldfastModel

/// SplitMix64: the same seed gives the same numbers everywhere.
struct CodingRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Small and large numbers alike, so that every width of a head comes up.
    mutating func unsigned() -> UInt64 { next() >> UInt64.random(in: 0...63, using: &self) }

    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    mutating func text() -> String {
        let alphabet: [Character] = ["a", "Z", "0", " ", "\"", "\\", "\n", "\0", "é", "€", "𝄞", "👩‍👧", "e\u{301}"]
        return String((0..<Int.random(in: 0...40, using: &self)).map { _ in alphabet.randomElement(using: &self)! })
    }
}

/// Writes random values of a shape, without the types that read them: what stands in the schema is enough to make a record.
struct RandomValues {
    var random: CodingRandom
    /// Adds fields whose keys no group uses.
    var addsUnknownFields = false
    var writer = CBORWriter()

    init(seed: UInt64) {
        random = CodingRandom(seed: seed)
    }

    /// A record of the given type, in the only form it has.
    mutating func record(type: UInt64, fields: [FieldDescription], schemaVersion: UInt64? = nil) -> [UInt8] {
        writer = CBORWriter()
        var envelope: [(UInt64, (inout RandomValues) -> Void)] = []
        for field in Record.fields {
            switch field.key {
            case EnvelopeKey.type: envelope.append((field.key, { $0.writer.unsigned(type) }))
            case EnvelopeKey.schemaVersion:
                if let schemaVersion { envelope.append((field.key, { $0.writer.unsigned(schemaVersion) })) }
            case EnvelopeKey.payload: envelope.append((field.key, { $0.group(fields) }))
            default:
                guard !field.isOptional || Bool.random(using: &random) else { continue }
                envelope.append((field.key, { $0.value(field.shape) }))
            }
        }
        map(envelope)
        return writer.bytes
    }

    mutating func group(_ fields: [FieldDescription]) {
        var written: [(UInt64, (inout RandomValues) -> Void)] = []
        for field in fields where !field.isOptional || Bool.random(using: &random) {
            written.append((field.key, { $0.value(field.shape) }))
        }
        map(written)
    }

    private mutating func map(_ known: [(UInt64, (inout RandomValues) -> Void)]) {
        var entries = known
        if addsUnknownFields {
            for key in Set((0..<Int.random(in: 0...30, using: &random)).map { _ in random.unsigned() })
            where key == 0 && known.first?.0 == 1 || key > 20 {
                entries.append((key, { $0.anything(depth: 0) }))
            }
        }
        entries.sort { $0.0 < $1.0 }
        writer.mapHead(count: entries.count)
        for (key, write) in entries {
            writer.unsigned(key)
            write(&self)
        }
    }

    mutating func value(_ shape: FieldShape) {
        switch shape {
        case .unsigned: writer.unsigned(random.unsigned())
        case .integer: writer.integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random))
        case .boolean: writer.boolean(Bool.random(using: &random))
        case .text: writer.text(random.text())
        case .bytes: writer.byteString(random.bytes(upTo: 40))
        case .digest: writer.byteString([1] + (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
        case .code: writer.unsigned(random.unsigned())
        case .group(_, let fields): group(fields)
        case .list(let element):
            let count = Int.random(in: 0...30, using: &random)
            writer.arrayHead(count: count)
            for _ in 0..<count { value(element) }
        case .tuple(let shapes):
            writer.arrayHead(count: shapes.count)
            for shape in shapes { value(shape) }
        case .oneOf(let shapes): value(shapes.randomElement(using: &random)!)
        case .payload: anything(depth: 0)
        }
    }

    mutating func anything(depth: Int) {
        switch Int.random(in: 0...(depth < 3 ? 7 : 5), using: &random) {
        case 0: value(.unsigned)
        case 1: value(.integer)
        case 2: value(.boolean)
        case 3: value(.text)
        case 4: value(.bytes)
        case 5: writer.raw([0xf6])
        case 6:
            writer.arrayHead(count: 2)
            for _ in 0..<2 { anything(depth: depth + 1) }
        default:
            writer.mapHead(count: 2)
            for key in [UInt64.random(in: 0...50, using: &random), UInt64.random(in: 51...5000, using: &random)] {
                writer.unsigned(key)
                anything(depth: depth + 1)
            }
        }
    }
}

extension Record {
    init(_ bytes: [UInt8], at position: UInt64 = 7) throws {
        self = try bytes.withUnsafeBytes { try Record(decoding: $0, at: position) }
    }
}
