import Foundation

@testable import HoldfastModel

/// Bytes that are read are the only form of what they say, and can be shown.
func fuzzRecord(_ bytes: UnsafeRawBufferPointer) throws {
    guard let record = try? Record(decoding: bytes, at: 7) else {
        _ = try? RecordEnvelope(decoding: bytes)
        return
    }
    try claim(record.encode().elementsEqual(bytes), "a record that is read is written back as it was")
    let envelope = try RecordEnvelope(decoding: bytes)
    try claim(
        envelope.subject == record.subject && envelope.command == record.command
            && envelope.recordedAt == record.recordedAt, "the envelope says what the record says")
    var json = JSONText()
    record.json(into: &json)
    _ = try JSONSerialization.jsonObject(with: Data(json.utf8))
    try claim(!json.utf8.contains { $0 < 0x20 || $0 == 0x7f }, "no control byte reaches a terminal")
}
