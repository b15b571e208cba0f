import Glibc
import HoldfastLog
import HoldfastModel

/// The events of a workload for programs in other languages; `peers/workload.h` says how they lie in the file.
enum WorkloadFile {
    static func write(_ path: String, seed: UInt64, count: Int, encode: (inout Draft) -> NewRecord) throws {
        guard let file = fopen(path, "w") else { throw MeasureFailure.usage("\(path) cannot be written") }
        defer { fclose(file) }
        var workload = Workload(seed: seed)
        for _ in 0..<count {
            var draft = workload.next()
            let new = encode(&draft)
            let bytes = new.bytes + (new.privateRow ?? [])
            var head: [UInt32] = [
                UInt32(bytes.count), UInt32(new.bytes.count), draft.item ?? .max,
                UInt32(truncatingIfNeeded: draft.record.event.typeNumber),
            ]
            var time = draft.record.recordedAt
            fwrite(&head, 4, head.count, file)
            fwrite(&time, 8, 1, file)
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
                throw MeasureFailure.usage("\(path) cannot be written: is the disk full?")
            }
        }
    }
}
